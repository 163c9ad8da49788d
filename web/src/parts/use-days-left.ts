import { useLocale } from '../platform/i18n.ts';
import type { TimeLeft } from '../ui/countdown.tsx';
import { useTimeLeft } from './use-time-left.ts';

/** Below this, hours are counted. */
const DAYS_MIN = 3;

/** "20 days", below three days "71 h 14 min", below an hour "14 min 5 s". */
export function useDaysLeft(): (left: TimeLeft) => string {
  const locale = useLocale();
  const textOf = useTimeLeft();
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' });
  return (left) => (left.days >= DAYS_MIN ? format.format(left.days) : textOf(left));
}
