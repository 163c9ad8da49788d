import type { Interval } from '@openmere/core/swap/contract.ts';
import { useState } from 'react';
import { MoreButton } from '../../parts/standard-buttons.tsx';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { compactText } from '../../platform/money-text.ts';
import { Delta } from '../../ui/delta.tsx';
import { changeBetween, changeOf, priceDecimals, priceText } from '../market/market-price-text.ts';
import type { CandleRow } from './candle-series.ts';
import { candleTime } from './chart-time.ts';
import css from './kline-table.module.css';

export type KlineTableProps = {
  rows: readonly CandleRow[];
  interval: Interval;
  hasOlder: boolean;
  onOlder: () => void;
};

const STEP = 50;

function Row({ row, interval, decimals }: { row: CandleRow; interval: Interval; decimals: number }) {
  const t = useTexts('market');
  const locale = useLocale();
  const { direction, text } = changeOf(changeBetween(row.open, row.close) ?? '0', locale);
  const said = {
    up: t('spokenUp', { change: text }),
    down: t('spokenDown', { change: text }),
    flat: t('spokenFlat'),
  };
  return (
    <tr>
      <th scope="row">{candleTime(Date.parse(row.opentime), interval, locale).replace(/ UTC$/, '')}</th>
      <td>{priceText(row.open, locale, decimals)}</td>
      <td>{priceText(row.high, locale, decimals)}</td>
      <td>{priceText(row.low, locale, decimals)}</td>
      <td>{priceText(row.close, locale, decimals)}</td>
      <td>
        <Delta value={text} direction={direction} label={said[direction]} />
      </td>
      <td>{compactText(row.volumeusdt, locale)}</td>
      <td>{row.trades}</td>
    </tr>
  );
}

/** The same candles as figures, the newest first: for screen readers and for everybody who wants the numbers. */
export function KlineTable({ rows, interval, hasOlder, onOlder }: KlineTableProps) {
  const t = useTexts('market');
  const [count, setCount] = useState(STEP);
  const shown = rows.slice(-count).toReversed();
  const decimals = priceDecimals(rows.at(-1)?.close ?? '0');
  const hasMore = rows.length > count || hasOlder;
  return (
    <>
      <p className={css.about}>{t('tableCaption')}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by the keyboard */}
      <section className={css.scroll} aria-label={t('table')} tabIndex={0}>
        <table className={css.table} aria-label={t('table')}>
          <thead>
            <tr>
              <th scope="col">{t('time')}</th>
              <th scope="col">{t('openLong')}</th>
              <th scope="col">{t('highLong')}</th>
              <th scope="col">{t('lowLong')}</th>
              <th scope="col">{t('closeLong')}</th>
              <th scope="col">{t('change')}</th>
              <th scope="col">{t('volumeUsdt')}</th>
              <th scope="col">{t('trades')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <Row key={row.opentime} row={row} interval={interval} decimals={decimals} />
            ))}
          </tbody>
        </table>
      </section>
      {hasMore && (
        <MoreButton
          onPress={() => {
            if (rows.length <= count + STEP) onOlder();
            setCount(count + STEP);
          }}
        />
      )}
    </>
  );
}
