import { refresh } from '../platform/query.ts';
import { useTimeLeft } from '../parts/use-time-left.ts';
import { Countdown } from '../ui/countdown.tsx';
import { useServerClock } from './use-server-clock.ts';

/** "21 h 14 min", below an hour "14 min 5 s", within a text that the caller writes; asks the profile anew at the end. */
export function LockCountdown({ until, children }: { until: string; children: (left: string) => string }) {
  const timeLeft = useTimeLeft();
  const nowMs = useServerClock();
  return (
    <Countdown untilMs={Date.parse(until)} nowMs={nowMs} onEnd={() => void refresh('Users/Info')}>
      {(left) => children(timeLeft(left))}
    </Countdown>
  );
}
