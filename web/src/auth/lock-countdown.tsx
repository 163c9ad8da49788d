import { useTimeLeft } from '../parts/use-time-left.ts';
import { ServerCountdown } from './server-countdown.tsx';

/** "21 h 14 min", below an hour "14 min 5 s", within a text that the caller writes. */
export function LockCountdown({ until, children }: { until: string; children: (left: string) => string }) {
  const timeLeft = useTimeLeft();
  return (
    <ServerCountdown until={until} clock="business">
      {(left) => children(timeLeft(left))}
    </ServerCountdown>
  );
}
