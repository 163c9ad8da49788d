import type { CallPath, Calls, InputOf } from '@openmere/core/calls.ts';
import type { CallOutput, Page } from '@openmere/core/kit/call.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from './api-client.ts';
import { queryClient } from './query.ts';
import type { ReadOptions } from './query.ts';

/** Reads a list call page by page; `rows` is everything so far. */
export function useCallPages<P extends CallPath>(path: P, input: InputOf<P>, options: ReadOptions = {}) {
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

/** What reads a list on, as `useInfiniteQuery` gives it. */
export type ReadOn = {
  readonly isRefetching: boolean;
  readonly fetchNextPage: (options: { cancelRefetch: boolean }) => Promise<{ isRefetching: boolean }>;
};

/** Reads the next page, after a refresh that is under way: the library would break it off, and nobody would ask again. */
export async function readOn({ isRefetching, fetchNextPage }: ReadOn): Promise<void> {
  const options = { cancelRefetch: false };
  // While something is under way this only waits for it.
  let waits = isRefetching;
  while (waits) waits = (await fetchNextPage(options)).isRefetching;
  await fetchNextPage(options);
}

/** Puts what a call has just made before the rows of a list that was read, or alone where it was not read yet. */
export function keepFirst<P extends CallPath>(path: P, input: InputOf<P>, row: CallOutput<Calls[P]>): void {
  type Pages = { pages: Page<CallOutput<Calls[P]>>[]; pageParams: (string | undefined)[] };
  queryClient.setQueryData<Pages>([path, input, 'pages'], (before) => {
    const [first, ...rest] = before?.pages ?? [];
    const list = [row, ...(first?.list ?? [])];
    return {
      pages: [{ ...first, list }, ...rest],
      pageParams: before?.pageParams ?? [undefined],
    };
  });
}
