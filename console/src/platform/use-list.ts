import type { CallPath, Calls, InputOf } from '@openmere/core/calls.ts';
import type { CallOutput, Page } from '@openmere/core/kit/call.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from './api-client.ts';

const REFETCH_MS = 15_000;

/** Rows that were read so far, and how it stands with them. */
export type List<Row> = {
  rows: Row[];
  /** The last reading failed; rows are then those of `readAt`. */
  error: unknown;
  /** The first reading of this visit is under way: rows of an earlier one are shown, but may have gone or moved by now. */
  loading: boolean;
  /** Epoch ms of the last good reading; 0 before the first. */
  readAt: number;
  again: () => void;
  /** Undefined when everything is read. */
  more: (() => void) | undefined;
  loadingMore: boolean;
};

/** Reads a list call page by page and keeps what is read fresh. `whole`: the call answers everything at once and takes no page. */
export function useList<P extends CallPath>(
  path: P,
  input: InputOf<P>,
  { whole = false }: { whole?: boolean } = {},
): List<CallOutput<Calls[P]>> {
  const query = useInfiniteQuery({
    queryKey: [path, input],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam }) => {
      const paged = whole
        ? input
        : { ...input, pageSize: 50, ...(pageParam === undefined ? {} : { cursor: pageParam }) };
      return (await call(path, paged as InputOf<P>)) as Page<CallOutput<Calls[P]>>;
    },
    getNextPageParam: (page) => page.cursor,
    refetchInterval: REFETCH_MS,
  });
  /** After the reading that is under way: broken off, rows of an earlier visit would pass for what was read with the new ones. */
  async function readMore(): Promise<void> {
    if (query.isFetching && (await query.refetch({ cancelRefetch: false })).isError) return;
    await query.fetchNextPage({ cancelRefetch: false });
  }
  return {
    rows: query.data?.pages.flatMap((page) => page.list) ?? [],
    error: query.error,
    loading: query.isPending || (query.isFetching && !query.isFetchedAfterMount),
    readAt: query.dataUpdatedAt,
    again: () => void query.refetch(),
    more: query.hasNextPage ? () => void readMore() : undefined,
    loadingMore: query.isFetchingNextPage,
  };
}
