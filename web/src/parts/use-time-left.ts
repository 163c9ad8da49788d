import { useTexts } from '../platform/i18n.ts';
import type { TimeLeft } from '../ui/countdown.tsx';

/** "21 h 14 min", below an hour "14 min 5 s". */
export function useTimeLeft(): (left: TimeLeft) => string {
  const app = useTexts('app');
  return ({ days, hours, minutes, seconds }) => {
    const all = days * 24 + hours;
    return all > 0 ? app('leftLong', { hours: all, minutes }) : app('leftShort', { minutes, seconds });
  };
}
