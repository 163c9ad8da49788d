import { formatAmount } from '@openmere/core/money/amount.ts';
import type { Interval } from '@openmere/core/swap/contract.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { compactText } from '../../platform/money-text.ts';
import { Delta } from '../../ui/delta.tsx';
import { changeBetween, changeOf, priceDecimals, priceText } from '../market/market-price-text.ts';
import { lastAverage } from './candle-average.ts';
import type { AverageLength } from './candle-average.ts';
import type { CandleRow } from './candle-series.ts';
import { candleTime } from './chart-time.ts';
import css from './chart-legend.module.css';

export type ChartLegendProps = {
  rows: readonly CandleRow[];
  interval: Interval;
  averages: readonly AverageLength[];
  /** The candle under the crosshair; the newest when none is chosen. */
  picked: number | undefined;
};

function Change({ row }: { row: CandleRow }) {
  const t = useTexts('market');
  const locale = useLocale();
  const { direction, text } = changeOf(changeBetween(row.open, row.close) ?? '0', locale);
  const said = {
    up: t('spokenUp', { change: text }),
    down: t('spokenDown', { change: text }),
    flat: t('spokenFlat'),
  };
  return <Delta value={text} direction={direction} label={said[direction]} />;
}

/** The figures of one candle over the chart: time, open, high, low, close, change, volume, averages. */
export function ChartLegend({ rows, interval, averages, picked }: ChartLegendProps) {
  const t = useTexts('market');
  const locale = useLocale();
  const at = Math.min(picked ?? rows.length - 1, rows.length - 1);
  const row = rows[at];
  if (!row) return <div className={css.legend} />;
  const decimals = priceDecimals(row.close);
  const figures = [
    ['open', row.open],
    ['high', row.high],
    ['low', row.low],
    ['close', row.close],
  ] as const;
  return (
    <div className={css.legend}>
      <span className={css.time}>{candleTime(Date.parse(row.opentime), interval, locale)}</span>
      <Change row={row} />
      {figures.map(([key, value]) => (
        <span key={key} className={css.pair}>
          <span className={css.name}>{t(key)}</span> {priceText(value, locale, decimals)}
        </span>
      ))}
      <span className={css.pair}>
        <span className={css.name}>{t('volume')}</span> {compactText(row.volumeusdt, locale)} USDT
      </span>
      {averages.map((length) => {
        const value = lastAverage(rows.slice(Math.max(0, at + 1 - length), at + 1), length);
        return (
          <span key={length} className={css.pair}>
            <span className={css.average} data-length={length}>
              {t('averageShort', { count: length })}
            </span>{' '}
            {value === undefined ? '—' : priceText(formatAmount(value), locale, decimals)}
          </span>
        );
      })}
    </div>
  );
}
