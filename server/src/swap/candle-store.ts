import type { Interval } from '@openmere/core/swap/contract.ts';
import { intervalSeconds, openTimeOf } from '@openmere/core/swap/candle.ts';
import { sql } from 'kysely';
import type { Hex } from '../platform/chain/log.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { addBar, barsOf } from './bars.ts';
import type { Bar, PlacedSwap } from './bars.ts';
import type { CandleTable } from './tables.ts';

/** Adds final swaps to the candles of all intervals: one statement for the whole batch. */
export async function addToCandles(tx: Tx, chainId: number, swaps: readonly PlacedSwap[]): Promise<void> {
  const rows = [...barsOf(swaps)].flatMap(([interval, bars]) =>
    [...bars.values()].map((bar) => ({ interval, ...bar })),
  );
  if (rows.length === 0) return;
  const column = (pick: (bar: Bar) => bigint): string[] => rows.map((bar) => pick(bar).toString());
  // Parts of one candle may come in any order (a rescan finds what was left out): the places decide open and close.
  await sql`insert into candle as c (chain_id, interval, open_time, open, high, low, close, volume_open, volume_usdt,
      trades, first_at, last_at)
    select ${chainId}, i, to_timestamp(t), o, h, l, k, vo, vu, n, f, z from unnest(
      ${rows.map(({ interval }) => interval)}::text[], ${rows.map((bar) => bar.openTime)}::int8[],
      ${column((one) => one.open)}::numeric[], ${column((one) => one.high)}::numeric[],
      ${column((one) => one.low)}::numeric[], ${column((one) => one.close)}::numeric[],
      ${column((one) => one.volumeOpen)}::numeric[], ${column((one) => one.volumeUsdt)}::numeric[],
      ${rows.map((bar) => bar.trades)}::int4[], ${rows.map(({ firstAt }) => firstAt)}::int8[],
      ${rows.map(({ lastAt }) => lastAt)}::int8[]) as w(i, t, o, h, l, k, vo, vu, n, f, z)
    on conflict (chain_id, interval, open_time) do update set
      open = case when excluded.first_at < c.first_at then excluded.open else c.open end,
      close = case when excluded.last_at > c.last_at then excluded.close else c.close end,
      high = greatest(c.high, excluded.high), low = least(c.low, excluded.low),
      volume_open = c.volume_open + excluded.volume_open, volume_usdt = c.volume_usdt + excluded.volume_usdt,
      trades = c.trades + excluded.trades,
      first_at = least(c.first_at, excluded.first_at), last_at = greatest(c.last_at, excluded.last_at)`.execute(
    tx,
  );
}

/** A swap that is not final, with the block that it is in. */
export type SeenSwap = PlacedSwap & { blockNumber: bigint; logIndex: number; blockHash: Hex };

/** Makes the swaps that are not final exactly these. @returns times (epoch seconds) of those that came or went. */
export async function replaceSeenSwaps(
  tx: Tx,
  chainId: number,
  swaps: readonly SeenSwap[],
): Promise<number[]> {
  const before = await sql<{ key: string; time: bigint }>`
    select block_hash || ':' || log_index as key, extract(epoch from block_time)::int8 as time from swap_seen
    where chain_id = ${chainId} for update`.execute(tx);
  const known = new Map(before.rows.map(({ key, time }) => [key, Number(time)]));
  const keyOf = (swap: SeenSwap): string => `${swap.blockHash}:${swap.logIndex}`;
  const wanted = new Set(swaps.map(keyOf));
  const came = swaps.filter((swap) => !known.has(keyOf(swap)));
  const gone = [...known].filter(([key]) => !wanted.has(key));
  if (gone.length > 0) {
    await sql`delete from swap_seen where chain_id = ${chainId}
      and block_hash || ':' || log_index = any(${gone.map(([key]) => key)}::text[])`.execute(tx);
  }
  if (came.length > 0) {
    await sql`insert into swap_seen (chain_id, block_number, log_index, block_hash, block_time, price, open_amount, usdt_amount)
      select ${chainId}, b, i, h, to_timestamp(t), p, o, u from unnest(
        ${came.map((swap) => swap.blockNumber)}::int8[], ${came.map((swap) => swap.logIndex)}::int4[],
        ${came.map((swap) => swap.blockHash)}::text[], ${came.map((swap) => swap.time)}::int8[],
        ${came.map((swap) => swap.priceE18.toString())}::numeric[], ${came.map((swap) => swap.open.toString())}::numeric[],
        ${came.map((swap) => swap.usdt.toString())}::numeric[]) as w(b, i, h, t, p, o, u)`.execute(tx);
  }
  return [...came.map((swap) => swap.time), ...gone.map(([, time]) => time)];
}

type BarRow = Omit<CandleTable, 'chain_id' | 'interval' | 'open_time'> & { time: bigint; seen: boolean };

/**
 * The newest `limit` candles that begin before `before` (epoch seconds), oldest first, intervals without trades left out.
 * Final candles and the swaps above the cursor in one look, so that none is counted twice or missed.
 */
export async function readBars(
  db: Db | Tx,
  chainId: number,
  query: { interval: Interval; before: number | undefined; limit: number },
): Promise<Bar[]> {
  const { interval, before, limit } = query;
  const until = before === undefined ? sql`` : sql`and open_time < to_timestamp(${before})`;
  const seenUntil = before === undefined ? sql`` : sql`and s.block_time < to_timestamp(${before})`;
  const { rows } = await sql<BarRow>`
    (select extract(epoch from open_time)::int8 as time, open, high, low, close, volume_open, volume_usdt, trades, first_at, last_at,
        false as seen
      from candle where chain_id = ${chainId} and interval = ${interval} ${until} order by open_time desc limit ${limit})
    union all
    (select extract(epoch from s.block_time)::int8, s.price, s.price, s.price, s.price, s.open_amount, s.usdt_amount, 1,
        s.block_number * 1000000 + s.log_index, s.block_number * 1000000 + s.log_index, true
      from swap_seen s join chain_cursor k on k.chain_id = s.chain_id and s.block_number > k.block_number
      where s.chain_id = ${chainId} ${seenUntil})`.execute(db);
  const bars = new Map<number, Bar>();
  for (const row of rows) addBar(bars, barOf(row, openTimeOf(interval, Number(row.time))));
  return [...bars.values()].sort((a, b) => a.openTime - b.openTime).slice(-limit);
}

function barOf(row: BarRow, openTime: number): Bar {
  const { open, high, low, close, volume_open: volumeOpen, volume_usdt: volumeUsdt, trades } = row;
  const [firstAt, lastAt] = [Number(row.first_at), Number(row.last_at)];
  return { openTime, open, high, low, close, volumeOpen, volumeUsdt, trades, firstAt, lastAt };
}

/** Candles that swaps at these times (epoch seconds) belong to, as they are now: what sockets are told. */
export async function readTouched(
  db: Db | Tx,
  chainId: number,
  interval: Interval,
  openTimes: readonly number[],
): Promise<Bar[]> {
  const before = Math.max(...openTimes) + intervalSeconds[interval];
  const bars = await readBars(db, chainId, { interval, before, limit: TOUCHED_MAX });
  return bars.filter(({ openTime }) => openTimes.includes(openTime));
}

/** Candles that change at once are the newest few. */
const TOUCHED_MAX = 50;
