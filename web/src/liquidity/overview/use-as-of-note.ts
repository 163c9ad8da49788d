import { useLocale, useTexts } from '../../platform/i18n.ts';
import { useNetwork } from '../../platform/network.ts';

/** "as of 12:04" while there is no network: the figures are then those of `asof` (ISO 8601). */
export function useAsOfNote(asof: string): string | undefined {
  const t = useTexts('app');
  const locale = useLocale();
  const network = useNetwork();
  if (network !== 'none') return undefined;
  const format = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' });
  return t('stale', { time: format.format(new Date(asof)) });
}
