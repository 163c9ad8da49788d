import { sql } from 'kysely';
import type { ChainLog } from '../platform/chain/log.ts';
import type { Tx, Db } from '../platform/db/connect.ts';
import type { PoolSnapshot } from './pool-state.ts';
import { snapshotOf } from './pool-state.ts';
import type { PoolStateRow } from './tables.ts';

/** What one log of the pair changes: its reserves, or its total of LP (signed). Base units. */
export type PoolChange = { log: ChainLog } & (
  | { kind: 'reserves'; usdt: bigint; open: bigint }
  | { kind: 'lp'; change: bigint }
);

/**
 * Writes the pool series for final changes in chain order; changes that were left out before are put in where they belong. What a
 * reorganisation put at the place of another log is the pool's there from now on (decision 0303).
 */
export async function addPoolChanges(tx: Tx, chainId: number, changes: readonly PoolChange[]): Promise<void> {
  const first = changes[0];
  if (!first) return;
  const isLate = await hasPointAfter(tx, chainId, first.log);
  const before = await totalBefore(tx, chainId, first.log);
  await insertLpChanges(tx, chainId, changes);
  await insertPoints(tx, chainId, changes, before);
  // Rare: a rescan found logs that a node had left out, and known points lie behind them.
  if (isLate) await sumUpAgain(tx, chainId, first.log, before);
}

async function hasPointAfter(tx: Tx, chainId: number, log: ChainLog): Promise<boolean> {
  const { rows } = await sql`select 1 from pool_point where chain_id = ${chainId}
    and (block_number, log_index) > (${log.blockNumber}, ${log.logIndex}) limit 1`.execute(tx);
  return rows.length > 0;
}

/** All LP just before a log: that of the point before it, and what came in between. */
async function totalBefore(tx: Tx, chainId: number, log: ChainLog): Promise<bigint> {
  const { rows } = await sql<{ total: bigint }>`
    with p as (
      select block_number, log_index, lp_total from pool_point where chain_id = ${chainId}
        and (block_number, log_index) < (${log.blockNumber}, ${log.logIndex})
      order by block_number desc, log_index desc limit 1)
    select coalesce((select lp_total from p), 0) + coalesce((
      select sum(c.change) from lp_change c where c.chain_id = ${chainId}
        and (c.block_number, c.log_index) < (${log.blockNumber}, ${log.logIndex})
        and (c.block_number, c.log_index) > (coalesce((select block_number from p), -1), coalesce((select log_index from p), -1))
    ), 0) as total`.execute(tx);
  return rows[0]?.total ?? 0n;
}

async function insertLpChanges(tx: Tx, chainId: number, changes: readonly PoolChange[]): Promise<void> {
  const list = changes.flatMap((one) => (one.kind === 'lp' ? [one] : []));
  if (list.length === 0) return;
  await sql`insert into lp_change (chain_id, block_number, log_index, change)
    select ${chainId}, * from unnest(${list.map(({ log }) => log.blockNumber)}::int8[],
      ${list.map(({ log }) => log.logIndex)}::int4[], ${list.map(({ change }) => change.toString())}::numeric[])
    on conflict do nothing`.execute(tx);
}

async function insertPoints(
  tx: Tx,
  chainId: number,
  changes: readonly PoolChange[],
  before: bigint,
): Promise<void> {
  let total = before;
  const points: { log: ChainLog; usdt: bigint; open: bigint; total: bigint }[] = [];
  for (const change of changes) {
    if (change.kind === 'lp') total += change.change;
    else points.push({ log: change.log, usdt: change.usdt, open: change.open, total });
  }
  if (points.length === 0) return;
  await sql`insert into pool_point (chain_id, block_number, log_index, block_time, reserve_usdt, reserve_open, lp_total)
    select ${chainId}, * from unnest(${points.map(({ log }) => log.blockNumber)}::int8[],
      ${points.map(({ log }) => log.logIndex)}::int4[], ${points.map(({ log }) => log.blockTime)}::timestamptz[],
      ${points.map(({ usdt }) => usdt.toString())}::numeric[], ${points.map(({ open }) => open.toString())}::numeric[],
      ${points.map((point) => point.total.toString())}::numeric[])
    on conflict (chain_id, block_number, log_index) do update set block_time = excluded.block_time,
      reserve_usdt = excluded.reserve_usdt, reserve_open = excluded.reserve_open, lp_total = excluded.lp_total`.execute(
    tx,
  );
}

