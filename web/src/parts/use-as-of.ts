import { useLocale, useTexts } from '../platform/i18n.ts';
import { useLive } from '../platform/live.ts';
import { useNetwork } from '../platform/network.ts';
import { untilText } from '../platform/time-text.ts';
import { useNow } from '../platform/use-now.ts';

/** Older than this, and followed by nothing: no longer shown as what is. */
const STALE_MS = 90_000;

/** "as of 12:04", with the day when it is another one; of a moment in epoch milliseconds. */
export function useAsOfText(): (at: number) => string {
  const app = useTexts('app');
  const locale = useLocale();
  const now = useNow();
  return (at) => app('stale', { time: untilText(new Date(at).toISOString(), now, locale) });
}

/**
 * "as of 12:04" of figures that were read at `at`, epoch milliseconds (0: never), and that nothing keeps right now: there is no
 * network, the last question `failed`, or no socket follows them and they are old. Undefined while they are live.
 */
export function useAsOf(at: number, failed = false): string | undefined {
  const text = useAsOfText();
  const network = useNetwork();
  const live = useLive((state) => state.live);
  const now = useNow();
  if (at === 0) return undefined;
  return network === 'none' || failed || (!live && now - at > STALE_MS) ? text(at) : undefined;
}
