import type { CallPath, Calls, InputOf } from '@openmere/core/calls.ts';
import type { CallOutput, Page } from '@openmere/core/kit/call.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from './api-client.ts';

const refetchMs = 15_000;

/** Reads a list call page by page and keeps the first pages fresh. */
export function useList<P extends CallPath>(path: P, input: InputOf<P>) {
  const query = useInfiniteQuery({
    queryKey: [path, input],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam }) => {
      const paged = { ...input, pageSize: 50, ...(pageParam === undefined ? {} : { cursor: pageParam }) };
      return (await call(path, paged as InputOf<P>)) as Page<CallOutput<Calls[P]>>;
    },
    getNextPageParam: (page) => page.cursor,
    refetchInterval: refetchMs,
  });
  return { ...query, rows: query.data?.pages.flatMap((page) => page.list) ?? [] };
}
