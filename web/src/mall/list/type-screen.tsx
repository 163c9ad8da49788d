import { useEffect } from 'react';
import { BackBar } from '../../parts/back-bar.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Refreshable } from '../../parts/refreshable.tsx';
import { useLocation } from '../../platform/history.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { List, ListRow } from '../../ui/list.tsx';
import { Page, Stack } from '../../ui/page.tsx';
import { Picture } from '../../ui/picture.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { CartButton } from '../cart/cart-button.tsx';
import { MALL_PATH, typeLink, TYPE_PATH } from '../goods-link.ts';
import { GoodsGrid } from './goods-grid.tsx';
import { SortRow, useSort } from './sort-row.tsx';
import { TypeLinks, useTypes } from './type-row.tsx';
import { useGoodsPages } from './use-goods-pages.ts';
import css from './list.module.css';

/** The types at the top, in a list. */
function Classification() {
  const t = useTexts('mall');
  const query = useTypes();
  return (
    <Page nav={<BackBar title="mall.titleTypes" parent={MALL_PATH} actions={<CartButton />} />}>
      <Refreshable calls={['Goods/GetGoodsTypePage']}>
        <Loaded query={query}>
          {(shown) => {
            if (shown.length === 0)
              return (
                <EmptyState title={t('noTypes')}>
                  <p>{t('noTypesText')}</p>
                </EmptyState>
              );
            return (
              <List label={t('titleTypes')}>
                {shown.map((type) => (
                  <ListRow
                    key={type.id}
                    leading={
                      <span className={css.small}>
                        <Picture url={type.picurl} sizes="40px" />
                      </span>
                    }
                    title={type.name}
                    subtitle={t('goodsCount', { count: type.goods })}
                    href={typeLink(type.id)}
                  />
                ))}
              </List>
            );
          }}
        </Loaded>
      </Refreshable>
    </Page>
  );
}

/** The types above this one, each a way back up. */
function Above({ above }: { above: readonly { id: string; name: string }[] }) {
  const t = useTexts('mall');
  return (
    <nav className={css.above} aria-label={t('above')}>
      {[{ id: '', name: t('allTypes') }, ...above].map(({ id, name }) => (
        <span key={id}>
          <TextLink href={id === '' ? `#${TYPE_PATH}` : typeLink(id)}>{name}</TextLink>
          <span aria-hidden="true"> ›</span>
        </span>
      ))}
    </nav>
  );
}

/** One type: what lies below it, and its goods with those of everything below. */
function TypePage({ id }: { id: string }) {
  const t = useTexts('mall');
  const type = useCall('Goods/GoodsTypeFirst', { id });
  const below = useTypes(id);
  const goods = useGoodsPages({ pid: id, ...useSort() });
  const children = below.data ?? [];
  const empty = (
    <EmptyState
      drawing="search"
      title={t('emptyType')}
      action={
        <Button tone="secondary" href={`#${TYPE_PATH}`}>
          {t('allTypes')}
        </Button>
      }
    >
      <p>{t('emptyTypeText')}</p>
    </EmptyState>
  );
  return (
    <Page
      nav={
        <BackBar heading={type.data?.name ?? t('titleTypes')} parent={TYPE_PATH} actions={<CartButton />} />
      }
    >
      <Refreshable calls={['Goods/GetGoodsPage', 'Goods/GetGoodsTypePage', 'Goods/GoodsTypeFirst']}>
        <Loaded query={type}>
          {({ above, name }) => (
            <Stack>
              <Above above={above} />
              {children.length > 0 && <TypeLinks types={children} label={t('below', { name })} />}
              <SortRow />
              <GoodsGrid query={goods} label={name} empty={empty} />
            </Stack>
          )}
        </Loaded>
      </Refreshable>
    </Page>
  );
}

/** The classification; with `id` in the address, one type of it. */
export function TypeScreen() {
  const { id } = useLocation().query;
  // The frame begins a page at its top; from one type to the next is the same page to it.
  // In a block: newer browsers answer a promise, which is no clean-up.
  useEffect(() => {
    window.scrollTo(0, 0);
  }, [id]);
  return id === undefined ? <Classification /> : <TypePage key={id} id={id} />;
}
