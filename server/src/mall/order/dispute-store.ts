import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/connect.ts';
import { pageBy } from '../../platform/db/page-by.ts';
import type { AfterSaleRow, OrderRow } from './tables.ts';

export type SaleWithOrder = { sale: AfterSaleRow; order: OrderRow };

/** Requests after the sale in this state, with their orders: those that wait oldest first, ended ones newest first. Index after_sale_by_status. */
export async function listSales(
  db: Db | Tx,
  query: { status: 'disputed' | 'decided'; after: string | undefined; limit: number },
): Promise<SaleWithOrder[]> {
  const { status, after, limit } = query;
  const isQueue = status === 'disputed';
  const sales = await db
    .selectFrom('after_sale')
    .selectAll()
    .where('status', '=', status)
    .$call((rows) => pageBy(rows, 'id', { after, limit }, isQueue ? 'asc' : 'desc'))
    .execute();
  const orders = await db
    .selectFrom('mall_order')
    .selectAll()
    .where('id', '=', sql<string>`any(${sales.map((sale) => sale.order_id)}::text[])`)
    .execute();
  const byId = new Map(orders.map((order) => [order.id, order]));
  return sales.flatMap((sale) => {
    const order = byId.get(sale.order_id);
    return order ? [{ sale, order }] : [];
  });
}
