import type { CallPath, Calls, InputOf } from '@openmere/core/calls.ts';
import type { CallResult } from '@openmere/core/kit/call.ts';
import { QueryClient, useQuery } from '@tanstack/react-query';
import { call, CallRefused } from './api-client.ts';

/** Refusals are final; an unreachable server is tried twice more. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 10 * 60_000,
      retry: (failures, error) => !(error instanceof CallRefused) && failures < 2,
      refetchOnWindowFocus: true,
      // Asked without a network, too: what cannot be read then says so, and does not wait in silence.
      networkMode: 'always',
      refetchOnReconnect: 'always',
    },
  },
});

export type ReadOptions = { enabled?: boolean; staleTime?: number; refetchInterval?: number };

/** Reads one call; key = path and input, so that every screen shares the same copy. */
export function useCall<P extends CallPath>(path: P, input: InputOf<P>, options: ReadOptions = {}) {
  return useQuery<CallResult<Calls[P]>>({
    queryKey: [path, input],
    queryFn: ({ signal }) => call(path, input, { signal }),
    ...options,
  });
}

/** Asks for what a screen that is on its way will read; it finds the answer, or the question under way. */
export function readAhead(path: CallPath): void {
  const input: object = {};
  void queryClient.prefetchQuery({
    queryKey: [path, input],
    queryFn: ({ signal }) => call(path, input as InputOf<typeof path>, { signal }),
  });
}

/** Marks every copy of a call as old: mounted screens refetch at once. */
export function refresh(...paths: CallPath[]): Promise<void> {
  return Promise.all(paths.map((path) => queryClient.invalidateQueries({ queryKey: [path] }))).then(
    () => undefined,
  );
}

/** Keeps what a call has just answered as the answer of a read, so that a screen shows it before it asks. */
export function keepAnswer<P extends CallPath>(
  path: P,
  input: InputOf<P>,
  answer: CallResult<Calls[P]>,
): void {
  queryClient.setQueryData([path, input], answer);
}
