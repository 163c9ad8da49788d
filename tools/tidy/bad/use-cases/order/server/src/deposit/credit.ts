import type { MemberActor } from '../platform/actor.ts';
import type { Tx } from '../platform/db/connect.ts';
export async function credit(actor: MemberActor, tx: Tx, amount: bigint): Promise<bigint> {
  return tx.add(actor, amount);
}
