import type { Insertable, Updateable } from 'kysely';
import type { Db, Tx } from '../../platform/db/connect.ts';
import type { AfterSaleRow, AfterSaleTableOf } from './tables.ts';

export async function insertAfterSale(tx: Tx, row: Insertable<AfterSaleTableOf>): Promise<AfterSaleRow> {
  return tx.insertInto('after_sale').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function changeAfterSale(
  tx: Tx,
  id: string,
  change: Updateable<AfterSaleTableOf>,
): Promise<AfterSaleRow> {
  return tx
    .updateTable('after_sale')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Of an order, the newest first. Index: after_sale_of_order. */
export async function listAfterSales(db: Db | Tx, orderId: string): Promise<AfterSaleRow[]> {
  return db
    .selectFrom('after_sale')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .execute();
}

export async function findAfterSale(db: Db | Tx, id: string): Promise<AfterSaleRow | undefined> {
  return db.selectFrom('after_sale').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Orders whose request somebody should have answered by now. Index: after_sale_unanswered. */
export async function listUnanswered(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('after_sale')
    .select('order_id')
    .where('answer_by', '<=', now)
    .orderBy('answer_by')
    .limit(limit)
    .execute();
  return rows.map(({ order_id }) => order_id);
}
