import { leastOf } from '@openmere/core/liquidity/quote.ts';
import { oneCoin } from '@openmere/core/money/amount.ts';
import type { Fact } from '../../liquidity/facts.tsx';
import { moneyText, moneyTextUp, percentText } from '../../platform/figure-text.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { useTradeSettings } from '../../swap/trade/use-trade-settings.ts';
import type { UsdoForm } from './use-usdo-form.ts';

/** What minting or redeeming takes and gives, line by line. */
export function useUsdoRows({ way, given, received, sale }: UsdoForm): Fact[] {
  const t = useTexts('usdo');
  const common = useTexts('liquidity');
  const locale = useLocale();
  const { slippageBps } = useTradeSettings();
  const network: Fact = {
    key: 'fee',
    label: common('fee'),
    value: common('networkOnly'),
    explain: common('networkOnlyText'),
  };
  const arrives = way === 'redeem' ? 'USDT' : 'USDO';
  const get: Fact = {
    key: 'receive',
    label: common('youReceive'),
    value: received === 0n ? '—' : moneyText(received, arrives, locale),
    explain: t(`text_${way}`),
    strong: true,
  };
  if (way !== 'open') return [{ ...get, note: way === 'redeem' ? t('oneUsdo') : t('oneUsdt') }, network];
  if (!sale || given === 0n) return [get];
  return [
    get,
    {
      key: 'loss',
      label: t('loss'),
      value: `${moneyTextUp(sale.lossUsdt, 'USDT', locale)} (${percentText(sale.lossBps, locale)})`,
      explain: t('lossText'),
    },
    {
      key: 'price',
      label: t('price'),
      value: moneyText((received * oneCoin) / given, 'USDO', locale),
      explain: t('priceText'),
    },
    { key: 'fee', label: t('fee'), value: moneyTextUp(sale.fee, 'USDT', locale), explain: t('feeText') },
    {
      key: 'burned',
      label: t('burned'),
      value: moneyTextUp(sale.burned, 'OPEN', locale),
      explain: t('burnedText'),
    },
    {
      key: 'impact',
      label: t('impact'),
      value: percentText(sale.priceImpactBps, locale),
      explain: t('impactText'),
    },
    {
      key: 'least',
      label: common('leastBack'),
      value: moneyText(leastOf(received, slippageBps), 'USDO', locale),
      explain: t('leastText'),
    },
  ];
}
