import type { Hex } from '../platform/chain/log.ts';
import type { Db, Tx } from '../platform/db/connect.ts';

/** Whose deposit address this is, on any chain; undefined when it is nobody's. Any case. */
export async function findMemberByDepositAddress(db: Db | Tx, address: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('deposit_address')
    .select('member_id')
    .where('address', '=', address.toLowerCase() as Hex)
    .executeTakeFirst();
  return row?.member_id;
}
