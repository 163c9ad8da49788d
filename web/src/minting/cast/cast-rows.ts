import { leastOf } from '@openmere/core/liquidity/quote.ts';
import { isMining, takesPartFrom } from '@openmere/core/minting/power.ts';
import type { PowerQuote } from '@openmere/core/minting/quote.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import type { Fact } from '../../liquidity/facts.tsx';
import { priceText } from '../../liquidity/liquidity-text.ts';
import { useAgo } from '../../parts/use-ago.ts';
import { useOwnText } from '../../parts/use-own-text.ts';
import { exactTime } from '../../platform/exact-time.ts';
import { moneyText } from '../../platform/figure-text.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { amountText, baseUnits } from '../../platform/money-text.ts';
import { useCall } from '../../platform/query.ts';
import { useTradeSettings } from '../../swap/trade/use-trade-settings.ts';
import type { PowerTerms } from '../mint-data.ts';
import { usePowerText } from '../use-power-text.ts';

/** What so much more makes of one's personal power, and when it counts first; no word of what it would yield (threats R8). */
function useAfter(added: bigint, nowMs: number): Fact[] {
  const t = useTexts('minting');
  const locale = useLocale();
  const text = usePowerText();
  const own = useOwnText();
  const { data: info } = useCall('Cast/Info', {});
  if (!info) return [];
  const total = baseUnits(info.personal) + added;
  const rule = { threshold: baseUnits(info.threshold), inclusive: info.inclusive };
  return [
    {
      key: 'after',
      label: t('after'),
      value: own(text(formatAmount(total))),
      note: t(isMining(total, rule) ? 'mining' : 'notMining'),
      explain: t('afterText', {
        personal: own(amountText(info.personal, locale)),
        added: amountText(formatAmount(added), locale),
        total: own(amountText(formatAmount(total), locale)),
        time: exactTime(new Date(takesPartFrom(nowMs)).toISOString(), locale),
      }),
    },
  ];
}

/** What minting takes and gives, line by line; without an amount, the price it goes by. */
export function useCastRows(terms: PowerTerms, quote: PowerQuote | undefined): Fact[] {
  const t = useTexts('minting');
  const common = useTexts('liquidity');
  const locale = useLocale();
  const text = usePowerText();
  const { slippageBps } = useTradeSettings();
  // By the chain's clock: it is the chain that looked.
  const ago = useAgo(Number(terms.time) * 1000);
  const looked = new Date(Number(terms.lookedAt) * 1000).toISOString();
  const price: Fact = {
    key: 'price',
    label: t('average'),
    value: terms.priceE18 === undefined ? '—' : priceText(terms.priceE18, locale),
    note: terms.lookedAt === 0n ? undefined : t('looked', { time: ago(looked) }),
    explain: t('averageText'),
  };
  const after = useAfter(quote?.power ?? 0n, Number(terms.time) * 1000);
  if (quote === undefined || quote.power === 0n) return [price];
  return [
    {
      key: 'power',
      label: common('youReceive'),
      value: text(formatAmount(quote.power)),
      explain: t('powerText', { count: String(terms.powerPerUsdt) }),
      strong: true,
    },
    ...after,
    {
      key: 'value',
      label: t('value'),
      value: moneyText(quote.value, 'USDT', locale),
      explain: t('valueText'),
    },
    price,
    {
      key: 'burned',
      label: t('burned'),
      value: moneyText(quote.burned, 'OPEN', locale),
      explain: t('burnedText'),
    },
    {
      key: 'market',
      label: t('toMarket'),
      value: moneyText(quote.toMarket, 'OPEN', locale),
      explain: t('toMarketText'),
    },
    {
      key: 'least',
      label: common('leastBack'),
      value: text(formatAmount(leastOf(quote.power, slippageBps))),
      explain: t('leastText'),
    },
  ];
}
