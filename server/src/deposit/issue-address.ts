import type { depositAddress } from '@openmere/core/deposit/contract.ts';
import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Rpc } from '../platform/chain/rpc.ts';
import type { Ctx } from '../platform/context.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Db } from '../platform/db/connect.ts';
import { readSettings } from '../setting/read.ts';
import { getDepositAddress } from './address.ts';
import type { ListDeps } from './list.ts';
import { proveFactory } from './prove-factory.ts';

export type IssueDeps = ListDeps & { db: Db; rpc: Rpc };

/** The member's deposit address, after the chain has confirmed (once per process) that the factory is ours. */
export async function issueAddress(
  ctx: Pick<Ctx<MemberActor>, 'now' | 'actor'> & IssueDeps,
  input: CallParsed<typeof depositAddress>,
): Promise<CallResult<typeof depositAddress>> {
  // Before the transaction: none stays open while the chain is asked.
  await proveFactory(ctx.rpc, (await readSettings(ctx.db)).chainContracts);
  return inTransaction(ctx.db, (tx) => getDepositAddress({ ...ctx, tx }, input));
}
