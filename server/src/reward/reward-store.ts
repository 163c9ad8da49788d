import { endOfDay } from '@openmere/core/kit/day.ts';
import type { RewardKind, RewardStatus } from '@openmere/core/reward/kinds.ts';
import { sql } from 'kysely';
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
const standing = sql`select r.*, r.period + coalesce(s.days, 1) - 1 as day, ${isSettled} as settled, s.settled_at
  from reward r left join reward_settlement s on s.pool = r.pool and s.period = r.period
  where s.step is distinct from 'opened'`;

function statusOf(row: Pick<RewardRow, 'status'> & { settled: boolean }): RewardStatus {
  return row.settled || row.status === 'notqualified' ? row.status : 'pending';
}

type Read = RewardRow & { settled: boolean; settled_at: Date | null };

const stored = ['claimable', 'claimed', 'notqualified'] as const;

/** Newest first. Index: reward_of_member has those of each state in their order, so the newest of each are merged. */
export async function listRewards(
  db: Db | Tx,
  memberId: string,
  filter: { kind?: RewardKind | undefined; status?: RewardStatus | undefined; before?: string | undefined },
  limit: number,
): Promise<StandingReward[]> {
  const { kind, status, before } = filter;
  const none = sql``;
  // What stands as claimable or claimed is pending until it is settled.
  const states = stored.filter((state) =>
    status === 'pending' ? state !== 'notqualified' : status === undefined || state === status,
  );
  const mustBeSettled = status === undefined || status === 'notqualified' ? undefined : status !== 'pending';
  const newest = states.map(
    (state) => sql`(select * from (${standing} and r.member_id = ${memberId} and r.status = ${state}
        ${kind === undefined ? none : sql`and r.kind = ${kind}`}
        ${before === undefined ? none : sql`and r.serial < ${before}`}) q
      ${mustBeSettled === undefined ? none : sql`where q.settled = ${mustBeSettled}`}
      order by q.serial desc limit ${limit})`,
  );
  const { rows } = await sql<Read>`
    select * from (${sql.join(newest, sql` union all `)}) a order by serial desc limit ${limit}`.execute(db);
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
 * What the member can claim, locked until the transaction ends, the oldest first: whoever comes second waits, and finds it
 * claimed. Index: reward_of_member.
 */
export async function lockClaimable(
  tx: Tx,
  memberId: string,
  filter: { serial?: bigint | undefined; kind?: RewardKind | undefined },
  limit: number,
): Promise<ClaimableReward[]> {
  const { serial, kind } = filter;
  const none = sql``;
  const { rows } = await sql<ClaimableReward>`
    select r.serial, r.kind, r.coin_id, r.amount, r.pool
    from reward r left join reward_settlement s on s.pool = r.pool and s.period = r.period
    where r.member_id = ${memberId} and r.status = 'claimable' and ${isSettled}
      ${serial === undefined ? none : sql`and r.serial = ${serial}`}
      ${kind === undefined ? none : sql`and r.kind = ${kind}`}
    order by r.serial limit ${limit} for update of r`.execute(tx);
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

/** What a member earned (settled, qualified) by kind and coin; `yesterday` is that of `lastDay`. */
export async function sumRewards(
  db: Db | Tx,
  memberId: string,
  lastDay: number | null = null,
): Promise<KindTotal[]> {
  const { rows } = await sql<KindTotal>`
    select kind, coin_id, sum(amount) as total, count(*) as count,
      coalesce(sum(amount) filter (where status = 'claimable'), 0) as claimable,
      coalesce(sum(amount) filter (where status = 'claimed'), 0) as claimed,
      coalesce(sum(amount) filter (where day = ${lastDay}::int), 0) as yesterday
    from (${standing} and r.member_id = ${memberId} and r.status <> 'notqualified') q
    where q.settled group by kind, coin_id order by kind, coin_id`.execute(db);
  return rows;
}

/**
 * What a member earned on each UTC day, by coin: the day for which it was settled, a week’s on its last, not the one on which it came.
 * Index: reward_of_member, from the first serial on that a reward of these days can have. Compared as a row, or the planner may read
 * everybody's from there on.
 */
export async function sumRewardsByDay(
  db: Db | Tx,
  memberId: string,
  { from, to }: { from: number; to: number },
): Promise<{ day: number; coin_id: string; total: bigint }[]> {
  const before = sql`(select coalesce(max(last_serial), 0) from reward_settlement
    where period + days <= ${from} and settled_at <= ${new Date(endOfDay(from - 1))})`;
  const earned = (['claimable', 'claimed'] as const).map(
    (state) => sql`${standing} and r.member_id = ${memberId} and r.status = ${state}
      and (r.member_id, r.status, r.serial) > (${memberId}, ${state}, ${before})`,
  );
  const { rows } = await sql<{ day: number; coin_id: string; total: bigint }>`
    select q.day, q.coin_id, sum(q.amount) as total from (${sql.join(earned, sql` union all `)}) q
    where q.settled and q.day between ${from} and ${to} group by q.day, q.coin_id order by q.day, q.coin_id`.execute(
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

/** All dividends that a member ever got, by coin: USDT first. Index: reward_of_member. */
export async function sumDividends(
  db: Db | Tx,
  memberId: string,
): Promise<{ coinId: string; sum: bigint }[]> {
  const { rows } = await sql<{ coinId: string; sum: bigint }>`
    select q.coin_id as "coinId", sum(q.amount) as sum from (${standing} and r.member_id = ${memberId}
      and r.kind = 'dividend' and r.status <> 'notqualified') q where q.settled
    group by q.coin_id order by q.coin_id <> 'USDT', q.coin_id`.execute(db);
  return rows;
}
