import { useDaysLeft } from '../../parts/use-days-left.ts';
import { refresh } from '../../platform/query.ts';
import { Countdown } from '../../ui/countdown.tsx';
import { clockOf } from './order-data.ts';

/** What is left until a moment of the server's clock; when it is over, the orders are asked for anew. */
export function TimeTo({ until, now, fetchedAt }: { until: string; now: string; fetchedAt: number }) {
  const textOf = useDaysLeft();
  return (
    <Countdown
      key={`${until} ${now}`}
      untilMs={Date.parse(until)}
      nowMs={clockOf(now, fetchedAt)}
      onEnd={() => void refresh('Order/List', 'Order/Counts', 'Order/First')}
    >
      {textOf}
    </Countdown>
  );
}
