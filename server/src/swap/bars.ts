import { intervalSeconds, openTimeOf } from '@openmere/core/swap/candle.ts';
import type { Candle, CandleTrade } from '@openmere/core/swap/candle.ts';
import { intervals } from '@openmere/core/swap/contract.ts';
import type { Interval } from '@openmere/core/swap/contract.ts';

/** A candle, or a part of one, that knows where on chain its first and last swap stand: parts join in any order. */
export type Bar = { -readonly [K in keyof Candle]: Candle[K] } & { firstAt: number; lastAt: number };
/** A swap with its place on chain (`placeOf`). */
export type PlacedSwap = CandleTrade & { at: number };

const PLACES_PER_BLOCK = 1_000_000;

/** Place of a log on its chain as one number, exact up to block 9 × 10⁹. Blocks hold far fewer than a million logs. */
export function placeOf(blockNumber: bigint, logIndex: number): number {
  return Number(blockNumber) * PLACES_PER_BLOCK + logIndex;
}

/** Swaps → bars of all intervals, keyed by interval and open time. The 1-minute series first, the others from it (rulebook §7). */
export function barsOf(swaps: readonly PlacedSwap[]): Map<Interval, Map<number, Bar>> {
  const minutes = new Map<number, Bar>();
  let bar: Bar | undefined;
  for (const swap of swaps) {
    // Swaps come in order of the chain: most belong to the bar of the one before.
    const after = bar ? swap.time - bar.openTime : -1;
    if (!bar || after < 0 || after >= intervalSeconds['1m']) {
      const openTime = openTimeOf('1m', swap.time);
      bar = minutes.get(openTime);
      if (!bar) {
        bar = beginBar(openTime, swap);
        minutes.set(openTime, bar);
        continue;
      }
    }
    addSwap(bar, swap);
  }
  const all = new Map<Interval, Map<number, Bar>>();
  // Each interval is made of whole ones of the interval before it, weeks of days included.
  let parts = minutes;
  for (const interval of intervals) {
    parts = interval === '1m' ? minutes : rollUpBars(parts, interval);
    all.set(interval, parts);
  }
  return all;
}

function beginBar(openTime: number, { priceE18, open, usdt, at }: PlacedSwap): Bar {
  const prices = { open: priceE18, high: priceE18, low: priceE18, close: priceE18 };
  return { openTime, ...prices, volumeOpen: open, volumeUsdt: usdt, trades: 1, firstAt: at, lastAt: at };
}

/** Written out, and in place: a history has millions of swaps. */
function addSwap(bar: Bar, { priceE18, open, usdt, at }: PlacedSwap): void {
  if (at < bar.firstAt) {
    bar.open = priceE18;
    bar.firstAt = at;
  }
  if (at > bar.lastAt) {
    bar.close = priceE18;
    bar.lastAt = at;
  }
  if (priceE18 > bar.high) bar.high = priceE18;
  else if (priceE18 < bar.low) bar.low = priceE18;
  bar.volumeOpen += open;
  bar.volumeUsdt += usdt;
  bar.trades += 1;
}

function rollUpBars(parts: Map<number, Bar>, interval: Interval): Map<number, Bar> {
  const rolled = new Map<number, Bar>();
  for (const part of parts.values())
    addBar(rolled, { ...part, openTime: openTimeOf(interval, part.openTime) });
  return rolled;
}

/** Adds a part of a candle to those there are: open from the earliest swap, close from the latest, whichever part has it. */
export function addBar(bars: Map<number, Bar>, part: Bar): void {
  const bar = bars.get(part.openTime);
  if (!bar) {
    bars.set(part.openTime, part);
    return;
  }
  if (part.firstAt < bar.firstAt) [bar.open, bar.firstAt] = [part.open, part.firstAt];
  if (part.lastAt > bar.lastAt) [bar.close, bar.lastAt] = [part.close, part.lastAt];
  if (part.high > bar.high) bar.high = part.high;
  if (part.low < bar.low) bar.low = part.low;
  bar.volumeOpen += part.volumeOpen;
  bar.volumeUsdt += part.volumeUsdt;
  bar.trades += part.trades;
}
