import { formatAmount, oneCoin } from '@openmere/core/money/amount.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText, baseUnits } from '../platform/money-text.ts';
import { useCall } from '../platform/query.ts';

/** What an amount of OPEN is worth at the pool's price, rounded down; undefined for other coins, nothing, and while not known. */
export function useOpenWorth(coinid: string, amount: string | undefined): string | undefined {
  const t = useTexts('asset');
  const locale = useLocale();
  const asked = coinid === 'OPEN' && amount !== undefined && amount !== '0';
  const { data } = useCall('trade/Pool', {}, { enabled: asked, staleTime: 60_000 });
  if (!asked || !data) return undefined;
  const worth = (baseUnits(amount) * baseUnits(data.price)) / oneCoin;
  return t('worth', { amount: `${amountText(formatAmount(worth), locale, 2)} USDT` });
}
