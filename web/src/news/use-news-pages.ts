import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../platform/api-client.ts';

const path = 'Ctrls/News';
const pageSize = 20;

/** News page by page. */
export function useNewsPages() {
  const query = useInfiniteQuery({
    queryKey: [path, {}, 'pages'],
    initialPageParam: 1,
    queryFn: ({ signal, pageParam }) => call(path, { page: pageParam, pageSize }, { signal }),
    getNextPageParam: (last, all) => (all.length * pageSize < (last.total ?? 0) ? all.length + 1 : undefined),
  });
  const rows = query.data?.pages.flatMap((page) => page.list);
  // One that was published while one scrolled moves the others to the next page.
  const seen = new Set<string>();
  return { ...query, rows: rows?.filter(({ id }) => !seen.has(id) && seen.add(id)) };
}
