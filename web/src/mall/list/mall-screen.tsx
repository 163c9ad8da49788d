import { BackBar } from '../../parts/back-bar.tsx';
import { Refreshable } from '../../parts/refreshable.tsx';
import { useTexts } from '../../platform/i18n.ts';
import { useSessionStore } from '../../platform/session.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconHeart, IconSearch } from '../../ui/icon/act.tsx';
import { Page, Stack } from '../../ui/page.tsx';
import { CartButton } from '../cart/cart-button.tsx';
import { COLLECT_PATH, SEARCH_PATH } from '../goods-link.ts';
import { GoodsGrid } from './goods-grid.tsx';
import { SortRow, useSort } from './sort-row.tsx';
import { TypeRow } from './type-row.tsx';
import { useGoodsPages } from './use-goods-pages.ts';
import css from './list.module.css';

/** The mall: where to search, what kinds there are, and everything for sale. */
export function MallScreen() {
  const t = useTexts('mall');
  const isMember = useSessionStore((state) => state.token !== undefined);
  const query = useGoodsPages(useSort());
  const actions = (
    <>
      {isMember && <IconButton label={t('titleCollect')} icon={<IconHeart />} href={`#${COLLECT_PATH}`} />}
      <CartButton />
    </>
  );
  return (
    <Page nav={<BackBar title="mall.titleMall" actions={actions} />}>
      <Refreshable calls={['Goods/GetGoodsPage', 'Goods/GetGoodsTypePage', 'Goods/GetShopCar']}>
        <Stack>
          <a className={css.search} href={`#${SEARCH_PATH}`}>
            <IconSearch size={20} />
            {t('searchHint')}
          </a>
          <TypeRow />
          <SortRow />
          <GoodsGrid
            query={query}
            label={t('goods')}
            empty={
              <EmptyState title={t('emptyMall')}>
                <p>{t('emptyMallText')}</p>
              </EmptyState>
            }
          />
        </Stack>
      </Refreshable>
    </Page>
  );
}
