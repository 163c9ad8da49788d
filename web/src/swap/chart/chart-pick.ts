import { useState } from 'react';
import type { CandleRow } from './candle-series.ts';

/** The chosen candle, kept by its time: older candles may come in before it. Answers its place in `rows`, and the setter. */
export function usePicked(
  rows: readonly CandleRow[] | undefined,
): [picked: number | undefined, pick: (index: number | undefined) => void] {
  const [time, setTime] = useState<string>();
  const at = time === undefined || !rows ? -1 : rows.findIndex((row) => row.opentime === time);
  return [
    at < 0 ? undefined : at,
    (index) => setTime(index === undefined ? undefined : rows?.[index]?.opentime),
  ];
}
