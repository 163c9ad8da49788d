import { baseUnits } from '../platform/money-text.ts';
import type { CandleRow } from './candle-series.ts';

/** Lengths in candles, as the field knows them. */
export const averageLengths = [7, 25, 99] as const;
export type AverageLength = (typeof averageLengths)[number];

const closes = new WeakMap<CandleRow, bigint>();

function closeOf(row: CandleRow): bigint {
  const known = closes.get(row);
  if (known !== undefined) return known;
  const close = baseUnits(row.close);
  closes.set(row, close);
  return close;
}

/**
 * Moving average of the closes, in base units, rounded down; undefined where fewer than `length` candles lie before.
 * The sum slides in whole numbers, so that nothing drifts however long the series is.
 */
export function movingAverage(rows: readonly CandleRow[], length: AverageLength): (bigint | undefined)[] {
  const count = BigInt(length);
  let sum = 0n;
  return rows.map((row, index) => {
    sum += closeOf(row);
    const gone = rows[index - length];
    if (gone) sum -= closeOf(gone);
    return index + 1 < length ? undefined : sum / count;
  });
}

/** The newest value of `movingAverage`, without computing the others. */
export function lastAverage(rows: readonly CandleRow[], length: AverageLength): bigint | undefined {
  return movingAverage(rows.slice(-length), length).at(-1);
}
