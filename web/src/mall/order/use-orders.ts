import { useQueries } from '@tanstack/react-query';
import { call } from '../../platform/api-client.ts';
import type { FullOrder } from './order-data.ts';

type Read = {
  data: { order: FullOrder; fetchedAt: number }[] | undefined;
  isError: boolean;
  error: unknown;
  refetch: () => unknown;
};

/** Several orders by their ids, each the same copy as on its own page. */
export function useOrders(ids: readonly string[]): Read {
  const reads = useQueries({
    queries: ids.map((id) => ({
      queryKey: ['Order/First', { id }],
      queryFn: ({ signal }: { signal: AbortSignal }) => call('Order/First', { id }, { signal }),
    })),
  });
  const known = reads.flatMap((read) =>
    read.data === undefined ? [] : [{ order: read.data, fetchedAt: read.dataUpdatedAt }],
  );
  const failed = reads.find((read) => read.isError && read.data === undefined);
  return {
    data: known.length === ids.length ? known : undefined,
    isError: failed !== undefined,
    error: failed?.error,
    refetch: () => Promise.all(reads.map((read) => read.refetch())),
  };
}
