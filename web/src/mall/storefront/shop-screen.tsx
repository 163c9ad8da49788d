import type { OutputOf } from '@openmere/core/calls.ts';
import { BackBar } from '../../parts/back-bar.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Refreshable } from '../../parts/refreshable.tsx';
import { WaitingCard } from '../../parts/waiting.tsx';
import { useLocation } from '../../platform/history.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { dateText } from '../../platform/time-text.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page, Stack } from '../../ui/page.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import { CartButton } from '../cart/cart-button.tsx';
import { MALL_PATH } from '../goods-link.ts';
import { useRatingText } from '../goods/rating.tsx';
import { GoodsGrid } from '../list/goods-grid.tsx';
import { SortRow, useSort } from '../list/sort-row.tsx';
import { useGoodsPages } from '../list/use-goods-pages.ts';
import { kindNames } from '../shop/kind-names.ts';
import css from './shop.module.css';

type Shop = OutputOf<'Goods/MallShopInfo'>;

function ShopFacts({ shop }: { shop: Shop }) {
  const t = useTexts('mall');
  const kind = useTexts('shop');
  const locale = useLocale();
  const ratingText = useRatingText();
  return (
    <Card>
      <div className={css.head}>
        <Avatar name={shop.name} seed={shop.id} src={shop.logo} size={56} />
        <div>
          <h2 className={css.name}>{shop.name}</h2>
          <p className={css.quiet}>{kind(kindNames[shop.kind])}</p>
        </div>
      </div>
      {shop.about !== '' && <p className={css.about}>{shop.about}</p>}
      <KeyValue
        rows={[
          { key: 'since', label: t('shopSince'), value: dateText(shop.since, locale) },
          { key: 'goods', label: t('shopGoods'), value: String(shop.goods) },
          { key: 'sold', label: t('shopSold'), value: String(shop.sold) },
          ...(shop.rating === null
            ? []
            : [{ key: 'rating', label: t('shopRating'), value: ratingText(shop.rating) }]),
        ]}
      />
    </Card>
  );
}

function ShopPage({ id }: { id: string }) {
  const t = useTexts('mall');
  const query = useCall('Goods/MallShopInfo', { id });
  const goods = useGoodsPages({ shopid: id, ...useSort() }, query.data?.open === true);
  const isNone = (query.error as { reason?: string } | null)?.reason === 'mall.noshop';
  return (
    <Page
      nav={
        <BackBar heading={query.data?.name ?? t('titleShop')} parent={MALL_PATH} actions={<CartButton />} />
      }
    >
      {isNone ? (
        <NoShop />
      ) : (
        <Refreshable calls={['Goods/MallShopInfo', 'Goods/GetGoodsPage']}>
          <Loaded query={query} waiting={<WaitingCard />}>
            {(shop) => (
              <Stack>
                <ShopFacts shop={shop} />
                {shop.open ? (
                  <>
                    <SectionTitle>{t('goods')}</SectionTitle>
                    <SortRow />
                    <GoodsGrid
                      query={goods}
                      label={t('goods')}
                      empty={
                        <EmptyState title={t('emptyShop')}>
                          <p>{t('emptyShopText')}</p>
                        </EmptyState>
                      }
                    />
                  </>
                ) : (
                  <Notice tone="warn" title={t('shopClosed')}>
                    {t('shopClosedText')}
                  </Notice>
                )}
              </Stack>
            )}
          </Loaded>
        </Refreshable>
      )}
    </Page>
  );
}

function NoShop() {
  const t = useTexts('mall');
  return (
    <EmptyState
      drawing="search"
      title={t('noShop')}
      action={<Button href={`#${MALL_PATH}`}>{t('toMall')}</Button>}
    >
      <p>{t('noShopText')}</p>
    </EmptyState>
  );
}

/** A shop as everybody sees it: who it is, since when, and what it sells. */
export function ShopScreen() {
  const { id } = useLocation().query;
  return id === undefined ? (
    <Page nav={<BackBar title="mall.titleShop" parent={MALL_PATH} />}>
      <NoShop />
    </Page>
  ) : (
    <ShopPage key={id} id={id} />
  );
}
