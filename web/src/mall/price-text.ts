import { useLocale } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';

/** A price as it is read: "12.50 USDT". */
export function usePrice(): (amount: string, coinid: string) => string {
  const locale = useLocale();
  return (amount, coinid) => `${amountText(amount, locale)} ${coinid}`;
}
