import { intervalSeconds, joinCandles, rollUp, seriesOf } from '@openmere/core/swap/candle.ts';
import type { Candle, PlacedCandle, Swap } from '@openmere/core/swap/candle.ts';
import type { Interval } from '@openmere/core/swap/contract.ts';
import { sql } from 'kysely';
import type { Hex } from '../platform/chain/log.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { candleOfText, textOfCandle } from './candle-text.ts';
import type { CandleText } from './candle-text.ts';

/** Adds final swaps to the candles of all intervals: one statement for the whole batch. */
export async function addToCandles(tx: Tx, chainId: number, swaps: readonly Swap[]): Promise<void> {
  const rows = [...seriesOf(swaps)].flatMap(([interval, candles]) =>
    candles.map((candle) => ({ interval, ...candle })),
  );
  if (rows.length === 0) return;
  const column = (pick: (candle: Candle) => bigint): string[] =>
    rows.map((candle) => pick(candle).toString());
  // Parts of one candle may come in any order (a rescan finds what was left out): the positions decide open and close.
  await sql`insert into candle as c (chain_id, interval, open_time, open, high, low, close, volume_open, volume_usdt,
      trades, first_at, last_at)
    select ${chainId}, i, to_timestamp(t), o, h, l, k, vo, vu, n, f, z from unnest(
      ${rows.map(({ interval }) => interval)}::text[], ${rows.map(({ openTime }) => openTime)}::int8[],
      ${column((one) => one.open)}::numeric[], ${column((one) => one.high)}::numeric[],
      ${column((one) => one.low)}::numeric[], ${column((one) => one.close)}::numeric[],
      ${column((one) => one.volumeOpen)}::numeric[], ${column((one) => one.volumeUsdt)}::numeric[],
      ${rows.map(({ trades }) => trades)}::int4[], ${rows.map(({ firstAt }) => firstAt)}::int8[],
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
export type SeenSwap = Swap & { blockNumber: bigint; logIndex: number; blockHash: Hex };

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

/**
 * What one OPEN cost in the pool at moments (keys in milliseconds), in USDT base units: the close of the last minute with trades before
 * each, since only trades move the price. Moments before the first trade are left out. Index: candle_pkey, backwards from each.
 */
export async function listPricesAt(
  db: Db | Tx,
  chainId: number,
  times: readonly Date[],
): Promise<Map<number, bigint>> {
  if (times.length === 0) return new Map();
  const { rows } = await sql<{ at: Date; close: bigint }>`
    select t.at, c.close from unnest(${[...times]}::timestamptz[]) as t(at), lateral (
      select close from candle where chain_id = ${chainId} and interval = '1m' and open_time <= t.at - interval '1 minute'
      order by open_time desc limit 1) c`.execute(db);
  return new Map(rows.map(({ at, close }) => [at.getTime(), close]));
}

/** A candle as it is read. The positions are only there for candles that a swap above the cursor may be in. */
type Found = CandleText & { firstAt: number; lastAt: number };

/**
 * The newest `limit` candles that begin before `before` (epoch seconds), oldest first, intervals without trades left out.
 * Final candles and the swaps above the cursor in one look, so that none is counted twice or missed. Digits stay text:
 * most of them only travel on. They come as one text for all: a row each takes twice as long (docs/decisions/0065).
 * Their times by date_part, whole seconds in 64 bits: extract makes a numeric of each, which took a quarter of all.
 * Index: candle_pkey, backwards from the end of the series, by a plan that is made once a connection (migration 0700).
 */
export async function readCandleTexts(
  db: Db | Tx,
  chainId: number,
  query: { interval: Interval; before: number | undefined; limit: number },
): Promise<CandleText[]> {
  const { interval, before, limit } = query;
  const until = before === undefined ? sql`'infinity'::timestamptz` : sql`to_timestamp(${before})`;
  const { rows } = await sql<{ final: string | null; seen: string | null }>`
    select final, seen from candle_lines(${chainId}, ${interval}, make_interval(secs => ${intervalSeconds[interval]}), ${until}, ${limit})`.execute(
    db,
  );
  const finals = linesOf(rows[0]?.final).toReversed();
  const seen = linesOf(rows[0]?.seen).map(placed);
  return seen.length === 0 ? finals : addSeen(finals, rollUp(seen, interval)).slice(-limit);
}

function linesOf(text: string | null | undefined): Found[] {
  return text ? text.split(';').map(lineOf) : [];
}

function lineOf(line: string): Found {
  const [
    openTime,
    open = '',
    high = '',
    low = '',
    close = '',
    volumeOpen = '',
    volumeUsdt = '',
    trades,
    first,
    last,
  ] = line.split(',');
  return {
    openTime: Number(openTime),
    open,
    high,
    low,
    close,
    volumeOpen,
    volumeUsdt,
    trades: Number(trades),
    firstAt: Number(first),
    lastAt: Number(last),
  };
}

function placed(found: Found): PlacedCandle {
  return { ...candleOfText(found), firstAt: found.firstAt, lastAt: found.lastAt };
}

/** Final candles with the swaps that are not final in them. Only the few that have some become numbers. */
function addSeen(finals: readonly Found[], seen: readonly PlacedCandle[]): CandleText[] {
  const parts = new Map(seen.map((candle) => [candle.openTime, candle]));
  const joined = finals.map((final) => {
    const part = parts.get(final.openTime);
    if (!part) return final;
    parts.delete(final.openTime);
    return textOfCandle(joinCandles(placed(final), part));
  });
  return [...joined, ...[...parts.values()].map(textOfCandle)].toSorted((a, b) => a.openTime - b.openTime);
}

/** Candles that swaps at these times (epoch seconds) belong to, as they are now: what sockets are told. */
export async function readTouched(
  db: Db | Tx,
  chainId: number,
  interval: Interval,
  openTimes: readonly number[],
): Promise<Candle[]> {
  const before = Math.max(...openTimes) + intervalSeconds[interval];
  const texts = await readCandleTexts(db, chainId, { interval, before, limit: TOUCHED_MAX });
  return texts.filter(({ openTime }) => openTimes.includes(openTime)).map(candleOfText);
}

/** Candles that change at once are the newest few. */
const TOUCHED_MAX = 50;

/**
 * The highest average of the oracle within the last 24 hours: USDT per OPEN × 10^18. While none was read, the highest price at
 * which OPEN was traded within them, else the last one ever; undefined without any trade. For limits only: a swap for gas could
 * make them as tight or as wide as its maker likes, half an hour of the pool takes money. Indexes: average_hour_pkey, candle_pkey.
 */
export async function findHighPrice(tx: Tx, chainId: number): Promise<bigint | undefined> {
  const { rows } = await sql<{ price: bigint | null }>`
    select coalesce(
      (select max(highest) from average_hour
        where chain_id = ${chainId} and hour > business_now() - interval '25 hours'),
      (select max(high) from candle
        where chain_id = ${chainId} and interval = '1h' and open_time > business_now() - interval '25 hours'),
      (select close from candle where chain_id = ${chainId} and interval = '1h' order by open_time desc limit 1)
    ) as price`.execute(tx);
  return rows[0]?.price ?? undefined;
}
