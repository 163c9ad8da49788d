import { liquidityOfWeek } from '@openmere/core/team/liquidity-week.ts';
import type { LiquidityChange } from '@openmere/core/team/liquidity-week.ts';
import type { UseKind } from '@openmere/core/team/rules.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/connect.ts';

/** Wakes the job that keeps the figures. */
export const TEAM_CHANNEL = 'team_change';

/** `amount` may be below zero; whole millionths of a USDT. `amountMs`: of liquidity, the amount × milliseconds into the day. */
export type PerformanceRow = {
  memberId: string;
  day: number;
  kind: UseKind;
  amount: bigint;
  amountMs?: bigint;
};

/** Adds to what members did on a day, and tells the figures. Rows of one member, day and kind must be one. Locks by member. */
export async function insertPerformance(tx: Tx, rows: readonly PerformanceRow[]): Promise<void> {
  const sorted = rows
    .filter(({ amount }) => amount !== 0n)
    .sort((a, b) => (a.memberId < b.memberId ? -1 : a.memberId > b.memberId ? 1 : a.day - b.day));
  if (sorted.length === 0) return;
  const members = sorted.map(({ memberId }) => memberId);
  const days = sorted.map(({ day }) => day);
  const amounts = sorted.map(({ amount }) => amount.toString());
  const amountsMs = sorted.map(({ amountMs = 0n }) => amountMs.toString());
  await sql`insert into performance_day as p (member_id, day, kind, amount, amount_ms)
    select * from unnest(${members}::text[], ${days}::int4[], ${sorted.map(({ kind }) => kind)}::text[], ${amounts}::numeric[],
      ${amountsMs}::numeric[])
    on conflict (member_id, day, kind) do update set amount = p.amount + excluded.amount,
      amount_ms = p.amount_ms + excluded.amount_ms`.execute(tx);
  await sql`insert into team_change (member_id, day, amount)
    select * from unnest(${members}::text[], ${days}::int4[], ${amounts}::numeric[])`.execute(tx);
  await sql`select pg_notify(${TEAM_CHANNEL}, '')`.execute(tx);
}

/** What a member has of a kind altogether. Index: the primary key. */
export async function sumOfKind(tx: Tx, memberId: string, kind: UseKind): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`select coalesce(sum(amount), 0) as sum from performance_day
    where member_id = ${memberId} and kind = ${kind}`.execute(tx);
  return rows[0]?.sum ?? 0n;
}

/**
 * The performance of each member who had some on the days `from` to `to` (both included), USDT base units in whole millionths.
 * Index: performance_day_of_day.
 */
export async function listPerformance(
  db: Db | Tx,
  { from, to }: { from: number; to: number },
): Promise<{ memberId: string; amount: bigint }[]> {
  const { rows } = await sql<{ memberId: string; amount: bigint }>`
    select member_id as "memberId", sum(amount) as amount from performance_day
    where day between ${from} and ${to} group by member_id`.execute(db);
  return rows;
}

const DAYS = 7;

/**
 * The performance of the week that begins on `monday`, as a weekly pool weighs it: what was used in it, and liquidity by time (decision
 * 0295). Index: performance_day_of_day.
 */
export async function listWeekPerformance(
  db: Db | Tx,
  monday: number,
): Promise<{ memberId: string; amount: bigint }[]> {
  const { rows: uses } = await sql<{ memberId: string; amount: bigint }>`
    select member_id as "memberId", sum(amount) as amount from performance_day
    where day between ${monday} and ${monday + DAYS - 1} and kind <> 'liquidity' group by member_id`.execute(
    db,
  );
  const { rows: changes } = await sql<LiquidityChange & { memberId: string }>`
    select member_id as "memberId", day, amount, amount_ms as "amountMs" from performance_day
    where day between ${monday - DAYS} and ${monday + DAYS - 1} and kind = 'liquidity'`.execute(db);
  const sums = new Map(uses.map(({ memberId, amount }) => [memberId, amount]));
  for (const [memberId, own] of Map.groupBy(changes, (one) => one.memberId))
    sums.set(memberId, (sums.get(memberId) ?? 0n) + liquidityOfWeek(own, monday));
  return [...sums].map(([memberId, amount]) => ({ memberId, amount }));
}
