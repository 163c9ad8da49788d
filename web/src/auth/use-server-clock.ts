import { useCall } from '../platform/query.ts';

/** The server's clock in epoch milliseconds, so that a phone that goes wrong shows the right countdown; own clock until it is known. */
export function useServerClock(): () => number {
  const { data, dataUpdatedAt } = useCall('Ctrls/gettime', {}, { staleTime: 10 * 60_000 });
  const ahead = data ? data.time - dataUpdatedAt : 0;
  return () => Date.now() + ahead;
}
