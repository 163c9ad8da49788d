import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';

/** Power for a reader: two places, cut, so that it is never shown as more than it is. */
export function usePowerText(): (plain: string) => string {
  const t = useTexts('minting');
  const locale = useLocale();
  return (plain) => t('amount', { amount: amountText(plain, locale, 2) });
}
