import type { OutputOf } from '@openmere/core/calls.ts';
import { BackBar } from '../../parts/back-bar.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { PagedList } from '../../parts/paged-list.tsx';
import { Refreshable } from '../../parts/refreshable.tsx';
import { call } from '../../platform/api-client.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useCallPages } from '../../platform/pages.ts';
import { refresh } from '../../platform/query.ts';
import { useKeptScroll } from '../../platform/use-kept-scroll.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconTrash } from '../../ui/icon/act.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ListRow } from '../../ui/list.tsx';
import { Page } from '../../ui/page.tsx';
import { Picture } from '../../ui/picture.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { CartButton } from '../cart/cart-button.tsx';
import { reasonAgainst } from '../goods/goods-data.ts';
import { goodsLink, mallPath } from '../goods-link.ts';
import { usePrice } from '../price-text.ts';
import css from './list.module.css';

const list = 'Goods/getMyGoodsCollect';
type Collected = OutputOf<typeof list>;

function useRemove(): (goods: Collected) => Promise<void> {
  const t = useTexts('mall');
  const failed = (error: unknown) => showToast({ text: errorText(error), tone: 'danger' });
  async function keepAgain(goodsid: string): Promise<void> {
    try {
      await call('Goods/CollectGoods', { goodsid });
    } catch (error) {
      failed(error);
    }
    await refresh(list, 'Goods/isCollect');
  }
  return async ({ id }) => {
    try {
      await call('Goods/CollectGoods_Del', { goodsids: [id] });
      showToast({ text: t('uncollected'), action: { label: t('undo'), onPress: () => void keepAgain(id) } });
    } catch (error) {
      failed(error);
    }
    await refresh(list, 'Goods/isCollect');
  };
}

function CollectedRow({ goods, onRemove }: { goods: Collected; onRemove: () => unknown }) {
  const t = useTexts('mall');
  const price = usePrice();
  const against = reasonAgainst(goods);
  const from = price(goods.price, goods.coinid);
  return (
    <ListRow
      leading={
        <span className={css.thumb}>
          <Picture url={goods.picurl} sizes="64px" />
        </span>
      }
      title={goods.name}
      subtitle={
        against === undefined ? (
          goods.price === goods.pricemax ? (
            from
          ) : (
            t('priceFrom', { price: from })
          )
        ) : (
          <span className={css.gone}>{t(against)}</span>
        )
      }
      href={goodsLink(goods.id)}
      chevron={false}
      action={
        <IconButton
          label={t('remove', { name: goods.name })}
          icon={<IconTrash size={20} />}
          onPress={onRemove}
        />
      }
    />
  );
}

/** What the member keeps among the goods, newest first; what is no longer for sale says so. */
export function CollectScreen() {
  const t = useTexts('mall');
  const query = useCallPages(list, {});
  const remove = useRemove();
  useKeptScroll({
    ready: query.rows !== undefined,
    hasMore: query.hasNextPage,
    isFetching: query.isFetchingNextPage,
    onMore: query.fetchNextPage,
  });
  return (
    <Page nav={<BackBar title="mall.titleCollect" parent={mallPath} actions={<CartButton />} />}>
      <Refreshable calls={[list]}>
        <Loaded query={{ ...query, data: query.rows }}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState
                title={t('emptyCollect')}
                action={<Button href={`#${mallPath}`}>{t('toMall')}</Button>}
              >
                <p>{t('emptyCollectText')}</p>
              </EmptyState>
            ) : (
              <PagedList query={query} label={t('titleCollect')} items={rows} keyOf={({ id }) => id}>
                {(goods) => <CollectedRow goods={goods} onRemove={() => remove(goods)} />}
              </PagedList>
            )
          }
        </Loaded>
      </Refreshable>
    </Page>
  );
}
