import { endOfDay } from '@openmere/core/kit/day.ts';
import { rewardKinds } from '@openmere/core/reward/kinds.ts';
import type { RewardKind, RewardStatus } from '@openmere/core/reward/kinds.ts';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db, Tx } from '../platform/db/connect.ts';
import { readColumns } from '../platform/db/read-columns.ts';
import type { RewardRow } from './tables.ts';

/** A reward as it stands now: `pending` until its settlement is settled, or its yield credited. */
export type StandingReward = Omit<RewardRow, 'status'> & {
  status: RewardStatus;
  settled: boolean;
  settled_at: Date | null;
};

/** What no settlement wrote counts as settled, and of a day's yield what is credited. */
const isSettled = sql`(s.pool is null or s.step = 'settled' or r.serial <= s.credited_serial) is true`;

/** What a settlement is still writing is not there yet. `day`: the last one it was settled for. */
export const standing = sql`select r.*, r.period + coalesce(s.days, 1) - 1 as day, ${isSettled} as settled, s.settled_at
  from reward r left join reward_settlement s on s.pool = r.pool and s.period = r.period
  where s.step is distinct from 'opened'`;

function statusOf(row: Pick<RewardRow, 'status'> & { settled: boolean }): RewardStatus {
  return row.settled || row.status === 'notqualified' ? row.status : 'pending';
}

type Read = RewardRow & { settled: boolean; settled_at: Date | null };

const stored = ['claimable', 'claimed', 'notqualified'] as const;
export const earned = ['claimable', 'claimed'] as const;

type Of = {
  states: readonly string[];
  kinds?: readonly RewardKind[] | undefined;
  /** By serial, both excluded. */
  after?: RawBuilder<unknown> | undefined;
  before?: RawBuilder<unknown> | undefined;
  only?: RawBuilder<unknown> | undefined;
  order?: 'asc' | 'desc';
  /** Of each state and kind. */
  limit?: number;
  from?: RawBuilder<unknown>;
};

/**
 * A member's rewards as `q`, state by state and kind by kind, each in the order of their serials: whoever looks for a few among millions
 * reads a few. Index: reward_of_member. Compared and ordered as its rows, or the planner may read everybody's from the newest on.
 */
export function ofMember(memberId: string, of: Of): RawBuilder<unknown> {
  const { states, kinds = rewardKinds, after = sql`0`, before = sql.lit(SERIAL_MAX), only = sql`` } = of;
  const row = sql`(r.member_id, r.status, r.kind, r.serial)`;
  const bound = (serial: RawBuilder<unknown>) => sql`(${memberId}, states.state, kinds.kind, ${serial})`;
  const order = sql.raw(of.order ?? 'asc');
  return sql`unnest(${[...states]}::text[]) as states (state) cross join unnest(${[...kinds]}::text[]) as kinds (kind)
    cross join lateral (${of.from ?? standing} and ${row} > ${bound(after)} and ${row} < ${bound(before)} ${only}
      order by r.member_id ${order}, r.status ${order}, r.kind ${order}, r.serial ${order} limit ${of.limit ?? null}) q`;
}
const SERIAL_MAX = '9223372036854775807';

