import type { Interval } from '@openmere/core/swap/contract.ts';
import { useId } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { intervals } from '../market/market-interval.ts';
import css from './chart-intervals.module.css';

const names = {
  '1m': 'interval1m',
  '30m': 'interval30m',
  '1h': 'interval1h',
  '4h': 'interval4h',
  '1d': 'interval1d',
  '1w': 'interval1w',
} as const;

export type ChartIntervalsProps = { value: Interval; onChange: (interval: Interval) => void };

/** Six intervals in one row that fits 320 px; radio buttons underneath. Short names to see, full ones to hear. */
export function ChartIntervals({ value, onChange }: ChartIntervalsProps) {
  const t = useTexts('market');
  const group = useId();
  return (
    <div className={css.row} role="radiogroup" aria-label={t('interval')}>
      {intervals.map((interval) => (
        <label key={interval} className={css.item}>
          <input
            className={css.input}
            type="radio"
            name={group}
            aria-label={t(`${names[interval]}Long`)}
            checked={interval === value}
            onChange={() => onChange(interval)}
          />
          <span className={css.face} aria-hidden="true">
            {t(names[interval])}
          </span>
        </label>
      ))}
    </div>
  );
}
