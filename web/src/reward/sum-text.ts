import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';
import { usePreferences } from '../platform/preferences.ts';

/** What a sum is counted in, as it is read: a coin, or hash power. */
export function useUnit(): (coinid: string) => string {
  const t = useTexts('award');
  return (coinid) => (coinid === 'POWER' ? t('power') : coinid);
}

/** "3.20 USDT", or dots where the member hides amounts. */
export function useSumText(): (plain: string, coinid: string) => string {
  const locale = useLocale();
  const hide = usePreferences((state) => state.hideAmounts);
  const unit = useUnit();
  return (plain, coinid) => (hide ? '••••••' : `${amountText(plain, locale)} ${unit(coinid)}`);
}
