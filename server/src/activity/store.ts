import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/connect.ts';
import { pageBy } from '../platform/db/page-by.ts';
import type { Round, Window } from './candidate-store.ts';
import type { Bonus } from './tables.ts';

/**
 * Which activity a window is: the one that was opened for that start, else one that it overlaps, whose start was moved; else a new one,
 * named by its start.
 */
export async function findRound(db: Db | Tx, { starts, ends }: Window): Promise<Round> {
  const { rows } = await sql<{ round: Date }>`
    select starts_at as round from activity_round
    where starts_at = ${starts} or (starts_at < ${ends} and ends_at > ${starts})
    order by starts_at = ${starts} desc, starts_at desc limit 1`.execute(db);
  return { starts, ends, round: rows[0]?.round ?? starts };
}

/**
 * Opens the activity of a window, and keeps every other settler out until the transaction ends; undefined where one is at it already:
 * a full batch may take longer than a statement may wait. Its end moves with the settings until it is over: what is planned after that
 * is another one.
 */
export async function tryLockRound(tx: Tx, window: Window, now: Date): Promise<Round | undefined> {
  if (!(await tryLock(tx, 'activity round'))) return undefined;
  const found = await findRound(tx, window);
  await sql`insert into activity_round as r (starts_at, ends_at) values (${found.round}, ${window.ends})
    on conflict (starts_at) do update set ends_at = excluded.ends_at
      where r.ends_at is distinct from excluded.ends_at and coalesce(r.ends_at > ${now}, true)`.execute(tx);
  return found;
}

async function tryLock(tx: Tx, name: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked`.execute(tx);
  return rows[0]?.locked === true;
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

/** Keeps other settlers from what is held until the transaction ends; false where one is at it already. */
export const tryLockHeld = (tx: Tx): Promise<boolean> => tryLock(tx, 'activity held');

/** Those whose deposit had to stay until now, as they became due. Index activity_bonus_held. */
export async function listDue(tx: Tx, now: Date, limit: number): Promise<Bonus[]> {
  return tx
    .selectFrom('activity_bonus')
    .selectAll()
    .where('status', '=', 'held')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Writes what was decided of those that were held. */
export async function endHeld(
  tx: Tx,
  ended: readonly Pick<Bonus, 'id' | 'kept' | 'status' | 'reason' | 'power' | 'decided_at'>[],
): Promise<void> {
  const column = <K extends keyof (typeof ended)[number]>(name: K): (typeof ended)[number][K][] =>
    ended.map((one) => one[name]);
  await sql`update activity_bonus b set kept = n.kept, status = n.status, reason = n.reason, power = n.power,
      decided_at = n.decided_at
    from unnest(${column('id')}::text[], ${column('kept')}::numeric[], ${column('status')}::text[],
      ${column('reason')}::text[], ${column('power')}::numeric[], ${column('decided_at')}::timestamptz[])
      as n(id, kept, status, reason, power, decided_at)
    where b.id = n.id`.execute(tx);
}

/** Notes what stayed through which entry, of what is still held: nobody reads what is before that again. */
export async function noteKept(
  tx: Tx,
  { id }: Bonus,
  { kept, through }: { kept: bigint; through: bigint },
): Promise<void> {
  await sql`update activity_bonus set kept = least(kept, ${kept}::numeric), kept_through = ${through}
    where id = ${id} and status = 'held' and coalesce(kept_through, 0) < ${through}`.execute(tx);
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

export async function findBonus(db: Db | Tx, id: string): Promise<Bonus | undefined> {
  return db.selectFrom('activity_bonus').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Of everybody or of one member, newest first; primary key, activity_bonus_of_member. */
export async function listAllBonuses(
  db: Db | Tx,
  query: { memberId: string | undefined; before: string | undefined; limit: number },
): Promise<Bonus[]> {
  const { memberId, before: after, limit } = query;
  return db
    .selectFrom('activity_bonus')
    .selectAll()
    .$if(memberId !== undefined, (all) => all.where('member_id', '=', memberId ?? ''))
    .$call((rows) => pageBy(rows, 'id', { after, limit }))
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
