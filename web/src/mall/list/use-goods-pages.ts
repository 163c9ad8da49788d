import type { InputOf } from '@openmere/core/calls.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../platform/api-client.ts';

const PATH = 'Goods/GetGoodsPage';
/** As many tiles as fill a phone's screen some five times. */
const PAGE_SIZE = 30;

export type GoodsFilter = Omit<InputOf<typeof PATH>, 'page' | 'pageSize'>;

/** Goods for sale, read on page by page. Stock and prices of a minute ago are good enough here: the goods itself asks anew. */
export function useGoodsPages(filter: GoodsFilter, enabled = true) {
  const query = useInfiniteQuery({
    queryKey: [PATH, filter, 'pages'],
    initialPageParam: 1,
    queryFn: ({ signal, pageParam }) =>
      call(PATH, { ...filter, page: pageParam, pageSize: PAGE_SIZE }, { signal }),
    getNextPageParam: (last, all) => (last.list.length < PAGE_SIZE ? undefined : all.length + 1),
    staleTime: 60_000,
    // While one types on, what was found stays until the next answer.
    placeholderData: (before) => before,
    enabled,
  });
  const rows = query.data?.pages.flatMap((page) => page.list);
  // A goods that moved while one scrolled may come on two pages.
  const seen = new Set<string>();
  const unique = rows?.filter(({ id }) => !seen.has(id) && seen.add(id));
  return { ...query, rows: unique, total: query.data?.pages[0]?.total };
}
