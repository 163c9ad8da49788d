import type { OutputOf } from '@openmere/core/calls.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from './api-client.ts';

const AGAIN_MS = 5_000;

function useQuestion() {
  return useQuery({
    queryKey: ['Admin/Me'],
    queryFn: () => call('Admin/Me', {}),
    // Without it there is no page and no menu: it is asked until it is known.
    refetchInterval: ({ state }) => state.data === undefined && AGAIN_MS,
  });
}

/** Who is logged in; undefined until the server said so. */
export function useMe(): OutputOf<'Admin/Me'> | undefined {
  return useQuestion().data;
}

/** Whether the server did not say it, the last time it was asked. */
export function useMeFailed(): boolean {
  const { data, errorUpdateCount } = useQuestion();
  return data === undefined && errorUpdateCount > 0;
}
