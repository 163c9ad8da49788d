import type { Interval } from './contract.ts';

/** One candlestick. Prices are USDT per OPEN with 18 places; volumes in base units. */
export type Candle = {
  /** Epoch seconds, UTC, the first second of the interval. */
  readonly openTime: number;
  readonly open: bigint;
  readonly high: bigint;
  readonly low: bigint;
  readonly close: bigint;
  readonly volumeOpen: bigint;
  readonly volumeUsdt: bigint;
  readonly trades: number;
};

/**
 * A candle, or a part of one, that knows where on chain its first and last swap stand (`positionOf`): parts join in any
 * order, as a rescan finds them.
 */
export type PlacedCandle = Candle & { readonly firstAt: number; readonly lastAt: number };

/** A swap of the pair that has a price. */
export type Swap = {
  /** Epoch seconds: the block's time. */
  readonly time: number;
  readonly position: number;
  readonly priceE18: bigint;
  readonly open: bigint;
  readonly usdt: bigint;
};

const POSITIONS_PER_BLOCK = 1_000_000;

/** Where a log stands on its chain, as one number, exact up to block 9 × 10⁹. Blocks hold far fewer than a million logs. */
export function positionOf(blockNumber: bigint, logIndex: number): number {
  return Number(blockNumber) * POSITIONS_PER_BLOCK + logIndex;
}

/** Shortest first: each is made of whole ones of the one before it. */
export const intervalSeconds: Readonly<Record<Interval, number>> = {
  '1m': 60,
  '30m': 1_800,
  '1h': 3_600,
  '4h': 14_400,
  '1d': 86_400,
  '1w': 604_800,
};

/** The first Monday after the epoch, 1970-01-05: weeks start on Monday (rulebook §7). Shorter intervals start at the epoch. */
const FIRST_MONDAY = 345_600;

/** The interval that `time` (epoch seconds) falls into, by its first second, UTC. */
export function openTimeOf(interval: Interval, time: number): number {
  const seconds = intervalSeconds[interval];
  const start = interval === '1w' ? FIRST_MONDAY : 0;
  return Math.floor((time - start) / seconds) * seconds + start;
}

/** A candle that is still being added to; only ever seen inside this file. */
type Growing = { -readonly [Field in keyof PlacedCandle]: PlacedCandle[Field] };

/** The candle of one swap alone. */
export function candleOf({ time, position, priceE18, open, usdt }: Swap, interval: Interval): PlacedCandle {
  return {
    openTime: openTimeOf(interval, time),
    open: priceE18,
    high: priceE18,
    low: priceE18,
    close: priceE18,
    volumeOpen: open,
    volumeUsdt: usdt,
    trades: 1,
    firstAt: position,
    lastAt: position,
  };
}

/** Two parts of a candle as one: open from the earliest swap, close from the latest, whichever part has it. */
export function joinCandles(one: PlacedCandle, other: PlacedCandle): PlacedCandle {
  const joined = { ...one };
  grow(joined, other);
  return joined;
}

/** Adds a part in place: a million swaps would otherwise leave a million candles behind. */
function grow(candle: Growing, part: PlacedCandle): void {
  if (part.firstAt < candle.firstAt) {
    candle.open = part.open;
    candle.firstAt = part.firstAt;
  }
  if (part.lastAt > candle.lastAt) {
    candle.close = part.close;
    candle.lastAt = part.lastAt;
  }
  if (part.high > candle.high) candle.high = part.high;
  if (part.low < candle.low) candle.low = part.low;
  candle.volumeOpen += part.volumeOpen;
  candle.volumeUsdt += part.volumeUsdt;
  candle.trades += part.trades;
}

/** Swaps in any order → candles of one interval, oldest first, intervals without swaps left out. */
export function candlesOf(swaps: readonly Swap[], interval: Interval): PlacedCandle[] {
  return foldParts(swaps.map((swap) => candleOf(swap, interval)));
}

/**
 * Candles of a shorter interval, or parts of them, in any order → `interval`, oldest first. What goes in is not changed.
 */
export function rollUp(candles: readonly PlacedCandle[], interval: Interval): PlacedCandle[] {
  return foldParts(candles.map((one) => ({ ...one, openTime: openTimeOf(interval, one.openTime) })));
}

/** The candles of all intervals. The 1-minute series first, each other one from the one before it (rulebook §7). */
export function seriesOf(swaps: readonly Swap[]): Map<Interval, PlacedCandle[]> {
  const series = new Map<Interval, PlacedCandle[]>();
  let shorter = candlesOf(swaps, '1m');
  for (const interval of Object.keys(intervalSeconds) as Interval[]) {
    if (interval !== '1m') shorter = rollUp(shorter, interval);
    series.set(interval, shorter);
  }
  return series;
}

/** Joins the parts of each candle, into the first of them. */
function foldParts(parts: readonly Growing[]): PlacedCandle[] {
  const candles = new Map<number, Growing>();
  for (const part of parts) {
    const candle = candles.get(part.openTime);
    if (candle) grow(candle, part);
    else candles.set(part.openTime, part);
  }
  return [...candles.values()].toSorted((a, b) => a.openTime - b.openTime);
}

/**
 * One candle for each interval that begins in [`from`, `to`) (epoch seconds; `from` is moved down to its interval's start), in
 * whatever form: `flat` makes one without trades, which carries on from `last`. `candles` oldest first; those before `from`
 * only give the last close. What precedes the first trade stays empty rather than invented.
 */
export function fillSeries<C extends { readonly openTime: number }>(
  candles: readonly C[],
  interval: Interval,
  { from, to }: { from: number; to: number },
  flat: (openTime: number, last: C) => C,
): C[] {
  const filled: C[] = [];
  const step = intervalSeconds[interval];
  const first = openTimeOf(interval, from);
  let last: C | undefined;
  let at = 0;
  for (; at < candles.length; at += 1) {
    const candle = candles[at];
    if (candle === undefined || candle.openTime >= first) break;
    last = candle;
  }
  for (let openTime = first; openTime < to; openTime += step) {
    const candle = candles[at];
    if (candle?.openTime === openTime) {
      filled.push(candle);
      last = candle;
      at += 1;
    } else if (last !== undefined) {
      filled.push(flat(openTime, last));
    }
  }
  return filled;
}
