import type { Locale } from '@openmere/core/kit/language.ts';
import type { Interval } from '@openmere/core/swap/contract.ts';
import { useTexts } from '../../platform/i18n.ts';
import { amountText } from '../../platform/money-text.ts';
import { changeBetween, changeOf, priceText } from '../market/market-price-text.ts';
import type { CandleRow } from './candle-series.ts';
import { candleTime } from './chart-time.ts';

export type CandleWords = ReturnType<typeof useCandleWords>;

/** The texts that tell one candle. */
export function useCandleWords() {
  return useTexts('market');
}

/** One candle in a sentence: when, open, high, low, close, change and volume. */
export function spokenCandle(row: CandleRow, interval: Interval, locale: Locale, t: CandleWords): string {
  const change = changeOf(changeBetween(row.open, row.close) ?? '0', locale);
  const moved = {
    up: t('spokenUp', { change: change.text }),
    down: t('spokenDown', { change: change.text }),
    flat: t('spokenFlat'),
  };
  const figures = t('spokenCandle', {
    time: candleTime(Date.parse(row.opentime), interval, locale),
    open: priceText(row.open, locale),
    high: priceText(row.high, locale),
    low: priceText(row.low, locale),
    close: priceText(row.close, locale),
    moved: moved[change.direction],
  });
  if (row.trades === 0) return `${figures} ${t('spokenQuiet')}`;
  return `${figures} ${t('spokenVolume', { volume: amountText(row.volumeusdt, locale, 2), count: row.trades })}`;
}
