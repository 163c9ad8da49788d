import type { UTCTimestamp } from 'lightweight-charts';
import type { CandleRow } from './candle-series.ts';

type Point = { time: UTCTimestamp; open: number; high: number; low: number; close: number };
type Drawn = { candle: Point; volume: number; rises: boolean };

const drawn = new WeakMap<CandleRow, Drawn>();

/** Numbers for drawing only: their 15 digits are more than any screen has pixels. */
export function draw(row: CandleRow): Drawn {
  let known = drawn.get(row);
  if (!known) {
    const time = (Date.parse(row.opentime) / 1000) as UTCTimestamp;
    const [open, high, low, close] = [Number(row.open), Number(row.high), Number(row.low), Number(row.close)];
    known = {
      candle: { time, open, high, low, close },
      volume: Number(row.volumeusdt),
      rises: close >= open,
    };
    drawn.set(row, known);
  }
  return known;
}
