import type { CallPath, Calls, InputOf } from '@openmere/core/calls.ts';
import type { CallOutput, CallResult, Page } from '@openmere/core/kit/call.ts';
import { QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call, CallRefused } from './api-client.ts';

/** Refusals are final; an unreachable server is tried twice more. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 10 * 60_000,
      retry: (failures, error) => !(error instanceof CallRefused) && failures < 2,
      refetchOnWindowFocus: true,
    },
  },
});

type Options = { enabled?: boolean; staleTime?: number; refetchInterval?: number };

/** Reads one call; key = path and input, so that every screen shares the same copy. */
export function useCall<P extends CallPath>(path: P, input: InputOf<P>, options: Options = {}) {
  return useQuery<CallResult<Calls[P]>>({
    queryKey: [path, input],
    queryFn: ({ signal }) => call(path, input, { signal }),
    ...options,
  });
}

/** Reads a list call page by page; `rows` is everything so far. */
export function useCallPages<P extends CallPath>(path: P, input: InputOf<P>, options: Options = {}) {
  const query = useInfiniteQuery({
    queryKey: [path, input, 'pages'],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ signal, pageParam }) => {
      const paged = { ...input, pageSize: 20, ...(pageParam === undefined ? {} : { cursor: pageParam }) };
      return (await call(path, paged as InputOf<P>, { signal })) as Page<CallOutput<Calls[P]>>;
    },
    getNextPageParam: (page) => page.cursor,
    ...options,
  });
  const rows = query.data?.pages.flatMap((page) => page.list);
  return { ...query, rows };
}

/** Marks every copy of a call as old: mounted screens refetch at once. */
export function refresh(...paths: CallPath[]): Promise<void> {
  return Promise.all(paths.map((path) => queryClient.invalidateQueries({ queryKey: [path] }))).then(
    () => undefined,
  );
}
