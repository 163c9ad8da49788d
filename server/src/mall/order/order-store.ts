import { assert } from '@openmere/core/kit/fault.ts';
import type { OrderStatus } from '@openmere/core/mall/order-state.ts';
import type { Insertable, Updateable } from 'kysely';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/connect.ts';
import { pageBy } from '../../platform/db/page-by.ts';
import type { EventRow, EventTable, LineRow, OrderRow, OrderTable } from './tables.ts';

const anyOf = (ids: readonly string[]) => sql<string>`any(${[...ids]}::text[])`;

export async function insertOrder(
  tx: Tx,
  order: Insertable<OrderTable>,
  lines: readonly Omit<LineRow, 'order_id' | 'commented'>[],
): Promise<OrderRow> {
  const row = await tx.insertInto('mall_order').values(order).returningAll().executeTakeFirstOrThrow();
  await tx
    .insertInto('order_line')
    .values(lines.map((line) => ({ ...line, order_id: row.id })))
    .execute();
  return row;
}

export async function changeOrder(tx: Tx, id: string, change: Updateable<OrderTable>): Promise<OrderRow> {
  return tx
    .updateTable('mall_order')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findOrder(db: Db | Tx, id: string): Promise<OrderRow | undefined> {
  return db.selectFrom('mall_order').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findOrders(db: Db | Tx, ids: readonly string[]): Promise<OrderRow[]> {
  return db.selectFrom('mall_order').selectAll().where('id', '=', anyOf(ids)).orderBy('id').execute();
}

/**
 * The same, and nobody else moves them until the transaction ends: whoever has this lock decides between payment and expiry, between
 * cancelling and shipping. In the order of ids, for every caller; before stock, goods and accounts.
 */
export async function lockOrders(tx: Tx, ids: readonly string[]): Promise<OrderRow[]> {
  return tx
    .selectFrom('mall_order')
    .selectAll()
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function lockOrder(tx: Tx, id: string): Promise<OrderRow | undefined> {
  const [row] = await lockOrders(tx, [id]);
  return row;
}

/** Undefined also while somebody else has it: the job comes back to it. */
export async function lockFreeOrder(tx: Tx, id: string): Promise<OrderRow | undefined> {
  return tx
    .selectFrom('mall_order')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/** What one request made. Index: mall_order_request. */
export async function findOrdersOfRequest(
  db: Db | Tx,
  { memberId, requestId }: { memberId: string; requestId: string },
): Promise<OrderRow[]> {
  return db
    .selectFrom('mall_order')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('request_id', '=', requestId)
    .orderBy('id')
    .execute();
}

/** Index: mall_order_of_member_tab. */
export async function countUnpaid(tx: Tx, memberId: string): Promise<number> {
  const { n } = await tx
    .selectFrom('mall_order')
    .select(({ fn }) => fn.countAll<bigint>().as('n'))
    .where('member_id', '=', memberId)
    .where('status', '=', 'pendingpayment')
    .executeTakeFirstOrThrow();
  return Number(n);
}

export type OrderQuery = {
  memberId?: string | undefined;
  shopId?: string | undefined;
  status?: OrderStatus | undefined;
  /** Only those with an open request after the sale. */
  isRefunding?: boolean | undefined;
  id?: string | undefined;
  serial?: string | undefined;
  /** Ordered from the first, before the second. */
  from?: Date | undefined;
  to?: Date | undefined;
  /** Below this id. */
  after?: string | undefined;
  limit: number;
};

/** Ids are as old as their orders but for what processes differ by; an hour is far more than that. */
const DISORDER_MS = 3_600_000;

/**
 * Where in the order of ids a time begins, so that a list by ids is not walked to it from today, whatever else it is asked for. None:
 * there is no order of that time. Index: mall_order_by_time.
 */
const firstIdFrom = (from: Date) => sql<string>`(select id from mall_order
  where created_at >= ${new Date(from.getTime() - DISORDER_MS)} order by created_at, id limit 1)`;
const lastIdBefore = (to: Date) => sql<string>`(select id from mall_order
  where created_at < ${new Date(to.getTime() + DISORDER_MS)} order by created_at desc, id desc limit 1)`;

/**
 * When, from a moment on, stock was held by orders of these members that were never paid: times that touch are one, the newest first.
 * Until they were cancelled or should have been: how late the job came is nobody's doing. Index: mall_order_of_member_tab.
 */
export async function listHeldInVain(
  tx: Tx,
  memberIds: readonly string[],
  since: Date,
): Promise<{ from: Date; to: Date }[]> {
  const { rows } = await sql<{ from: Date; to: Date }>`
    select lower(held) as "from", upper(held) as "to" from unnest((
      select range_agg(tstzrange(greatest(created_at, ${since}), least(cancelled_at, pay_by))) from mall_order
      where member_id = ${anyOf(memberIds)} and status = 'cancelled' and paid_at is null and id >= ${firstIdFrom(since)}
        and least(cancelled_at, pay_by) > greatest(created_at, ${since}))) held
    order by 1 desc`.execute(tx);
  return rows;
}

/** Orders of a member, of a shop, or all, newest first. Indexes: mall_order_of_…, mall_order_by_status, mall_order_disputed, mall_order_refunding, mall_order_by_time. */
export async function listOrders(db: Db | Tx, query: OrderQuery): Promise<OrderRow[]> {
  const { memberId, shopId, status, isRefunding = false, id, serial, from, to, after, limit } = query;
  return db
    .selectFrom('mall_order')
    .selectAll()
    .$if(memberId !== undefined, (all) => all.where('member_id', '=', memberId ?? ''))
    .$if(shopId !== undefined, (all) => all.where('shop_id', '=', shopId ?? ''))
    .$if(status !== undefined, (all) => all.where('status', '=', status ?? 'completed'))
    .$if(isRefunding, (all) => all.where('refund', '=', sql.lit('refunding')))
    .$if(id !== undefined, (all) => all.where('id', '=', id ?? ''))
    .$if(serial !== undefined, (all) => all.where('serial', '=', serial ?? ''))
    .$if(from !== undefined, (all) =>
      all.where('created_at', '>=', from ?? new Date(0)).where('id', '>=', firstIdFrom(from ?? new Date(0))),
    )
    .$if(to !== undefined, (all) =>
      all.where('created_at', '<', to ?? new Date(0)).where('id', '<=', lastIdBefore(to ?? new Date(0))),
    )
    .$call((rows) => pageBy(rows, 'id', { after, limit }))
    .execute();
}

type ToComment = {
  memberId: string;
  since: Date;
  before?: { at: Date; id: string } | undefined;
  limit: number;
};

/**
 * A member's orders that were completed after a moment and have a line that is not commented on, the one that was completed last
 * first. Index: mall_order_to_comment.
 */
export async function listToComment(db: Db | Tx, query: ToComment): Promise<OrderRow[]> {
  const { memberId, since, before, limit } = query;
  return db
    .selectFrom('mall_order')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('comment_due', '=', sql.lit(true))
    .where('completed_at', '>', since)
    .$if(before !== undefined, (all) =>
      all.where(sql<boolean>`(completed_at, id) < (${before?.at ?? since}, ${before?.id ?? ''})`),
    )
    .orderBy('completed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export type OrderCounts = Record<
  'pendingpayment' | 'pendingshipment' | 'pendingreceipt' | 'tocomment',
  number
>;

/** What waits for something, each counted to the limit. Indexes: mall_order_of_member_tab, mall_order_to_comment. */
export async function countOrders(
  db: Db | Tx,
  { memberId, since, limit }: { memberId: string; since: Date; limit: number },
): Promise<OrderCounts> {
  const inTab = (status: OrderStatus) => sql`(select count(*)::int from (select from mall_order
    where member_id = ${memberId} and status = ${sql.lit(status)} limit ${limit}) of_tab)`;
  const { rows } = await sql<OrderCounts>`
    select ${inTab('pendingpayment')} as pendingpayment, ${inTab('pendingshipment')} as pendingshipment,
      ${inTab('pendingreceipt')} as pendingreceipt,
      (select count(*)::int from (select from mall_order
        where member_id = ${memberId} and comment_due and completed_at > ${since} limit ${limit}) due) as tocomment`.execute(
    db,
  );
  const [counts] = rows;
  assert(counts, 'a select without a table has one row');
  return counts;
}

/** What waits for the owner of a shop, each counted to the limit. Indexes: mall_order_of_shop_tab, mall_order_disputed. */
export async function countShopOrders(
  db: Db | Tx,
  { shopId, limit }: { shopId: string; limit: number },
): Promise<{ pendingshipment: number; aftersale: number }> {
  const { rows } = await sql<{ pendingshipment: number; aftersale: number }>`
    select
      (select count(*)::int from (select from mall_order
        where shop_id = ${shopId} and status = 'pendingshipment' limit ${limit}) to_ship) as pendingshipment,
      (select count(*)::int from (select from mall_order
        where shop_id = ${shopId} and refund = 'refunding' limit ${limit}) refunding) as aftersale`.execute(
    db,
  );
  const [counts] = rows;
  assert(counts, 'a select without a table has one row');
  return counts;
}

/** Lines of these orders, by order, in the order in which they were made. Index: order_line_once. */
export async function findLines(db: Db | Tx, orderIds: readonly string[]): Promise<Map<string, LineRow[]>> {
  const rows = await db
    .selectFrom('order_line')
    .selectAll()
    .where('order_id', '=', anyOf(orderIds))
    .orderBy('id')
    .execute();
  return Map.groupBy(rows, ({ order_id }) => order_id);
}

export async function insertEvent(tx: Tx, event: Omit<Insertable<EventTable>, 'id'>): Promise<void> {
  await tx.insertInto('order_event').values(event).execute();
}

export async function listEvents(db: Db | Tx, orderId: string): Promise<EventRow[]> {
  return db.selectFrom('order_event').selectAll().where('order_id', '=', orderId).orderBy('id').execute();
}

export type DueKind = 'expire' | 'complete';

/** What is due by now, the oldest first. Indexes: mall_order_unpaid, mall_order_unreceived. */
export async function listDueOrders(db: Db, kind: DueKind, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('mall_order')
    .select('id')
    .$if(kind === 'expire', (all) =>
      all.where('status', '=', sql.lit('pendingpayment')).where('pay_by', '<=', now).orderBy('pay_by'),
    )
    .$if(kind === 'complete', (all) => all.where('receive_by', '<=', now).orderBy('receive_by'))
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Paid before that, not shipped, and told to nobody yet, the oldest first. Indexes: mall_order_unshipped, order_event_late. */
export async function listLateOrders(db: Db, paidBefore: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from mall_order o
    where status = 'pendingshipment' and paid_at <= ${paidBefore}
      and not exists (select from order_event where order_id = o.id and kind = 'late')
    order by paid_at limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export type OrderHold = { id: string; amount: bigint; since: Date; status: OrderStatus };

/** What of a coin is held by orders of a member, newest first; the sum is what they hold. Index: mall_order_held. */
export async function listOrderHolds(db: Db | Tx, memberId: string, coinId: string): Promise<OrderHold[]> {
  const column = coinId === 'OBL' ? 'paid_obl' : 'paid_coin';
  const rows = await db
    .selectFrom('mall_order')
    .select(['id', column, 'paid_at', 'status'])
    .where('member_id', '=', memberId)
    .where('status', 'in', ['pendingshipment', 'pendingreceipt'])
    .where(column, '>', 0n)
    .$if(coinId !== 'OBL', (all) => all.where('coin_id', '=', coinId))
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    amount: row[column] ?? 0n,
    since: row.paid_at ?? new Date(0),
    status: row.status,
  }));
}

/** A line of a member's own completed order, with what a comment has to know of it. */
export async function findCompletedLine(
  db: Db | Tx,
  { memberId, orderId, lineId }: { memberId: string; orderId: string; lineId: string },
): Promise<(LineRow & { completed_at: Date | null }) | undefined> {
  return db
    .selectFrom('order_line')
    .innerJoin('mall_order', 'mall_order.id', 'order_line.order_id')
    .selectAll('order_line')
    .select('mall_order.completed_at')
    .where('order_line.id', '=', lineId)
    .where('mall_order.id', '=', orderId)
    .where('mall_order.member_id', '=', memberId)
    .where('mall_order.status', '=', 'completed')
    .executeTakeFirst();
}

/**
 * Once: a line that is commented already stays as it is, and false is answered. The order is locked by the caller: of two lines at the
 * same time the second sees that it is the last.
 */
export async function markCommented(
  tx: Tx,
  { orderId, lineId }: { orderId: string; lineId: string },
): Promise<boolean> {
  const marked = await tx
    .updateTable('order_line')
    .set({ commented: true })
    .where('id', '=', lineId)
    .where('commented', '=', false)
    .returning('id')
    .executeTakeFirst();
  if (marked)
    await sql`update mall_order set comment_due = false where id = ${orderId} and comment_due
      and not exists (select from order_line where order_id = ${orderId} and not commented)`.execute(tx);
  return marked !== undefined;
}

/** Completed orders of a shop between two moments, the newest first: what its statement shows. Index: mall_order_sold. */
export async function listSold(
  db: Db | Tx,
  query: {
    shopId: string;
    from: Date;
    to: Date;
    before?: { at: Date; id: string } | undefined;
    limit: number;
  },
): Promise<OrderRow[]> {
  const { shopId, from, to, before, limit } = query;
  return db
    .selectFrom('mall_order')
    .selectAll()
    .where('shop_id', '=', shopId)
    .where('status', '=', sql.lit('completed'))
    .where('completed_at', '>=', from)
    .where('completed_at', '<', to)
    .$if(before !== undefined, (all) =>
      all.where(sql<boolean>`(completed_at, id) < (${before?.at ?? to}, ${before?.id ?? ''})`),
    )
    .orderBy('completed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** What completed orders of a shop came to between two moments, by coin. Index: mall_order_sold. */
export async function sumOfShop(
  db: Db | Tx,
  { shopId, from, to }: { shopId: string; from: Date; to: Date },
): Promise<
  { coinId: string; orders: number; total: bigint; commission: bigint; refunded: bigint; received: bigint }[]
> {
  const { rows } = await sql<{
    coinId: string;
    orders: bigint;
    total: bigint;
    commission: bigint;
    refunded: bigint;
    received: bigint;
  }>`
    select coin_id as "coinId", count(*) as orders, sum(total) as total, sum(margin_part + fee_part) as commission,
      sum(refunded_coin + refunded_obl) as refunded, sum(shop_part) as received
    from mall_order where shop_id = ${shopId} and status = 'completed' and completed_at >= ${from} and completed_at < ${to}
    group by coin_id order by coin_id`.execute(db);
  return rows.map((row) => ({ ...row, orders: Number(row.orders) }));
}

/** What of each coin is paid for orders of a shop that are not completed yet, OBL counted one for one. Index: mall_order_of_shop_held. */
export async function heldOfShop(db: Db | Tx, shopId: string): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await sql<{ coinId: string; held: bigint }>`
    select coin_id as "coinId", sum(paid_coin + paid_obl) as held from mall_order
    where shop_id = ${shopId} and status in ('pendingshipment', 'pendingreceipt') group by coin_id`.execute(
    db,
  );
  return new Map(rows.map(({ coinId, held }) => [coinId, held]));
}

/** Orders that are not at their end, as the buyer and as the seller. Indexes: mall_order_of_member_tab, mall_order_of_seller. */
export async function countOpenOrders(tx: Tx, memberId: string): Promise<{ bought: number; sold: number }> {
  const living = sql`status in ('pendingpayment', 'pendingshipment', 'pendingreceipt')`;
  const { rows } = await sql<{ bought: bigint; sold: bigint }>`
    select (select count(*) from mall_order where member_id = ${memberId} and ${living}) as bought,
      (select count(*) from mall_order where seller_id = ${memberId} and ${living}) as sold`.execute(tx);
  return { bought: Number(rows[0]?.bought ?? 0n), sold: Number(rows[0]?.sold ?? 0n) };
}
