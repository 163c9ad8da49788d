import { assert } from '../kit/fault.ts';
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

/** What a swap of the pair means to a candle. */
export type CandleTrade = {
  /** Epoch seconds: the block's time. */
  readonly time: number;
  readonly priceE18: bigint;
  readonly open: bigint;
  readonly usdt: bigint;
};

export const intervalSeconds: Readonly<Record<Interval, number>> = {
  '1m': 60,
  '30m': 1_800,
  '1h': 3_600,
  '4h': 14_400,
  '1d': 86_400,
  '1w': 604_800,
};

/** The first Monday after the epoch, 1970-01-05: weeks start on Monday (rulebook §7). Shorter intervals start at the epoch. */
const firstMonday = 345_600;

/** The interval that `time` (epoch seconds) falls into, by its first second, UTC. */
export function openTimeOf(interval: Interval, time: number): number {
  const seconds = intervalSeconds[interval];
  const start = interval === '1w' ? firstMonday : 0;
  return Math.floor((time - start) / seconds) * seconds + start;
}

/** The candle with one more trade, which must be the latest so far and of the candle's interval; undefined begins a candle. */
export function foldTrade(candle: Candle | undefined, interval: Interval, trade: CandleTrade): Candle {
  const { priceE18, open, usdt } = trade;
  const openTime = openTimeOf(interval, trade.time);
  const single: Candle = {
    openTime,
    open: priceE18,
    high: priceE18,
    low: priceE18,
    close: priceE18,
    volumeOpen: open,
    volumeUsdt: usdt,
    trades: 1,
  };
  if (candle === undefined) return single;
  assert(candle.openTime === openTime, 'a trade folds into the candle of its interval');
  return joinCandles(candle, single, openTime);
}

/** Two candles as one, `later` after `earlier`. */
export function joinCandles(earlier: Candle, later: Candle, openTime: number = earlier.openTime): Candle {
  return {
    openTime,
    open: earlier.open,
    high: earlier.high > later.high ? earlier.high : later.high,
    low: earlier.low < later.low ? earlier.low : later.low,
    close: later.close,
    volumeOpen: earlier.volumeOpen + later.volumeOpen,
    volumeUsdt: earlier.volumeUsdt + later.volumeUsdt,
    trades: earlier.trades + later.trades,
  };
}

/** A candle that is still being added to; only ever seen inside this file. */
type Growing = { -readonly [Field in keyof Candle]: Candle[Field] };

/** Adds what comes later, in place: a million trades would otherwise leave a million candles behind. */
function grow(candle: Growing, later: Omit<Candle, 'openTime' | 'open'>): void {
  if (later.high > candle.high) candle.high = later.high;
  if (later.low < candle.low) candle.low = later.low;
  candle.close = later.close;
  candle.volumeOpen += later.volumeOpen;
  candle.volumeUsdt += later.volumeUsdt;
  candle.trades += later.trades;
}

/** Trades in order of the chain → candles of one interval, oldest first, intervals without trades left out. */
export function candlesOf(trades: readonly CandleTrade[], interval: Interval): Candle[] {
  const candles: Candle[] = [];
  let last: Growing | undefined;
  for (const trade of trades) {
    const { time, priceE18, open, usdt } = trade;
    if (last !== undefined && last.openTime === openTimeOf(interval, time)) {
      if (priceE18 > last.high) last.high = priceE18;
      if (priceE18 < last.low) last.low = priceE18;
      last.close = priceE18;
      last.volumeOpen += open;
      last.volumeUsdt += usdt;
      last.trades += 1;
    } else {
      last = foldTrade(undefined, interval, trade);
      candles.push(last);
    }
  }
  return candles;
}

/**
 * Candles of a shorter interval (the 1-minute series) → `interval`, oldest first. Candles without trades carry no news of
 * the price and are skipped, so filled and unfilled series give the same. What goes in is not changed.
 */
export function rollUp(candles: readonly Candle[], interval: Interval): Candle[] {
  const rolled: Candle[] = [];
  let last: Growing | undefined;
  for (const candle of candles) {
    if (candle.trades === 0) continue;
    const openTime = openTimeOf(interval, candle.openTime);
    if (last?.openTime === openTime) grow(last, candle);
    else {
      last = { ...candle, openTime };
      rolled.push(last);
    }
  }
  return rolled;
}

/** An interval without trades: the last close, no volume. */
export function flatCandle(openTime: number, close: bigint): Candle {
  return {
    openTime,
    open: close,
    high: close,
    low: close,
    close,
    volumeOpen: 0n,
    volumeUsdt: 0n,
    trades: 0,
  };
}

/**
 * One candle for each interval that begins in [`from`, `to`) (epoch seconds; `from` is moved down to its interval's start).
 * `candles` oldest first; those before `from` only give the last close. `lastClose` is the close before the first of them:
 * undefined while nothing was ever traded, then what precedes the first trade stays empty rather than invented.
 */
export function fillGaps(
  candles: readonly Candle[],
  interval: Interval,
  from: number,
  to: number,
  lastClose?: bigint,
): Candle[] {
  const before = lastClose === undefined ? undefined : flatCandle(from, lastClose);
  return fillSeries(
    candles,
    interval,
    { from, to },
    (openTime, last) => flatCandle(openTime, last.close),
    before,
  );
}

/** `fillGaps` for candles of any form: `flat` makes one without trades, which carries on from `last`. */
export function fillSeries<C extends { readonly openTime: number }>(
  candles: readonly C[],
  interval: Interval,
  { from, to }: { from: number; to: number },
  flat: (openTime: number, last: C) => C,
  before?: C,
): C[] {
  const filled: C[] = [];
  const step = intervalSeconds[interval];
  const first = openTimeOf(interval, from);
  let last = before;
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
