import type { WithdrawalStatus } from '@openmere/core/withdrawal/state.ts';
import type { Insertable, Updateable } from 'kysely';
import { sql } from 'kysely';
import type { Tx, Db } from '../platform/db/connect.ts';
import { pageBy } from '../platform/db/page-by.ts';
import type { Withdrawal, WithdrawalTable } from './tables.ts';

export function lockWithdrawal(tx: Tx, id: string): Promise<Withdrawal | undefined> {
  return tx.selectFrom('withdrawal').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function findWithdrawal(db: Db, id: string): Promise<Withdrawal | undefined> {
  return db.selectFrom('withdrawal').selectAll().where('id', '=', id).executeTakeFirst();
}

/** What a member's request made. */
export async function findByRequest(
  tx: Tx,
  { memberId, requestId }: { memberId: string; requestId: string },
): Promise<Withdrawal | undefined> {
  return tx
    .selectFrom('withdrawal')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('request_id', '=', requestId)
    .executeTakeFirst();
}

/** Locks the one that the treasury knows by this id. */
export async function lockByPayoutId(tx: Tx, payoutId: string): Promise<Withdrawal | undefined> {
  return tx
    .selectFrom('withdrawal')
    .selectAll()
    .where('payout_id', '=', payoutId)
    .forUpdate()
    .executeTakeFirst();
}

export async function insertWithdrawal(tx: Tx, row: Insertable<WithdrawalTable>): Promise<Withdrawal> {
  return tx.insertInto('withdrawal').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Sets what has changed of a locked row. @returns the row as it stands then. */
export async function changeWithdrawal(
  tx: Tx,
  id: string,
  change: Updateable<WithdrawalTable>,
): Promise<Withdrawal> {
  return tx
    .updateTable('withdrawal')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Moves it on if it stands in one of these states. @returns whether it did. */
export async function moveWithdrawal(
  tx: Tx,
  { id, from }: { id: string; from: readonly WithdrawalStatus[] },
  change: Updateable<WithdrawalTable>,
): Promise<boolean> {
  const moved = await tx
    .updateTable('withdrawal')
    .set(change)
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst();
  return moved.numUpdatedRows === 1n;
}

/** The held money went back, now. */
export async function markReleased(tx: Tx, id: string): Promise<Withdrawal> {
  return tx
    .updateTable('withdrawal')
    .set({ released_at: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Why an approved one waits, for the console. */
export async function noteBlocked(db: Db, id: string, reason: string): Promise<void> {
  await db
    .updateTable('withdrawal')
    .set({ blocked: reason })
    .where('id', '=', id)
    .where('status', '=', 'approved')
    .where('blocked', 'is distinct from', reason)
    .execute();
}

/** A member's own, newest first; a deposit that goes back stands in the list of deposits. Index withdrawal_of_member. */
export async function listOwn(
  tx: Tx,
  query: { memberId: string; id: string | undefined; after: string | undefined; limit: number },
): Promise<Withdrawal[]> {
  return tx
    .selectFrom('withdrawal')
    .selectAll()
    .where('member_id', '=', query.memberId)
    .where('deposit_id', 'is', null)
    .$if(query.id !== undefined, (rows) => rows.where('id', '=', String(query.id)))
    .$call((rows) => pageBy(rows, 'id', query))
    .execute();
}

export type ConsoleQuery = {
  status: WithdrawalStatus | undefined;
  search: ['id' | 'paid_tx' | 'member_id', string] | undefined;
  /** Score and id of the last row before. */
  after: { score: number; id: string } | undefined;
  limit: number;
};

/**
 * The queue (`reviewing`) riskiest first, then oldest (index withdrawal_queue); all else newest first (index
 * withdrawal_by_status; with a search withdrawal_pkey, withdrawal_paid_tx, withdrawal_of_member).
 */
export async function listForOperators(tx: Tx, query: ConsoleQuery): Promise<Withdrawal[]> {
  const { status, search, after, limit } = query;
  let rows = tx.selectFrom('withdrawal').selectAll();
  if (search) rows = rows.where(search[0], '=', search[1]);
  if (status) rows = rows.where('status', '=', status);
  if (status === 'reviewing') {
    rows = rows.orderBy('score', 'desc').orderBy('id');
    if (after) rows = rows.where(sql<boolean>`(-score, id) > (${-after.score}, ${after.id})`);
  } else {
    rows = rows.orderBy('id', 'desc');
    if (after) rows = rows.where('id', '<', after.id);
  }
  return rows.limit(limit).execute();
}

/** What the rules let pass, oldest first. */
export async function listAutomatic(db: Db): Promise<Pick<Withdrawal, 'id' | 'family_id'>[]> {
  return db
    .selectFrom('withdrawal')
    .select(['id', 'family_id'])
    .where('status', '=', 'reviewing')
    .where('decider', '=', 'none')
    .orderBy('id')
    .limit(200)
    .execute();
}

/** An operator decides, within so many hours. */
export async function handToOperator(tx: Tx, id: string, hours: number): Promise<void> {
  await tx
    .updateTable('withdrawal')
    .set({ decider: 'operator', decide_by: sql<Date>`business_now() + make_interval(hours => ${hours})` })
    .where('id', '=', id)
    .execute();
}
