import { sql } from 'kysely';
import type { Tx } from '../platform/db/connect.ts';
import { earned, earnedOf, ofMember, standing } from './reward-store.ts';

/** The serials that are added up at once lie no further apart, or are of one settlement: a statement may not take long. */
const SPAN = 200_000n;

const throughOf = (memberId: string) =>
  sql`coalesce((select through from reward_summed where member_id = ${memberId}), 0)`;

/** The first of a member's rewards that is not added up yet, where there are at least so many. */
export async function findUnsummed(tx: Tx, memberId: string, least: number): Promise<bigint | undefined> {
  const first = (limit: number) =>
    ofMember(memberId, {
      states: earned,
      after: throughOf(memberId),
      only: sql`and r.key is null`,
      limit,
      from: sql`select r.serial from reward r where true`,
    });
  const { rows } = await sql<{
    first: bigint | null;
    count: bigint;
  }>`select (select min(q.serial) from ${first(1)}) as first,
    (select count(*) from (select from ${first(least)} limit ${least}) few) as count`.execute(tx);
  const [found] = rows;
  return found && found.count >= least ? (found.first ?? undefined) : undefined;
}

/**
 * Up to where rewards from `first` on can be added up for good: to the end of a settlement, while none is under way. One that begins later
 * has later serials only.
 */
export async function findEnd(tx: Tx, first: bigint): Promise<bigint | undefined> {
  const { rows } = await sql<{ through: bigint | null }>`
    select coalesce(max(last_serial) filter (where last_serial < ${first + SPAN}), min(last_serial)) as through
    from reward_settlement where last_serial >= ${first}
      and not exists (select from reward_settlement where step <> 'settled')`.execute(tx);
  return rows[0]?.through ?? undefined;
}

/** Adds up a member's rewards up to `through`, whose claims are locked: nothing of them changes meanwhile. */
export async function addUp(tx: Tx, memberId: string, through: bigint): Promise<void> {
  const each = sql`q.serial > ${throughOf(memberId)} and q.serial <= ${through}`;
  // Both read what was there before either wrote.
  await sql`with summed as (insert into reward_summed (member_id, through) values (${memberId}, ${through})
      on conflict (member_id) do update set through = excluded.through)
    insert into reward_day_sum as d (member_id, day, kind, coin_id, count, total, claimed)
    select ${memberId}, day, kind, coin_id, count, total, claimed from (${earnedOf(memberId, each)}) came
    on conflict (member_id, day, kind, coin_id) do update set count = d.count + excluded.count, total = d.total + excluded.total,
      claimed = d.claimed + excluded.claimed`.execute(tx);
}

/** Of what was added up, these are claimed now. */
export async function addClaimed(tx: Tx, memberId: string, serials: readonly bigint[]): Promise<void> {
  await sql`update reward_day_sum d set claimed = d.claimed + c.sum from (
      select q.day, q.kind, q.coin_id, sum(q.amount) as sum from (${standing} and r.serial = any(${serials.map(String)}::bigint[])
        and r.key is null and r.serial <= ${throughOf(memberId)}) q group by q.day, q.kind, q.coin_id) c
    where d.member_id = ${memberId} and d.day = c.day and d.kind = c.kind and d.coin_id = c.coin_id`.execute(
    tx,
  );
}
