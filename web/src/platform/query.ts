import type { CallPath, Calls, InputOf } from '@openmere/core/calls.ts';
import type { CallResult } from '@openmere/core/kit/call.ts';
import { QueryClient, useQuery } from '@tanstack/react-query';
import type { QueryFilters } from '@tanstack/react-query';
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

/**
 * Marks copies as old; mounted screens ask anew. An answer that is under way may lack what is new: it is waited for and shown, and
 * asked for once more. The library takes a first answer for new, and breaks off any other question, so that changes which come
 * faster than answers would keep every answer away (decision 0241).
 * @param cut Breaks off a question where an older answer is shown.
 */
async function readAgain(filters: QueryFilters, cut: boolean): Promise<void> {
  const copies = queryClient.getQueryCache().findAll(filters);
  const again = copies.map(async (copy) => {
    const { queryKey, state } = copy;
    const isCut = cut && copy.isActive() && state.data !== undefined;
    if (state.fetchStatus === 'fetching' && !isCut) await copy.promise?.catch(() => undefined);
    await queryClient.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: isCut });
  });
  await Promise.all(again);
}

/** Marks every copy of these calls as old: mounted screens show what is asked from now on. */
export async function refresh(...paths: CallPath[]): Promise<void> {
  await Promise.all(paths.map((path) => readAgain({ queryKey: [path] }, false)));
}

/** The same of one copy, by the hash of its key. */
export function refreshCopy(hash: string): Promise<void> {
  return readAgain({ predicate: ({ queryHash }) => queryHash === hash }, false);
}

/** The same of everything, after a time in which nothing was heard: a question of before may hang. */
export function refreshAll(): Promise<void> {
  return readAgain({}, true);
}
