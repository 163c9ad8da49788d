import { percentText } from '../../platform/figure-text.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { baseUnits } from '../../platform/money-text.ts';
import type { Pool } from '../../swap/trade/use-trade-pool.ts';
import { Card } from '../../ui/card.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import { Facts } from '../facts.tsx';
import { coinText, priceText } from '../liquidity-text.ts';

/** Fewer trades than this in a day say nothing about a year. */
const TRADES_MIN = 50;
/** A year at the pace of one day is no more than a comparison; beyond this it is noise. */
const RATE_MAX_BPS = 10_000n;
/** PancakeSwap's pairs take 25 bps, of which 17 stay in the pool; Uniswap's 30 stay whole while its own share is off. */
const PANCAKE_POOL_BPS = 25;
const PANCAKE_STAYS_BPS = 17;

/**
 * Fees of the last 24 hours as a part of the pool, times 365, in basis points, rounded down; undefined when the day was too
 * young or too quiet to say anything. `over` is told apart: more than a whole pool a year is not shown as a figure.
 */
export function yearlyFees(pool: Pool): { bps: number } | 'over' | undefined {
  const twoSides = baseUnits(pool.reserveusdt) * 2n;
  if (pool.change24h === null || pool.trades24h < TRADES_MIN || twoSides === 0n) return undefined;
  const staysBps = pool.fees.poolbps === PANCAKE_POOL_BPS ? PANCAKE_STAYS_BPS : pool.fees.poolbps;
  const bps = (baseUnits(pool.volume24h) * BigInt(staysBps) * 365n) / twoSides;
  return bps > RATE_MAX_BPS ? 'over' : { bps: Number(bps) };
}

/** What is in the pool altogether, and what it took in fees. */
export function PoolCard({ pool }: { pool: Pool }) {
  const t = useTexts('liquidity');
  const locale = useLocale();
  const yearly = yearlyFees(pool);
  const rate =
    yearly === undefined
      ? t('tooLittle')
      : yearly === 'over'
        ? `> ${percentText(Number(RATE_MAX_BPS), locale)}`
        : percentText(yearly.bps, locale);
  return (
    <Card>
      <SectionTitle>{t('pool')}</SectionTitle>
      <Facts
        rows={[
          { key: 'usdt', label: t('poolUsdt'), value: coinText(pool.reserveusdt, 'USDT', locale) },
          { key: 'open', label: t('poolOpen'), value: coinText(pool.reserveopen, 'OPEN', locale) },
          {
            key: 'price',
            label: t('poolPrice'),
            value: priceText(baseUnits(pool.price), locale),
            explain: t('poolPriceText'),
          },
          {
            key: 'lp',
            label: t('lpTotal'),
            value: coinText(pool.lptotal, 'LP', locale),
            explain: t('lpTotalText'),
          },
          {
            key: 'fee',
            label: t('poolFee'),
            value: percentText(pool.fees.poolbps, locale),
            explain: t('poolFeeText', { rate: percentText(pool.fees.poolbps, locale) }),
          },
          { key: 'yearly', label: t('yearly'), value: rate, explain: t('yearlyText') },
        ]}
      />
    </Card>
  );
}
