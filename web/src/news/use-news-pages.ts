import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../platform/api-client.ts';

const PATH = 'Ctrls/News';
const PAGE_SIZE = 20;

/** News page by page. */
export function useNewsPages() {
  const query = useInfiniteQuery({
    queryKey: [PATH, {}, 'pages'],
    initialPageParam: 1,
    queryFn: ({ signal, pageParam }) => call(PATH, { page: pageParam, pageSize: PAGE_SIZE }, { signal }),
    getNextPageParam: (last, all) =>
      all.length * PAGE_SIZE < (last.total ?? 0) ? all.length + 1 : undefined,
  });
  const rows = query.data?.pages.flatMap((page) => page.list);
  // One that was published while one scrolled moves the others to the next page.
  const seen = new Set<string>();
  return { ...query, rows: rows?.filter(({ id }) => !seen.has(id) && seen.add(id)) };
}
