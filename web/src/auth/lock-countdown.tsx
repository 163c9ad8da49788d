import { useTexts } from '../platform/i18n.ts';
import { refresh } from '../platform/query.ts';
import type { TimeLeft } from '../ui/countdown.tsx';
import { Countdown } from '../ui/countdown.tsx';
import { useServerClock } from './use-server-clock.ts';

/** "21 h 14 min", below an hour "14 min 5 s", within a text that the caller writes; asks the profile anew at the end. */
export function LockCountdown({ until, children }: { until: string; children: (left: string) => string }) {
  const app = useTexts('app');
  const nowMs = useServerClock();
  function text({ days, hours, minutes, seconds }: TimeLeft): string {
    const all = days * 24 + hours;
    return all > 0 ? app('leftLong', { hours: all, minutes }) : app('leftShort', { minutes, seconds });
  }
  return (
    <Countdown untilMs={Date.parse(until)} nowMs={nowMs} onEnd={() => void refresh('Users/Info')}>
      {(left) => children(text(left))}
    </Countdown>
  );
}
