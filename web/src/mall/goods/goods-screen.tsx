import { useState } from 'react';
import { BackBar } from '../../parts/back-bar.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Refreshable } from '../../parts/refreshable.tsx';
import { replace, useLocation } from '../../platform/history.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page, Stack } from '../../ui/page.tsx';
import { useWide } from '../../ui/use-wide.ts';
import { CartButton } from '../cart/cart-button.tsx';
import { FRESH_MS } from '../cart/use-cart.ts';
import { GOODS_PATH, MALL_PATH } from '../goods-link.ts';
import { BuyBar } from './buy-bar.tsx';
import { CollectButton } from './collect-button.tsx';
import { Comments } from './comments.tsx';
import { Content } from './content.tsx';
import { Gallery } from './gallery.tsx';
import type { Goods, Sku } from './goods-data.ts';
import { PriceCard } from './price-card.tsx';
import { ShopCard } from './shop-card.tsx';
import { VariantsSheet } from './variants-sheet.tsx';
import type { Intent } from './variants-sheet.tsx';
import { WaitingGoods } from './waiting-goods.tsx';
import css from './goods.module.css';

/** The variant that the address names; the only one where there is no choice. */
function useVariant(goods: Goods): [sku: Sku | undefined, choose: (id: string) => void] {
  const { query } = useLocation();
  const named = goods.skus.find(({ id }) => id === query['sku']);
  const only = goods.skus.length === 1 ? goods.skus[0] : undefined;
  return [named ?? only, (sku) => replace(GOODS_PATH, { ...query, sku })];
}

function GoodsPage({ goods }: { goods: Goods }) {
  const [sku, choose] = useVariant(goods);
  const [intent, setIntent] = useState<Intent>();
  const isWide = useWide();
  const buy = <BuyBar goods={goods} onBuy={setIntent} />;
  const aside = (
    <>
      {!isWide && <ShopCard shop={goods.shop} />}
      <Content html={goods.content} />
      <Comments goods={goods} />
    </>
  );
  return (
    <Page
      nav={
        <BackBar
          heading={<span className={css.heading}>{goods.name}</span>}
          parent={MALL_PATH}
          actions={
            <>
              <CollectButton goodsid={goods.id} />
              <CartButton />
            </>
          }
        />
      }
      aside={aside}
      footer={isWide ? undefined : buy}
    >
      <Refreshable calls={['Goods/GoodsFirst', 'Goods/CommentByGoods', 'Goods/GetShopCar']}>
        <Stack>
          <Gallery goods={goods} sku={sku} />
          <PriceCard goods={goods} sku={sku} onChoose={() => setIntent('look')} />
          {isWide && (
            <>
              {buy}
              <ShopCard shop={goods.shop} />
            </>
          )}
        </Stack>
      </Refreshable>
      <VariantsSheet
        goods={goods}
        sku={sku}
        onChoose={choose}
        intent={intent}
        onClose={() => setIntent(undefined)}
      />
    </Page>
  );
}

/** One goods: pictures, price, variants, what it is, whose it is, what buyers say. Asked anew while it is looked at: stock moves. */
export function GoodsScreen() {
  const t = useTexts('mall');
  const { id = '' } = useLocation().query;
  const query = useCall(
    'Goods/GoodsFirst',
    { id },
    { enabled: id !== '', staleTime: 0, refetchInterval: FRESH_MS },
  );
  if (query.data) return <GoodsPage key={id} goods={query.data} />;
  const isNone = id === '' || (query.error as { reason?: string } | null)?.reason === 'mall.nogoods';
  return (
    <Page nav={<BackBar title="mall.titleGoods" parent={MALL_PATH} actions={<CartButton />} />}>
      {isNone ? (
        <EmptyState
          drawing="search"
          title={t('noGoods')}
          action={<Button href={`#${MALL_PATH}`}>{t('toMall')}</Button>}
        >
          <p>{t('noGoodsText')}</p>
        </EmptyState>
      ) : (
        <Loaded query={query} waiting={<WaitingGoods />}>
          {() => null}
        </Loaded>
      )}
    </Page>
  );
}
