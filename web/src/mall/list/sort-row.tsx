import { replace, useLocation } from '../../platform/history.ts';
import { useTexts } from '../../platform/i18n.ts';
import { ChipRow } from '../../ui/chip-row.tsx';
import type { GoodsFilter } from './use-goods-pages.ts';

const sorts = ['new', 'sold', 'price', '-price'] as const;
type Sort = (typeof sorts)[number];

const names = { new: 'sortNew', sold: 'sortSold', price: 'sortCheap', '-price': 'sortDear' } as const;

/** Order and filter of a list, kept in the address, so that back and a reload bring them again. */
export function useSort(): Pick<GoodsFilter, 'sort' | 'instock'> {
  const { query } = useLocation();
  const sort: Sort | undefined = sorts.find((one) => one === query['sort']);
  return {
    ...(sort === undefined ? {} : { sort }),
    ...(query['instock'] === '1' ? { instock: '1' as const } : {}),
  };
}

/** Newest, most sold, cheapest, dearest; and whether only what is in stock. `best`: a search's own order comes first. */
export function SortRow({ best }: { best?: boolean }) {
  const t = useTexts('mall');
  const { path, query } = useLocation();
  const { sort, instock } = useSort();
  const go = (change: Record<string, string | undefined>) => replace(path, { ...query, ...change });
  const first = best ? undefined : 'new';
  const chips = sorts.map((key) => ({
    key,
    label: t(names[key]),
    pressed: (sort ?? first) === key,
    onPress: () => go({ sort: best && sort === key ? undefined : key }),
  }));
  return (
    <ChipRow
      label={t('order')}
      chips={[
        ...chips,
        {
          key: 'instock',
          label: t('inStock'),
          pressed: instock !== undefined,
          onPress: () => go({ instock: instock === undefined ? '1' : undefined }),
        },
      ]}
    />
  );
}
