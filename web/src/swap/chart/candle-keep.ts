import type { Interval } from '@openmere/core/swap/contract.ts';
import type { CandleRow } from './candle-series.ts';

/** The newest candles of an interval as they were at `at` (epoch ms). */
export type KeptCandles = { at: number; rows: CandleRow[] };

const KEPT_ROWS = 300;
/** Live candles change each second; the device need not write as often. */
const KEEP_EVERY_MS = 15_000;
const lastKept = new Map<Interval, number>();
const name = (interval: Interval): string => `candles.${interval}`;

/** Keeps the newest candles on the device, so that the chart has something honest to show without a network. */
export function keepCandles(interval: Interval, rows: readonly CandleRow[], at: number): void {
  if (at < (lastKept.get(interval) ?? 0) + KEEP_EVERY_MS) return;
  lastKept.set(interval, at);
  try {
    localStorage.setItem(name(interval), JSON.stringify({ at, rows: rows.slice(-KEPT_ROWS) }));
  } catch (error) {
    console.warn('the browser keeps no candles', error);
  }
}

/** What was kept; undefined when there is nothing, or nothing that can be read. */
export function keptCandles(interval: Interval): KeptCandles | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(name(interval)) ?? 'null') as KeptCandles | null;
    return kept && Array.isArray(kept.rows) && kept.rows.length > 0 ? kept : undefined;
  } catch (error) {
    console.warn('the kept candles cannot be read', error);
    return undefined;
  }
}
