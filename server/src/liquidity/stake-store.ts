import { dayOf } from '@openmere/core/kit/day.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import { nextStakeDay } from '@openmere/core/liquidity/stake.ts';
import type { StakeDay } from '@openmere/core/liquidity/stake.ts';
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '../platform/db/connect.ts';
import { readSettings } from '../setting/read.ts';
import { lockPerson } from './equity-store.ts';
import type { EquityStakeTable } from './tables.ts';

export type Stake = Selectable<EquityStakeTable>;

/**
 * The person of `memberId` has paid in `change` more (or less) as of `time`. A log that comes late, for a day that is settled
 * already, counts on the first that is not: what was settled stays. Locks the person, before anything of the ledger.
 */
export async function changeStake(tx: Tx, memberId: string, change: bigint, time: Date): Promise<void> {
  const { equityCap } = await readSettings(tx);
  const { person_id: personId } = await lockPerson(tx, memberId, equityCap);
  const today = dayOf(time.getTime());
  const stake = (await findStake(tx, personId)) ?? (await openStake(tx, personId, today));
  const day = Math.max(today, stake.settled_day + 1, stake.changed_day);
  const kept = (await listDays(tx, personId, day)).find((one) => one.day === day);
  const paid = stake.paid + change;
  assert(paid >= 0n, 'no more is removed than was paid in');
  const next = nextStakeDay(kept, day, stake.paid, paid);
  const figures = { lowest: next.lowest, closing: next.closing, member_id: memberId };
  await tx
    .insertInto('equity_day')
    .values({ person_id: personId, day, ...figures })
    .onConflict((conflict) => conflict.columns(['person_id', 'day']).doUpdateSet(figures))
    .execute();
  await tx
    .updateTable('equity_stake')
    .set({ paid, changed_day: day })
    .where('person_id', '=', personId)
    .execute();
}

export async function findStake(db: Db | Tx, personId: string): Promise<Stake | undefined> {
  return db.selectFrom('equity_stake').selectAll().where('person_id', '=', personId).executeTakeFirst();
}

async function openStake(tx: Tx, personId: string, today: number): Promise<Stake> {
  return tx
    .insertInto('equity_stake')
    .values({ person_id: personId, settled_day: today - 1, changed_day: today })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The days from `from` on on which something changed, and the newest before it, oldest first. Index: the primary key. */
export async function listDays(
  db: Db | Tx,
  personId: string,
  from: number,
): Promise<(StakeDay & { memberId: string })[]> {
  const { rows } = await sql<StakeDay & { memberId: string }>`
    select day, lowest, closing, member_id as "memberId" from equity_day
    where person_id = ${personId} and day >= coalesce(
      (select max(day) from equity_day where person_id = ${personId} and day < ${from}), ${from})
    order by day`.execute(db);
  return rows;
}

/** Persons with a day up to `through` that may earn and is not settled; index equity_stake_due. */
export async function listDue(db: Db, through: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select person_id as id from equity_stake
    where changed_day >= settled_day and settled_day < ${through}
    order by settled_day limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The days up to `through` are settled for this person. */
export async function saveSettled(tx: Tx, personId: string, mark: bigint, through: number): Promise<void> {
  await tx
    .updateTable('equity_stake')
    .set({ mark, settled_day: through })
    .where('person_id', '=', personId)
    .execute();
}
