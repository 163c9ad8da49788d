import { useTexts, useLocale } from '../platform/i18n.ts';
import { useLive } from '../platform/live.ts';
import { useNetwork } from '../platform/network.ts';

/** "as of 12:04" while figures are not live (no network, or the socket is away); undefined when they are. */
export function useAsOf(): string | undefined {
  const t = useTexts('app');
  const locale = useLocale();
  const network = useNetwork();
  const since = useLive((state) => state.since);
  if (network !== 'none') return undefined;
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' }).format(since);
  return t('stale', { time });
}
