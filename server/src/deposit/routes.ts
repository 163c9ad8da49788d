import { depositAddress, depositCheck, deposits } from '@openmere/core/deposit/contract.ts';
import type { Rpc } from '../platform/chain/rpc.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Db } from '../platform/db/connect.ts';
import { serve, serveTx } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import { readSettings } from '../setting/read.ts';
import { getDepositAddress } from './address.ts';
import { checkHash } from './check.ts';
import { listOwnDeposits } from './list.ts';
import { proveFactory } from './prove-factory.ts';

export type DepositRouteDeps = { db: Db; rpc: Rpc; chainId: number };

export function depositRoutes(api: Api, deps: DepositRouteDeps): void {
  serve(api, depositAddress, async (actor, input, now) => {
    await proveFactory(deps.rpc, (await readSettings(deps.db)).chainContracts);
    return inTransaction(deps.db, (tx) => getDepositAddress(tx, now, actor, input, deps));
  });
  serveTx(api, deposits, (tx, now, actor, input) => listOwnDeposits(tx, now, actor, input, deps));
  serve(api, depositCheck, (actor, input) => checkHash(actor, input, deps));
}
