import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';

/** Power for a reader: two places unless asked for more, cut, so that it is never shown as more than it is. */
export function usePowerText(places = 2): (plain: string) => string {
  const t = useTexts('minting');
  const locale = useLocale();
  return (plain) => t('amount', { amount: amountText(plain, locale, places) });
}
