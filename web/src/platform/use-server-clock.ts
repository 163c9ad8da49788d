import { useCall } from './query.ts';

/** `time`: sessions and codes go by it. `business`: locks, days and windows do; the same but on a chain that was moved ahead. */
export type ServerClock = 'time' | 'business';

/** How far the server's clock is ahead of this device's, in milliseconds; undefined until it is known. */
export function useServerAhead(clock: ServerClock, enabled = true): number | undefined {
  const { data, dataUpdatedAt } = useCall('Ctrls/gettime', {}, { staleTime: 10 * 60_000, enabled });
  return data && data[clock] - dataUpdatedAt;
}

/** The server's clock in epoch milliseconds, so that a phone that goes wrong shows the right countdown; own clock until it is known. */
export function useServerClock(clock: ServerClock): () => number {
  const ahead = useServerAhead(clock) ?? 0;
  return () => Date.now() + ahead;
}
