import { foldTrade, joinCandles, openTimeOf } from '@openmere/core/swap/candle.ts';
import type { Candle, CandleTrade } from '@openmere/core/swap/candle.ts';
import { intervals } from '@openmere/core/swap/contract.ts';
import type { Interval } from '@openmere/core/swap/contract.ts';

/** A candle, or a part of one, that knows where on chain its first and last swap stand: parts join in any order. */
export type Bar = { candle: Candle; firstAt: bigint; lastAt: bigint };
/** A swap with its place on chain (`placeOf`). */
export type PlacedSwap = CandleTrade & { at: bigint };

const PLACES_PER_BLOCK = 1_000_000n;

/** Place of a log on its chain as one number. Blocks hold far fewer than a million logs. */
export function placeOf(blockNumber: bigint, logIndex: number): bigint {
  return blockNumber * PLACES_PER_BLOCK + BigInt(logIndex);
}

/** Two parts of one candle: open from the earliest swap, close from the latest, whichever part has it. */
export function joinBars(a: Bar, b: Bar): Bar {
  const [first, second] = a.firstAt <= b.firstAt ? [a, b] : [b, a];
  const last = first.lastAt > second.lastAt ? first : second;
  const candle = { ...joinCandles(first.candle, second.candle), close: last.candle.close };
  return { candle, firstAt: first.firstAt, lastAt: last.lastAt };
}

/** Swaps → bars of all intervals, keyed by interval and open time. The 1-minute series first, the others from it (rulebook §7). */
export function barsOf(swaps: readonly PlacedSwap[]): Map<Interval, Map<number, Bar>> {
  const minutes = new Map<number, Bar>();
  for (const swap of swaps) {
    const candle = foldTrade(undefined, '1m', swap);
    addBar(minutes, { candle, firstAt: swap.at, lastAt: swap.at });
  }
  return new Map(intervals.map((interval) => [interval, rollUpBars(minutes, interval)]));
}

function rollUpBars(minutes: Map<number, Bar>, interval: Interval): Map<number, Bar> {
  if (interval === '1m') return minutes;
  const rolled = new Map<number, Bar>();
  for (const bar of minutes.values()) {
    const openTime = openTimeOf(interval, bar.candle.openTime);
    addBar(rolled, { ...bar, candle: { ...bar.candle, openTime } });
  }
  return rolled;
}

function addBar(bars: Map<number, Bar>, bar: Bar): void {
  const { openTime } = bar.candle;
  const known = bars.get(openTime);
  bars.set(openTime, known ? joinBars(known, bar) : bar);
}