/** Newest first: of the newest of each state and kind. */
export async function listRewards(
  db: Db | Tx,
  memberId: string,
  filter: { kind?: RewardKind | undefined; status?: RewardStatus | undefined; before?: string | undefined },
  limit: number,
): Promise<StandingReward[]> {
  const { kind, status, before } = filter;
  // What stands as claimable or claimed is pending until it is settled.
  const states = stored.filter((state) =>
    status === 'pending' ? state !== 'notqualified' : status === undefined || state === status,
  );
  const isWanted = {
    pending: sql`and not ${isSettled}`,
    claimable: sql`and ${isSettled}`,
    claimed: sql`and ${isSettled}`,
    notqualified: undefined,
  };
  // Nothing is pending before the first serial of what is under way.
  const open = sql`(select min(coalesce(credited_serial, first_serial - 1)) from reward_settlement where step <> 'settled')`;
  const newest = ofMember(memberId, {
    states,
    kinds: kind && [kind],
    after: status === 'pending' ? open : undefined,
    before: before === undefined ? undefined : sql`${before}::bigint`,
    only: status && isWanted[status],
    order: 'desc',
    limit,
  });
  const { rows } = await sql<Read>`
    select q.* from ${newest} order by q.serial desc limit ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, status: statusOf(row) }));
}

export async function findReward(
  db: Db | Tx,
  memberId: string,
  serial: bigint,
): Promise<StandingReward | undefined> {
  const { rows } =
    await sql<Read>`${standing} and r.serial = ${serial} and r.member_id = ${memberId}`.execute(db);
  return rows.map((row) => ({ ...row, status: statusOf(row) }))[0];
}

export type ClaimableReward = Pick<RewardRow, 'serial' | 'kind' | 'coin_id' | 'amount' | 'pool'>;

/**
 * What the member can claim, locked until the transaction ends, the oldest first: whoever comes second waits, and finds it claimed.
 */
export async function lockClaimable(
  tx: Tx,
  memberId: string,
  filter: { serial?: bigint | undefined; kind?: RewardKind | undefined },
  limit: number,
): Promise<ClaimableReward[]> {
  const { serial, kind } = filter;
  const one = serial !== undefined && {
    after: sql`${serial - 1n}::bigint`,
    before: sql`${serial + 1n}::bigint`,
  };
  const only = sql`and ${isSettled}`;
  const oldest = ofMember(memberId, { states: ['claimable'], kinds: kind && [kind], ...one, only, limit });
  const { rows } = await sql<ClaimableReward>`
    select serial, kind, coin_id, amount, pool from reward
    where serial = any(array(select q.serial from ${oldest} order by q.serial limit ${limit})) and status = 'claimable'
    order by serial for update`.execute(tx);
  return rows;
}

/** Whether there is anything to claim, or may be soon. Index: reward_of_member. */
export async function hasClaimable(db: Db | Tx, memberId: string): Promise<boolean> {
  const { rows } =
    await sql`select from reward where member_id = ${memberId} and status = 'claimable' limit 1`.execute(db);
  return rows.length > 0;
}

export async function markClaimed(tx: Tx, serials: readonly bigint[], claimId: string): Promise<void> {
  await sql`update reward set status = 'claimed', claim_id = ${claimId}
    where serial = any(${serials.map(String)}::bigint[])`.execute(tx);
}

export type KindTotal = {
  kind: RewardKind;
  coin_id: string;
  total: bigint;
  claimable: bigint;
  claimed: bigint;
  yesterday: bigint;
  count: bigint;
};

/**
 * What a member's rewards `q` of settlements that `each` leaves brought (settled, qualified), by day, kind and coin. Added up before it is asked what is
 * settled: that is the same for all of a settlement, but for yield, of which a member has one of each kind. All
 * states and kinds are named, so that the index begins at the first serial of each. Index: reward_of_member.
 */
export function earnedOf(memberId: string, each: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select r.period + coalesce(s.days, 1) - 1 as day, r.kind, r.coin_id, sum(r.count)::bigint as count, sum(r.total) as total,
      sum(r.claimed) as claimed
    from (select q.kind, q.coin_id, q.pool, q.period, case when q.pool = 'yield' then q.serial end as serial, count(*) as count,
        sum(q.amount) as total, coalesce(sum(q.amount) filter (where q.status = 'claimed'), 0) as claimed
      from reward q where q.member_id = ${memberId} and q.status = any(${[...earned]}::text[]) and q.kind = any(${[...rewardKinds]}::text[])
        and q.key is null and ${each} group by 1, 2, 3, 4, 5) r
    left join reward_settlement s on s.pool = r.pool and s.period = r.period
    where s.step is distinct from 'opened' and ${isSettled} group by 1, 2, 3`;
}

/**
 * What a member earned on each day, by kind and coin, as `earnings`: what was added up before, what came since, and what no settlement
 * wrote. `days` and `since` leave out what is not asked for.
 */
function earningsOf(
  memberId: string,
  { days = sql`true`, since = sql`0` }: { days?: RawBuilder<unknown>; since?: RawBuilder<unknown> } = {},
): RawBuilder<unknown> {
  const through = sql`(select through from reward_summed where member_id = ${memberId})`;
  const later = earnedOf(memberId, sql`q.serial > greatest(${through}, ${since})`);
  return sql`(
    select day, kind, coin_id, count, total, claimed from reward_day_sum where member_id = ${memberId} and ${days}
    union all
    select * from (${later}) later where ${days}
    union all
    select day, kind, coin_id, 1, amount, case when status = 'claimed' then amount else 0 end
    from (${standing} and r.member_id = ${memberId} and r.key is not null and r.status <> 'notqualified') granted where settled and ${days}
  ) earnings`;
}

