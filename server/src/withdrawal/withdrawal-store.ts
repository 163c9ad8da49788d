import type { WithdrawalStatus } from '@openmere/core/withdrawal/state.ts';
import type { Insertable, Updateable } from 'kysely';
import { sql } from 'kysely';
import type { Tx, Db } from '../platform/db/connect.ts';
import { pageBy } from '../platform/db/page-by.ts';
import type { RiskResult } from './risk.ts';
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

/** How the reason begins that the signer gives for a failure. */
export const REFUSED_BY_SIGNER = 'signer: ';

/** Why an approved one waits. */
export async function noteBlocked(db: Db, id: string, reason: string): Promise<void> {
  await db
    .updateTable('withdrawal')
    .set({ blocked: reason })
    .where('id', '=', id)
    .where('status', '=', 'approved')
    .where('blocked', 'is distinct from', reason)
    .execute();
}

/** What the signer refused for good and its member does not know yet, oldest first. Index withdrawal_by_status. */
export async function listRefused(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('withdrawal')
    .select('id')
    .where('status', '=', 'failed')
    .where('reason', 'like', `${REFUSED_BY_SIGNER}%`)
    .where('blocked', 'is not', null)
    .where('released_at', 'is', null)
    .orderBy('id')
    .limit(100)
    .execute();
  return rows.map(({ id }) => id);
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

/** What the rules let pass, behind `after`, oldest first. */
export async function listAutomatic(
  db: Db,
  after: string,
  limit: number,
): Promise<Pick<Withdrawal, 'id' | 'family_id'>[]> {
  return db
    .selectFrom('withdrawal')
    .select(['id', 'family_id'])
    .where('status', '=', 'reviewing')
    .where('decider', '=', 'none')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Whose time to be decided ended within the last 24 hours, and nobody decided. Index withdrawal_queue. */
export async function listOverdueReviews(
  tx: Tx,
): Promise<(Pick<Withdrawal, 'id' | 'coin_id' | 'amount'> & { decide_by: Date })[]> {
  const { rows } = await sql<
    Pick<Withdrawal, 'id' | 'coin_id' | 'amount'> & { decide_by: Date }
  >`select id, coin_id, amount, decide_by from withdrawal
    where status = 'reviewing' and decide_by < business_now() and decide_by > business_now() - interval '24 hours'
    order by decide_by`.execute(tx);
  return rows;
}

/** What was not paid and nobody decided on, so many hours after, within the last 24. Index withdrawal_by_status. */
export async function listOverdueUnpaid(
  tx: Tx,
  hours: number,
): Promise<(Pick<Withdrawal, 'id' | 'coin_id' | 'amount' | 'status'> & { decide_by: Date })[]> {
  const by = sql<Date>`status_at + make_interval(hours => ${hours})`;
  return tx
    .selectFrom('withdrawal')
    .select(['id', 'coin_id', 'amount', 'status', by.as('decide_by')])
    .where((eb) =>
      eb.or([
        eb.and([eb('status', '=', 'failed'), eb('released_at', 'is', null)]),
        eb.and([eb('status', '=', 'approved'), eb('blocked', '=', 'approvals')]),
      ]),
    )
    .where(sql<boolean>`${by} between business_now() - interval '24 hours' and business_now()`)
    .orderBy('id')
    .execute();
}

/** An operator decides, within so many hours; the receipt says why. */
export async function handToOperator(
  tx: Tx,
  id: string,
  { hours, results, score }: { hours: number; results: readonly RiskResult[]; score: number },
): Promise<void> {
  await tx
    .updateTable('withdrawal')
    .set({
      decider: 'operator',
      decide_by: sql<Date>`business_now() + make_interval(hours => ${hours})`,
      checks: JSON.stringify(results),
      score,
    })
    .where('id', '=', id)
    .execute();
}
