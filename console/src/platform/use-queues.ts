import type { OutputOf } from '@openmere/core/calls.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from './api-client.ts';

const REFETCH_MS = 15_000;

export type Queue = OutputOf<'Admin/Queues'>;

/** What waits for an operator, by the name of its queue; empty until the server said so. */
export function useQueues(): ReadonlyMap<string, Queue> {
  const { data } = useQuery({
    queryKey: ['Admin/Queues'],
    queryFn: () => call('Admin/Queues', {}),
    refetchInterval: REFETCH_MS,
  });
  return new Map((data?.list ?? []).map((queue) => [queue.name, queue]));
}
