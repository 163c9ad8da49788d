import { withdraw, withdrawCancel, withdrawQuote, withdrawals } from '@openmere/core/withdrawal/contract.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { serve, serveTx } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import { cancelWithdrawal } from './cancel.ts';
import type { Cover, ReadCover } from './cover.ts';
import { listWithdrawals } from './list.ts';
import { quoteRequest } from './quote.ts';
import { requestWithdrawal } from './request.ts';
import type { RequestDeps } from './request.ts';

export type WithdrawalDeps = Omit<RequestDeps, 'cover'> & { readCover?: ReadCover | undefined };

export function withdrawalRoutes(api: Api, deps: WithdrawalDeps): void {
  const { db } = api.pipeline;
  const readCover = async (coinId: string): Promise<Cover | null> => (await deps.readCover?.(coinId)) ?? null;
  // The chain is asked first, outside the transaction.
  serve(api, withdrawQuote, async (actor, input) => {
    const cover = await readCover(input.coinid);
    return inTransaction(db, (tx) => quoteRequest(tx, actor, input, cover));
  });
  serve(api, withdraw, async (actor, input, now) => {
    const cover = await readCover(input.coinid);
    return inTransaction(db, (tx) => requestWithdrawal(tx, now, actor, input, { ...deps, cover }));
  });
  serveTx(api, withdrawCancel, (tx, _now, actor, input) => cancelWithdrawal(tx, actor, input, deps));
  serveTx(api, withdrawals, (tx, _now, actor, input) => listWithdrawals(tx, actor, input));
}
