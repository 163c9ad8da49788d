import type { Amount } from '@openmere/core/money/amount.ts';
import type { Hex } from '../platform/chain/log.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import './tables.ts';

/** The confirmed withdrawal that a transaction paid, if it paid one. Amount in base units, as it left. */
export async function findPayment(
  db: Db | Tx,
  txHash: Hex,
): Promise<{ memberId: string; coin: string; received: Amount } | undefined> {
  const row = await db
    .selectFrom('withdrawal')
    .select(['member_id', 'coin_id', 'received'])
    .where('paid_tx', '=', txHash)
    .where('status', '=', 'confirmed')
    .executeTakeFirst();
  return row && { memberId: row.member_id, coin: row.coin_id, received: row.received };
}
