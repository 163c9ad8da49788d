import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { Hex } from '../../platform/chain/log.ts';
import type { Db, Tx } from '../../platform/db/connect.ts';
import type { BuyBack, BuyBackTable } from '../tables.ts';

export async function insertBuyBack(tx: Tx, row: Insertable<BuyBackTable>): Promise<void> {
  await tx.insertInto('buy_back').values(row).execute();
}

/** The one that is under way, if there is one. Index buy_back_open. */
export async function findOpen(db: Db | Tx, chainId: number): Promise<BuyBack | undefined> {
  return db
    .selectFrom('buy_back')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('status', '=', 'open')
    .executeTakeFirst();
}

/** By what the contracts know it by; locked until the transaction ends. Index buy_back_order_id_key. */
export async function lockByOrder(tx: Tx, orderId: string): Promise<BuyBack | undefined> {
  return tx
    .selectFrom('buy_back')
    .selectAll()
    .where('order_id', '=', orderId as Hex)
    .forUpdate()
    .executeTakeFirst();
}

/** Newest first. */
export async function listBuyBacks(db: Db | Tx, limit: number): Promise<BuyBack[]> {
  return db.selectFrom('buy_back').selectAll().orderBy('id', 'desc').limit(limit).execute();
}

/** All that were carried out: USDT spent, OPEN burned, how many. One at a time is under way, so they are few. */
export async function sumDone(db: Db | Tx): Promise<{ spent: bigint; burned: bigint; count: number }> {
  const { rows } = await sql<{ spent: bigint; burned: bigint; count: number }>`
    select coalesce(sum(amount), 0) as spent, coalesce(sum(open_burned), 0) as burned, count(*)::int as count
    from buy_back where status = 'done'`.execute(db);
  return rows[0] ?? { spent: 0n, burned: 0n, count: 0 };
}

export async function saveSignature(db: Db | Tx, id: string, signature: Hex): Promise<void> {
  await sql`update buy_back set signature = ${signature}, signed_at = clock_timestamp()
    where id = ${id} and signature is null and status = 'open'`.execute(db);
}

export async function changeBuyBack(
  tx: Db | Tx,
  id: string,
  change: Partial<
    Pick<
      BuyBack,
      'status' | 'refused' | 'looked_block' | 'open_burned' | 'tx_hash' | 'block_number' | 'ended_at'
    >
  >,
): Promise<void> {
  await tx.updateTable('buy_back').set(change).where('id', '=', id).execute();
}
