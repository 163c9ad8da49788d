import { useLocale, useTexts } from '../platform/i18n.ts';
import { useNetwork } from '../platform/network.ts';
import { clockText } from '../platform/time-text.ts';

/** "as of 12:04", of a moment in epoch milliseconds. */
export function useAsOfText(): (at: number) => string {
  const app = useTexts('app');
  const locale = useLocale();
  return (at) => app('stale', { time: clockText(at, locale) });
}

/** "as of 12:04" while there is no network: the figures are then those of `at`, epoch milliseconds. */
export function useAsOf(at: number): string | undefined {
  const text = useAsOfText();
  return useNetwork() === 'none' ? text(at) : undefined;
}