/** What a member earned by kind and coin; `yesterday` is that of `lastDay`. */
export async function sumRewards(
  db: Db | Tx,
  memberId: string,
  lastDay: number | null = null,
): Promise<KindTotal[]> {
  const { rows } = await sql<KindTotal>`
    select kind, coin_id, sum(total) as total, sum(count)::bigint as count, sum(total) - sum(claimed) as claimable, sum(claimed) as claimed,
      coalesce(sum(total) filter (where day = ${lastDay}::int), 0) as yesterday
    from ${earningsOf(memberId)} group by kind, coin_id order by kind, coin_id`.execute(db);
  return rows;
}

/**
 * What a member earned on each UTC day, by coin: the day for which it was settled, a week’s on its last, not the one on which it came.
 * From the first serial on that a reward of these days can have.
 */
export async function sumRewardsByDay(
  db: Db | Tx,
  memberId: string,
  { from, to }: { from: number; to: number },
): Promise<{ day: number; coin_id: string; total: bigint }[]> {
  const since = sql`(select coalesce(max(last_serial), 0) from reward_settlement
    where period + days <= ${from} and settled_at <= ${new Date(endOfDay(from - 1))})`;
  const earnings = earningsOf(memberId, { days: sql`day between ${from} and ${to}`, since });
  const { rows } = await sql<{ day: number; coin_id: string; total: bigint }>`
    select day, coin_id, sum(total) as total from ${earnings} group by day, coin_id order by day, coin_id`.execute(
    db,
  );
  return rows;
}

/** What is claimable of yield, by member: its power is not used up yet, but spoken for. Index: reward_yield_unclaimed. */
export async function sumUnclaimed(
  db: Db | Tx,
): Promise<{ memberId: string; dynamic: bigint; bonus: bigint }[]> {
  const query = sql`select member_id, coalesce(sum(amount) filter (where kind = 'dynamic'), 0)::numeric(45, 0) as dynamic,
      coalesce(sum(amount) filter (where kind = 'bonus'), 0)::numeric(45, 0) as bonus
    from reward where status = 'claimable' and pool = 'yield' group by member_id`;
  const parts = await readColumns(db, query, ['member_id', 'dynamic', 'bonus'] as const);
  return [...parts].flatMap(({ member_id: memberIds, dynamic, bonus }) =>
    memberIds.map((memberId, at) => ({
      memberId,
      dynamic: BigInt(dynamic[at] ?? ''),
      bonus: BigInt(bonus[at] ?? ''),
    })),
  );
}

/** The same of one member. Index: reward_of_member. */
export async function sumUnclaimedOf(
  db: Db | Tx,
  memberId: string,
): Promise<{ dynamic: bigint; bonus: bigint }> {
  const { rows } = await sql<{ dynamic: bigint; bonus: bigint }>`
    select coalesce(sum(amount) filter (where kind = 'dynamic'), 0)::numeric(45, 0) as dynamic,
      coalesce(sum(amount) filter (where kind = 'bonus'), 0)::numeric(45, 0) as bonus
    from reward where member_id = ${memberId} and status = 'claimable' and pool = 'yield'`.execute(db);
  return rows[0] ?? { dynamic: 0n, bonus: 0n };
}

/** What can be claimed of rewards that no settlement wrote, by their keys. Index: reward_once. */
export async function sumClaimable(db: Db | Tx, keys: readonly string[]): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`select coalesce(sum(amount), 0) as sum from reward
    where key is not null and key = any(${[...keys]}::text[]) and status = 'claimable'`.execute(db);
  return rows[0]?.sum ?? 0n;
}

/** All dividends that a member ever got, by coin: USDT first. */
export async function sumDividends(
  db: Db | Tx,
  memberId: string,
): Promise<{ coinId: string; sum: bigint }[]> {
  const { rows } = await sql<{ coinId: string; sum: bigint }>`
    select q.coin_id as "coinId", sum(q.amount) as sum
    from ${ofMember(memberId, { states: earned, kinds: ['dividend'] })} where q.settled
    group by q.coin_id order by q.coin_id <> 'USDT', q.coin_id`.execute(db);
  return rows;
}
