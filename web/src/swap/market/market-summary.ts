import type { Locale } from '@openmere/core/kit/language.ts';
import { amountText } from '../../platform/money-text.ts';
import type { CandleWords } from '../chart/chart-words.ts';
import type { PoolFacts } from './market-pool.ts';
import { changeOf, priceDecimals, priceText } from './market-price-text.ts';

/** The last 24 hours in one sentence, with the server's own figures. */
export function summaryOf(pool: PoolFacts, locale: Locale, t: CandleWords): string {
  const decimals = priceDecimals(pool.price);
  const price = priceText(pool.price, locale, decimals);
  if (pool.trades24h === 0) return t('summaryQuiet', { price });
  const figures = {
    price,
    low: priceText(pool.low24h, locale, decimals),
    high: priceText(pool.high24h, locale, decimals),
    volume: amountText(pool.volume24h, locale, 2),
    count: pool.trades24h,
  };
  if (pool.change24h === null) return t('summaryYoung', figures);
  const { direction, text } = changeOf(pool.change24h, locale);
  if (direction === 'flat') return t('summaryFlat', figures);
  return t(direction === 'up' ? 'summaryUp' : 'summaryDown', { ...figures, change: text });
}
