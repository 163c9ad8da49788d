import type { FiatState } from '@openmere/core/deposit/fiat/state.ts';
import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import { listPersonAccounts } from '../../member/store.ts';
import type { Db, Tx } from '../../platform/db/connect.ts';
import { pageBy } from '../../platform/db/page-by.ts';
import type { FiatOrderRow, FiatOrderTable } from './tables.ts';

/** Orders of one person at the same time take turns, so that none slips past a limit. */
export async function lockPersonOrders(tx: Tx, personId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`fiat ${personId}`}, 0))`.execute(tx);
}

export function findByRequest(
  tx: Tx,
  memberId: string,
  requestId: string,
): Promise<FiatOrderRow | undefined> {
  return tx
    .selectFrom('fiat_order')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('request_id', '=', requestId)
    .executeTakeFirst();
}

/**
 * What the person behind a member ordered within 24 hours and was not refused (an expired order, too: its money may still come in time,
 * decision 0270), and how many of their orders wait, with all accounts of
 * theirs, also those that became independent (decision 0124). Index fiat_order_of_member.
 */
export async function sumOrders(
  db: Db | Tx,
  memberId: string,
  now: Date,
): Promise<{ usdt: bigint; pending: number }> {
  const { rows } = await sql<{ usdt: bigint; pending: bigint }>`
    select coalesce(sum(usdt) filter (where status in ('open', 'slip', 'matched', 'credited', 'expired')
        and made_at > ${now}::timestamptz - interval '24 hours'), 0) as usdt,
      count(*) filter (where status in ('open', 'slip', 'matched')) as pending
    from fiat_order where member_id = any(${await listPersonAccounts(db, memberId)}::text[])`.execute(db);
  return { usdt: rows[0]?.usdt ?? 0n, pending: Number(rows[0]?.pending ?? 0) };
}

export async function insertOrder(
  tx: Tx,
  row: Omit<Insertable<FiatOrderTable>, 'status' | 'late' | 'reason' | 'ended_at'>,
): Promise<FiatOrderRow> {
  return tx.insertInto('fiat_order').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Until the transaction ends. Orders are locked before lines, and in the order of their ids. */
export function lockOrder(tx: Tx, id: string): Promise<FiatOrderRow | undefined> {
  return tx.selectFrom('fiat_order').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export function findOrder(db: Db | Tx, id: string): Promise<FiatOrderRow | undefined> {
  return db.selectFrom('fiat_order').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Those of these references, locked in the order of their ids. */
export function lockByReferences(tx: Tx, references: readonly string[]): Promise<FiatOrderRow[]> {
  return tx
    .selectFrom('fiat_order')
    .selectAll()
    .where('reference', '=', sql<string>`any(${[...references]}::text[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function changeOrder(
  tx: Tx,
  id: string,
  change: { status: FiatState; late?: boolean; reason?: string; ended_at?: Date | null },
): Promise<void> {
  await tx.updateTable('fiat_order').set(change).where('id', '=', id).execute();
}

export type OrderQuery = {
  id?: string | undefined;
  memberId?: string | undefined;
  reference?: string | undefined;
  status?: FiatState | 'waiting' | undefined;
  before?: string | undefined;
  limit: number;
};

export type ListedOrder = FiatOrderRow & {
  credited: bigint | null;
  line_id: string | null;
  left_day: string | null;
};

/** Newest first. Indexes fiat_order_of_member, fiat_order_by_status, fiat_order_pkey. */
export function listOrders(db: Db | Tx, query: OrderQuery): Promise<ListedOrder[]> {
  const { id, memberId, reference, status, before, limit } = query;
  return db
    .selectFrom('fiat_order as o')
    .leftJoin('fiat_credit as c', 'c.order_id', 'o.id')
    .leftJoin('fiat_line as l', 'l.order_id', 'o.id')
    .leftJoin('fiat_takenback as t', 't.line_id', 'l.id')
    .selectAll('o')
    .select(['c.usdt as credited', 'l.id as line_id', 't.day as left_day'])
    .$if(id !== undefined, (all) => all.where('o.id', '=', id ?? ''))
    .$if(memberId !== undefined, (all) => all.where('o.member_id', '=', memberId ?? ''))
    .$if(reference !== undefined, (all) => all.where('o.reference', '=', reference ?? ''))
    .$if(status === 'waiting', (all) => all.where('o.status', 'in', ['open', 'slip', 'matched']))
    .$if(status !== undefined && status !== 'waiting', (all) =>
      all.where('o.status', '=', (status ?? 'open') as FiatState),
    )
    .$call((rows) => pageBy(rows, 'o.id', { after: before, limit }))
    .execute();
}

/** Whether its money is still to be sent, or to be seen. */
export function isUnpaid({ status }: Pick<FiatOrderRow, 'status'>): boolean {
  return status === 'open' || status === 'slip';
}

/** Unpaid orders whose members were told to pay to this bank. Index fiat_order_by_status. */
export function listUnpaidAt(tx: Tx, bankId: string): Promise<FiatOrderRow[]> {
  return tx
    .selectFrom('fiat_order')
    .selectAll()
    .where('status', 'in', ['open', 'slip'])
    .where('bank_id', '=', bankId)
    .orderBy('id')
    .execute();
}

/** So many that money may be for are looked through for each line, newest first. */
const CANDIDATES = 2000;

/** Orders that a line may be for: what waits, and what expired. Index fiat_order_by_status. */
export function listCandidates(db: Db | Tx): Promise<FiatOrderRow[]> {
  return db
    .selectFrom('fiat_order')
    .selectAll()
    .where('status', 'in', ['open', 'slip', 'matched', 'expired'])
    .orderBy('id', 'desc')
    .limit(CANDIDATES)
    .execute();
}

/** Ids of orders that nobody paid in time. Index fiat_order_due. */
export async function listExpired(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('fiat_order')
    .select('id')
    .where('status', '=', 'open')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Orders of a member for which money may still come, or has come. Index fiat_order_of_member. */
export async function countWaitingOrders(tx: Tx, memberId: string): Promise<number> {
  const { n } = await tx
    .selectFrom('fiat_order')
    .select(({ fn }) => fn.countAll<bigint>().as('n'))
    .where('member_id', '=', memberId)
    .where('status', 'in', ['open', 'slip', 'matched'])
    .executeTakeFirstOrThrow();
  return Number(n);
}