/** LP totals of all points from a log on, from the changes themselves. `before`: the total just before it. */
async function sumUpAgain(tx: Tx, chainId: number, from: ChainLog, before: bigint): Promise<void> {
  // A long series takes longer than the usual limit of a statement.
  await sql`set local statement_timeout = '5min'`.execute(tx);
  await sql`
    update pool_point p set lp_total = t.total
    from (
      select block_number, log_index, is_point,
        ${before.toString()}::numeric + sum(change) over (order by block_number, log_index) as total
      from (
        select block_number, log_index, change, false as is_point from lp_change where chain_id = ${chainId}
        union all
        select block_number, log_index, 0, true from pool_point where chain_id = ${chainId}) u
      where (block_number, log_index) >= (${from.blockNumber}, ${from.logIndex})) t
    where p.chain_id = ${chainId} and t.is_point and p.lp_total <> t.total
      and p.block_number = t.block_number and p.log_index = t.log_index`.execute(tx);
}

export type Burn = { log: ChainLog; from: string; amount: bigint };

/** Keeps final burns of OPEN. */
export async function insertBurns(tx: Tx, chainId: number, burns: readonly Burn[]): Promise<void> {
  if (burns.length === 0) return;
  await sql`insert into open_burn (chain_id, block_number, log_index, block_time, tx_hash, address, amount)
    select ${chainId}, * from unnest(${burns.map(({ log }) => log.blockNumber)}::int8[],
      ${burns.map(({ log }) => log.logIndex)}::int4[], ${burns.map(({ log }) => log.blockTime)}::timestamptz[],
      ${burns.map(({ log }) => log.txHash)}::text[], ${burns.map(({ from }) => from)}::text[],
      ${burns.map(({ amount }) => amount.toString())}::numeric[])
    on conflict do nothing`.execute(tx);
}

/** Undefined while the pool was never read, or is empty. */
export async function findPoolState(db: Db | Tx): Promise<PoolSnapshot | undefined> {
  const { rows } = await sql<PoolStateRow>`select * from pool_state order by read_at desc limit 1`.execute(
    db,
  );
  return rows[0] && snapshotOf(rows[0]);
}

export type PoolRow = PoolStateRow & {
  past_usdt: bigint | null;
  past_open: bigint | null;
  volume_usdt: bigint;
  volume_open: bigint;
  high: bigint | null;
  low: bigint | null;
  trades: bigint;
};

/** `since`: epoch seconds, the begin of the last 24 hours. */
export async function findPool(db: Db, chainId: number, since: number): Promise<PoolRow | undefined> {
  const { rows } = await sql<PoolRow>`
    select s.*, p.reserve_usdt as past_usdt, p.reserve_open as past_open, v.*
    from pool_state s
    left join lateral (
      select reserve_usdt, reserve_open from pool_point
      where chain_id = s.chain_id and block_time <= to_timestamp(${since})
      order by block_time desc, block_number desc, log_index desc limit 1) p on true
    cross join lateral (
      select coalesce(sum(volume_usdt), 0) as volume_usdt, coalesce(sum(volume_open), 0) as volume_open,
        max(high) as high, min(low) as low, coalesce(sum(trades), 0)::int8 as trades
      from (
        select volume_usdt, volume_open, high, low, trades from candle
        where chain_id = s.chain_id and interval = '1m' and open_time >= to_timestamp(${since - (since % 60)})
        union all
        select w.usdt_amount, w.open_amount, w.price, w.price, 1 from swap_seen w
        join chain_cursor k on k.chain_id = w.chain_id and w.block_number > k.block_number
        where w.chain_id = s.chain_id and w.block_time >= to_timestamp(${since})) swaps) v
    where s.chain_id = ${chainId}`.execute(db);
  return rows[0];
}

/** Keeps the market as it was read, and the highest average of its hour. */
export async function writeState(tx: Tx, row: PoolStateRow): Promise<void> {
  const { chain_id, ...rest } = row;
  await tx
    .insertInto('pool_state')
    .values(row)
    .onConflict((conflict) => conflict.column('chain_id').doUpdateSet(rest))
    .execute();
  if (!row.twap) return;
  await sql`insert into average_hour as h (chain_id, hour, highest)
    values (${chain_id}, date_trunc('hour', ${row.block_time}::timestamptz, 'UTC'), ${row.twap.toString()}::numeric)
    on conflict (chain_id, hour) do update set highest = excluded.highest where h.highest < excluded.highest`.execute(
    tx,
  );
}

/** What the answers of the market depend on besides their own parameters: changes so far, and what is final. */
export type MarketVersion = { version: bigint; cursor: bigint | null };

export async function findMarketVersion(db: Db, chainId: number): Promise<MarketVersion | undefined> {
  const { rows } = await sql<MarketVersion>`select v.version,
    (select k.block_number from chain_cursor k where k.chain_id = ${chainId}) as cursor from market_version v`.execute(
    db,
  );
  return rows[0];
}
