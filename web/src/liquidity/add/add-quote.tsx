import { valueAt } from '@openmere/core/liquidity/position.ts';
import { leastOf } from '@openmere/core/liquidity/quote.ts';
import type { AddQuote, LiquidityPool } from '@openmere/core/liquidity/quote.ts';
import { exactTime } from '../../platform/exact-time.ts';
import { moneyText, moneyTextUp } from '../../platform/figure-text.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { useTradeSettings } from '../../swap/trade/use-trade-settings.ts';
import { equityFor, equityText } from '../equity-preview.tsx';
import type { Fact } from '../facts.tsx';
import { priceText, shareText, spotOf } from '../liquidity-text.ts';
import type { LiquidityFacts } from '../use-liquidity.ts';

type Props = {
  quote: AddQuote;
  pool: LiquidityPool;
  twapE18: bigint | undefined;
  equity: LiquidityFacts['equity'];
};

/** USDT value of both sides at the 30-minute average, which EQUITY is reckoned by; undefined while there is none. */
export function addedValue(quote: AddQuote, twapE18: bigint | undefined): bigint | undefined {
  return twapE18 === undefined ? undefined : valueAt(quote.usdt, quote.open, twapE18);
}

/** What adding takes and gives, line by line. */
export function useAddRows({ quote, pool, twapE18, equity }: Props): Fact[] {
  const t = useTexts('liquidity');
  const locale = useLocale();
  const { slippageBps } = useTradeSettings();
  const spot = spotOf(pool);
  const value = addedValue(quote, twapE18);
  const price = (priceE18: bigint | undefined) =>
    priceE18 === undefined ? '—' : priceText(priceE18, locale);
  return [
    {
      key: 'takes',
      label: t('poolTakes'),
      value: moneyTextUp(quote.usdt, 'USDT', locale),
      note: moneyTextUp(quote.open, 'OPEN', locale),
      explain: t('poolTakesText'),
    },
    {
      key: 'lp',
      label: t('lpReceived'),
      value: moneyText(quote.lp, 'LP', locale),
      explain: t('lpText'),
      strong: true,
    },
    {
      key: 'share',
      label: t('shareAfter'),
      value: shareText(quote.shareE18, locale),
      explain: t('shareAddText'),
    },
    { key: 'price', label: t('poolPrice'), value: price(spot), explain: t('poolPriceText') },
    { key: 'average', label: t('average'), value: price(twapE18), explain: t('averageText') },
    {
      key: 'equity',
      label: t('equityEarned'),
      value: value === undefined ? '—' : equityText(equityFor(value, equity), locale),
      explain: t('equityWillText', { time: exactTime(equity.next.at, locale) }),
    },
    {
      key: 'least',
      label: t('leastTaken'),
      value: moneyText(leastOf(quote.usdt, slippageBps), 'USDT', locale),
      note: moneyText(leastOf(quote.open, slippageBps), 'OPEN', locale),
      explain: t('leastTakenText'),
    },
  ];
}
