import { BPS_PER_WHOLE, shareDown } from '@openmere/core/money/ratio.ts';
import { moneyText, percentText } from '../../platform/figure-text.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { baseUnits } from '../../platform/money-text.ts';
import type { Pool } from '../../swap/trade/use-trade-pool.ts';
import { Card } from '../../ui/card.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import { Facts } from '../facts.tsx';
import { coinText, priceText } from '../liquidity-text.ts';

/** PancakeSwap's pairs take 25 bps, of which 17 stay in the pool; Uniswap's 30 stay whole while its own share is off. */
const PANCAKE_POOL_BPS = 25;
const PANCAKE_STAYS_BPS = 17;

/** Fees that the trades of the last 24 hours left in the pool, USDT, rounded down; undefined while the pool is younger than a day. */
function feesOfDay(pool: Pool): bigint | undefined {
  if (pool.change24h === null) return undefined;
  const staysBps = pool.fees.poolbps === PANCAKE_POOL_BPS ? PANCAKE_STAYS_BPS : pool.fees.poolbps;
  return shareDown(baseUnits(pool.volume24h), BigInt(staysBps), BPS_PER_WHOLE);
}

/** What is in the pool altogether, and what it took in fees. */
export function PoolCard({ pool }: { pool: Pool }) {
  const t = useTexts('liquidity');
  const locale = useLocale();
  const fees = feesOfDay(pool);
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
          {
            key: 'feesDay',
            label: t('feesDay'),
            value: fees === undefined ? t('tooLittle') : moneyText(fees, 'USDT', locale),
            explain: t('feesDayText'),
          },
        ]}
      />
    </Card>
  );
}
