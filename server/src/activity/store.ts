import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { Bonus } from './tables.ts';

/** Opens the activity that begins then, and keeps every other settler out of it until the transaction ends. */
export async function lockRound(tx: Tx, startsAt: Date): Promise<void> {
  await tx
    .insertInto('activity_round')
    .values({ starts_at: startsAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx.selectFrom('activity_round').selectAll().where('starts_at', '=', startsAt).forUpdate().execute();
}

/** The last place that was given; index activity_bonus_by_place. */
export async function lastPlace(db: Db | Tx, round: Date): Promise<number> {
  const row = await db
    .selectFrom('activity_bonus')
    .select(({ fn }) => fn.max('place').as('place'))
    .where('round', '=', round)
    .where('place', 'is not', null)
    .executeTakeFirstOrThrow();
  return row.place ?? 0;
}

export async function insertBonus(tx: Tx, bonus: Bonus): Promise<void> {
  await tx.insertInto('activity_bonus').values(bonus).execute();
}

/** Those whose deposit has to stay, in pages by id; locked. Index activity_bonus_held. */
export async function listHeld(tx: Tx, after: string, limit: number): Promise<Bonus[]> {
  return tx
    .selectFrom('activity_bonus')
    .selectAll()
    .where('status', '=', 'held')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute();
}

export type BonusChange = Pick<Bonus, 'id' | 'kept' | 'status' | 'reason' | 'power' | 'decided_at'>;

/** Writes what has stayed so far, or what was decided. */
export async function updateHeld(tx: Tx, changes: readonly BonusChange[]): Promise<void> {
  if (changes.length === 0) return;
  const column = <K extends keyof BonusChange>(name: K): BonusChange[K][] => changes.map((one) => one[name]);
  await sql`update activity_bonus b set kept = n.kept, status = n.status, reason = n.reason, power = n.power,
      decided_at = n.decided_at
    from unnest(${column('id')}::text[], ${column('kept')}::numeric[], ${column('status')}::text[],
      ${column('reason')}::text[], ${column('power')}::numeric[], ${column('decided_at')}::timestamptz[])
      as n(id, kept, status, reason, power, decided_at)
    where b.id = n.id`.execute(tx);
}

/** One's own, newest first; index activity_bonus_of_member. */
export async function listBonuses(db: Db | Tx, memberId: string): Promise<Bonus[]> {
  return db
    .selectFrom('activity_bonus')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .execute();
}

/** Those that no reward was made of yet; locked. Index activity_bonus_unrewarded. */
export async function listUnrewarded(tx: Tx, limit: number): Promise<Bonus[]> {
  return tx
    .selectFrom('activity_bonus')
    .selectAll()
    .where('status', '=', 'given')
    .where('rewarded_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute();
}

export async function markRewarded(tx: Tx, ids: readonly string[], at: Date): Promise<void> {
  await sql`update activity_bonus set rewarded_at = ${at} where id = any(${[...ids]}::text[])`.execute(tx);
}
