import {
  adminFiatBanks,
  adminFiatImport,
  adminFiatLines,
  adminFiatOrders,
  adminFiatRates,
  adminFiatRateSet,
  adminFiatReject,
  adminFiatSlipLook,
  adminFiatSuspend,
} from '@openmere/core/deposit/fiat/console-contract.ts';
import {
  fiatBanks,
  fiatOrder,
  fiatOrders,
  fiatProof,
  fiatQuote,
} from '@openmere/core/deposit/fiat/contract.ts';
import type { CallParsed } from '@openmere/core/kit/call.ts';
import type { OnPosted } from '../../ledger/post.ts';
import type { MemberActor } from '../../platform/actor.ts';
import type { DbCtx } from '../../platform/context.ts';
import { serveTx } from '../../platform/http/serve.ts';
import type { Api } from '../../platform/http/serve.ts';
import { serveUpload } from '../../platform/http/upload.ts';
import { listFiatBanks } from './change-bank.ts';
import { importStatement } from './import-statement.ts';
import { listFiatLines, listFiatOrders } from './list-lines.ts';
import { listOwnOrders, orderFiat } from './order.ts';
import { listOffered, quoteFiat } from './quote.ts';
import { lookAtSlips, rejectOrder } from './reject.ts';
import { sendSlip } from './send-slip.ts';
import { listFiatRates, setRate } from './set-rate.ts';
import { suspendNow } from './suspend.ts';

/** Depositing bank money. */
export async function fiatRoutes(api: Api, deps: DbCtx): Promise<void> {
  serveTx(api, fiatBanks, listOffered);
  serveTx(api, fiatQuote, quoteFiat);
  serveTx(api, fiatOrder, orderFiat);
  serveTx(api, fiatOrders, listOwnOrders);
  await serveUpload(api, fiatProof, (actor, bytes, input) =>
    sendSlip({ ...deps, actor: actor as MemberActor }, { ...(input as CallParsed<typeof fiatProof>), bytes }),
  );
}

/** What operators do about it; what takes two is in app/fiat-changes.ts. */
export function fiatConsoleRoutes(api: Api, deps: { onPosted?: OnPosted }): void {
  serveTx(api, adminFiatBanks, listFiatBanks);
  serveTx(api, adminFiatRates, listFiatRates);
  serveTx(api, adminFiatRateSet, setRate);
  serveTx(api, adminFiatOrders, listFiatOrders);
  serveTx(api, adminFiatReject, rejectOrder);
  serveTx(api, adminFiatSlipLook, lookAtSlips);
  serveTx(api, adminFiatImport, importStatement);
  serveTx(api, adminFiatLines, listFiatLines);
  serveTx(api, adminFiatSuspend, suspendNow, deps);
}
