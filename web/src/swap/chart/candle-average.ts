import { baseUnits } from '../../platform/money-text.ts';
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

/**
 * Moving averages as numbers for drawing, computed where somebody looks and kept: of ten thousand candles a screen shows
 * some hundred.
 */
export class DrawnAverages {
  readonly length: AverageLength;
  private rows: readonly CandleRow[];
  private readonly values: (number | undefined)[] = [];
  private readonly isKnown: boolean[] = [];

  constructor(rows: readonly CandleRow[], length: AverageLength) {
    this.rows = rows;
    this.length = length;
  }

  /** The series has a new last candle, or its last one has changed: the two newest are computed anew. */
  follow(rows: readonly CandleRow[]): void {
    this.rows = rows;
    const settled = Math.max(rows.length - 2, 0);
    this.isKnown.length = Math.min(this.isKnown.length, settled);
  }

  /** Values from place `from` to place `to`, both included; undefined where too few candles lie before. */
  between(from: number, to: number): readonly (number | undefined)[] {
    let first = from;
    let last = to;
    while (first <= last && this.isKnown[first]) first += 1;
    while (last >= first && this.isKnown[last]) last -= 1;
    if (first <= last) this.compute(first, last);
    return this.values.slice(from, to + 1);
  }

  private compute(first: number, last: number): void {
    const start = Math.max(first - this.length + 1, 0);
    const averages = movingAverage(this.rows.slice(start, last + 1), this.length);
    for (let at = first; at <= last; at += 1) {
      const value = averages[at - start];
      // 15 digits of the 18 places: more than any screen has pixels.
      this.values[at] = value === undefined ? undefined : Number(value) / 1e18;
      this.isKnown[at] = true;
    }
  }
}
