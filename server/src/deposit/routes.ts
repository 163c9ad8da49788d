import { depositAddress, depositCheck, deposits } from '@openmere/core/deposit/contract.ts';
import type { Rpc } from '../platform/chain/rpc.ts';
import type { Db } from '../platform/db/connect.ts';
import { serve, serveTx } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import { getDepositAddress } from './address.ts';
import { checkHash } from './check.ts';
import { listOwnDeposits } from './list.ts';

export type DepositRouteDeps = { db: Db; rpc: Rpc; chainId: number };

export function depositRoutes(api: Api, deps: DepositRouteDeps): void {
  serveTx(api, depositAddress, (tx, now, actor, input) => getDepositAddress(tx, now, actor, input, deps));
  serveTx(api, deposits, (tx, now, actor, input) => listOwnDeposits(tx, now, actor, input, deps));
  serve(api, depositCheck, (actor, input) => checkHash(actor, input, deps));
}
