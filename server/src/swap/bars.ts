import type { Candle, CandleTrade } from '@openmere/core/swap/candle.ts';
import { intervals } from '@openmere/core/swap/contract.ts';
import type { Interval } from '@openmere/core/swap/contract.ts';
import { joinMinutes, minutePartsOf, rollUpBars } from './bar-columns.ts';
import type { BarColumns } from './bar-columns.ts';
import { SwapColumns } from './swap-columns.ts';

/** A candle, or a part of one, that knows where on chain its first and last swap stand: parts join in any order. */
export type Bar = { -readonly [K in keyof Candle]: Candle[K] } & { firstAt: number; lastAt: number };
/** A swap with its position on chain (`positionOf`). */
export type PlacedSwap = CandleTrade & { at: number };

const PLACES_PER_BLOCK = 1_000_000;

/** Place of a log on its chain as one number, exact up to block 9 × 10⁹. Blocks hold far fewer than a million logs. */
export function positionOf(blockNumber: bigint, logIndex: number): number {
  return Number(blockNumber) * PLACES_PER_BLOCK + logIndex;
}

/** Swaps → bars of all intervals, oldest first. */
export function barsOf(swaps: readonly PlacedSwap[]): Map<Interval, Bar[]> {
  const columns = SwapColumns.of(swaps);
  return new Map([...foldColumns(columns)].map(([interval, bars]) => [interval, listBars(columns, bars)]));
}

/** The same from columns into columns. The 1-minute series first, the others from it (rulebook §7). */
export function foldColumns(swaps: SwapColumns): Map<Interval, BarColumns> {
  const all = new Map<Interval, BarColumns>();
  // Each interval is made of whole ones of the interval before it, weeks of days included.
  let parts = joinMinutes(swaps, minutePartsOf(swaps));
  for (const interval of intervals) {
    if (interval !== '1m') parts = rollUpBars(swaps, parts, interval);
    all.set(interval, parts);
  }
  return all;
}

/** Bars out of their columns. */
export function listBars(swaps: SwapColumns, bars: BarColumns): Bar[] {
  const priceOf = (index: number | undefined): bigint => swaps.prices[index ?? 0] ?? 0n;
  return Array.from({ length: bars.length }, (_, bar) => ({
    openTime: bars.openTimes[bar] ?? 0,
    open: priceOf(bars.first[bar]),
    high: priceOf(bars.high[bar]),
    low: priceOf(bars.low[bar]),
    close: priceOf(bars.last[bar]),
    volumeOpen: bars.volume(bar, 0),
    volumeUsdt: bars.volume(bar, 1),
    trades: bars.trades[bar] ?? 0,
    firstAt: swaps.positions[bars.first[bar] ?? 0] ?? 0,
    lastAt: swaps.positions[bars.last[bar] ?? 0] ?? 0,
  }));
}

/** Adds a part of a candle to those there are: open from the earliest swap, close from the latest, whichever part has it. */
export function addBar(bars: Map<number, Bar>, part: Bar): void {
  const bar = bars.get(part.openTime);
  if (bar) join(bar, part);
  else bars.set(part.openTime, part);
}

function join(bar: Bar, part: Bar): void {
  if (part.firstAt < bar.firstAt) {
    bar.open = part.open;
    bar.firstAt = part.firstAt;
  }
  if (part.lastAt > bar.lastAt) {
    bar.close = part.close;
    bar.lastAt = part.lastAt;
  }
  if (part.high > bar.high) bar.high = part.high;
  if (part.low < bar.low) bar.low = part.low;
  bar.volumeOpen += part.volumeOpen;
  bar.volumeUsdt += part.volumeUsdt;
  bar.trades += part.trades;
}
