import { useLocale, useTexts } from '../platform/i18n.ts';
import { relativeTime } from '../platform/time-text.ts';
import { useNow } from '../platform/use-now.ts';

/** How long ago something was, kept true while it is shown; `clock` in place of the device's, epoch milliseconds. */
export function useAgo(clock?: number): (iso: string) => string {
  const app = useTexts('app');
  const locale = useLocale();
  const now = useNow();
  return (iso) => relativeTime(iso, clock ?? now, locale, app('justNow'));
}
