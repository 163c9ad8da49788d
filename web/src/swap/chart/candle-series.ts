import type { OutputOf } from '@openmere/core/calls.ts';
import { intervalSeconds } from '@openmere/core/swap/candle.ts';
import type { Interval } from '@openmere/core/swap/contract.ts';

export type CandleRow = OutputOf<'trade/Kline'>;

/** A longer silence is not filled here: the server, which knows it, is asked again. */
const FILL_MAX = 1000;

function quiet(after: CandleRow, openTime: number): CandleRow {
  const { close } = after;
  const opentime = new Date(openTime).toISOString();
  return {
    opentime,
    open: close,
    high: close,
    low: close,
    close,
    volumeopen: '0',
    volumeusdt: '0',
    trades: 0,
  };
}

/** Candles without trades from after `last` until before `end` (epoch ms): the last close repeated, no volume. */
function quietBetween(last: CandleRow, end: number, interval: Interval): CandleRow[] {
  const step = intervalSeconds[interval] * 1000;
  const from = Date.parse(last.opentime) + step;
  const count = Math.ceil((end - from) / step);
  if (count <= 0 || count > FILL_MAX) return [];
  return Array.from({ length: count }, (_, index) => quiet(last, from + index * step));
}

/**
 * Pages of candles (each oldest first, the newest page first) as one series, oldest first, without holes: an interval in
 * which nobody traded repeats the last close (rulebook §7). Where pages overlap the newer page counts.
 */
export function joinPages(pages: readonly (readonly CandleRow[])[], interval: Interval): CandleRow[] {
  const series: CandleRow[] = [];
  for (const page of pages.toReversed()) {
    for (const row of page) {
      while (series.length > 0 && (series.at(-1)?.opentime ?? '') >= row.opentime) series.pop();
      const last = series.at(-1);
      if (last) series.push(...quietBetween(last, Date.parse(row.opentime), interval));
      series.push(row);
    }
  }
  return series;
}

function isSame(row: CandleRow, candle: CandleRow): boolean {
  return (Object.keys(candle) as (keyof CandleRow)[]).every((key) => row[key] === candle[key]);
}

/**
 * The series with a candle from the socket: the current one in its newest state, or the one that has just begun. The very same
 * series, where it says so already: nobody draws that again.
 */
export function withLive(
  series: readonly CandleRow[],
  candle: CandleRow,
  interval: Interval,
): readonly CandleRow[] {
  const last = series.at(-1);
  const at = series.findLastIndex((row) => row.opentime <= candle.opentime);
  const known = series[at];
  if (known?.opentime === candle.opentime && isSame(known, candle)) return series;
  if (last && candle.opentime < last.opentime)
    return known?.opentime === candle.opentime ? series.with(at, candle) : series;
  return joinPages([[candle], series], interval);
}

/** The series up to the interval that `now` (epoch ms) falls into, when nobody has traded in the latest ones. */
export function until(series: readonly CandleRow[], now: number, interval: Interval): readonly CandleRow[] {
  const last = series.at(-1);
  const more = last ? quietBetween(last, now, interval) : [];
  return more.length === 0 ? series : [...series, ...more];
}
