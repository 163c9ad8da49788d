import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { Loaded } from '../../parts/loaded.tsx';
import { PagedList } from '../../parts/paged-list.tsx';
import { WaitingBones } from '../../parts/waiting.tsx';
import { useTexts } from '../../platform/i18n.ts';
import { readOn } from '../../platform/pages.ts';
import { useKeptScroll } from '../../platform/use-kept-scroll.ts';
import { Bone } from '../../ui/skeleton.tsx';
import { GoodsTile } from './goods-tile.tsx';
import type { useGoodsPages } from './use-goods-pages.ts';
import css from './goods-tile.module.css';

/** Tiles in the size of what comes. */
export function WaitingTiles() {
  return (
    <WaitingBones>
      <div className={css.waiting}>
        {Array.from({ length: 6 }, (_, index) => (
          <div key={index} className={css.bones}>
            <span className={css.square} />
            <Bone width="most" size={14} />
            <Bone width="half" />
            <Bone width="quarter" size={12} />
          </div>
        ))}
      </div>
    </WaitingBones>
  );
}

/** As many tiles as a phone shows without scrolling. */
const IN_SIGHT = 4;

type GoodsGridProps = { query: ReturnType<typeof useGoodsPages>; label: string; empty: ReactNode };

/** An endless list of goods as tiles; back leads to the same place in it. */
export function GoodsGrid({ query, label, empty }: GoodsGridProps) {
  const t = useTexts('mall');
  const { rows } = query;
  useKeptScroll({
    ready: rows !== undefined,
    hasMore: query.hasNextPage,
    isFetching: query.isFetchingNextPage,
    onMore: () => readOn(query),
  });
  const inSight = useMemo(() => new Set(rows?.slice(0, IN_SIGHT).map(({ id }) => id)), [rows]);
  return (
    <Loaded query={{ ...query, data: rows }} waiting={<WaitingTiles />}>
      {(found) =>
        found.length === 0 ? (
          empty
        ) : (
          <PagedList
            query={query}
            label={label}
            layout="tiles"
            items={found}
            keyOf={({ id }) => id}
            endNote={t('allShown')}
          >
            {(goods) => <GoodsTile goods={goods} eager={inSight.has(goods.id)} />}
          </PagedList>
        )
      }
    </Loaded>
  );
}
