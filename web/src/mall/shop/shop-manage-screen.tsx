import type { OutputOf } from '@openmere/core/calls.ts';
import { BackBar } from '../../parts/back-bar.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { push, replace, useLocation } from '../../platform/history.ts';
import { useTexts } from '../../platform/i18n.ts';
import { formatLocation } from '../../platform/location.ts';
import { useCall } from '../../platform/query.ts';
import { Button } from '../../ui/button.tsx';
import { ChipRow } from '../../ui/chip-row.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page, Stack } from '../../ui/page.tsx';
import { useWide } from '../../ui/use-wide.ts';
import { CommentPart } from './comment-part.tsx';
import { GoodsEditor } from './goods-editor.tsx';
import { GoodsPart } from './goods-part.tsx';
import { ImportPart } from './import-part.tsx';
import { OrderPart, shopTabOf, useWaiting } from './order-part.tsx';
import { ShopOrder } from './shop-order.tsx';
import { ShopPart } from './shop-part.tsx';
import { StatementPart } from './statement-part.tsx';

export const MANAGE_PATH = '/pages/mall/shopManage';
const parts = ['orders', 'goods', 'comments', 'statement', 'shop'] as const;
type Part = (typeof parts)[number];
const names = {
  orders: 'partOrders',
  goods: 'partGoods',
  comments: 'partComments',
  statement: 'partStatement',
  shop: 'partShop',
} as const;

/** What is open beside the list, or alone where there is no room: a goods, an order, a file. */
function Opened({ part, id, onClose }: { part: Part; id: string; onClose: () => void }) {
  if (part === 'orders') return <ShopOrder key={id} id={id} />;
  return id === 'file' ? <ImportPart onDone={onClose} /> : <GoodsEditor key={id} id={id} onDone={onClose} />;
}

function Manage({ info }: { info: OutputOf<'Users/Shopinfo'> & { shop: object } }) {
  const t = useTexts('shop');
  const { query } = useLocation();
  const isWide = useWide();
  const waiting = useWaiting();
  const part = parts.find((one) => one === query['part']) ?? 'orders';
  const { id } = query;
  const isOpened = id !== undefined && (part === 'orders' || part === 'goods');
  const tab = shopTabOf(query['tab']);
  // Back from an order, or a goods, leads to the list that it was opened from.
  const lists = { orders: { tab: query['tab'] }, goods: { q: query['q'], state: query['state'] } };
  const place = part === 'orders' || part === 'goods' ? { part, ...lists[part] } : { part };
  const close = () => replace(MANAGE_PATH, place);
  const open = (chosen: string) => (isWide ? replace : push)(MANAGE_PATH, { ...place, id: chosen });
  const nav = (
    <BackBar
      title="shop.titleShopManage"
      parent={isOpened ? formatLocation(MANAGE_PATH, place) : '/pages/mine/mine'}
    />
  );
  if (isOpened && !isWide) return <Page nav={nav}>{<Opened part={part} id={id} onClose={close} />}</Page>;
  return (
    <Page nav={nav} aside={isOpened ? <Opened part={part} id={id} onClose={close} /> : undefined}>
      <Stack>
        {info.state === 'suspended' && (
          <Notice tone="danger" title={t('suspendedTitle')}>
            {t('suspendedText', { reason: info.reason })}
          </Notice>
        )}
        <ChipRow
          label={t('titleShopManage')}
          chips={parts.map((key) => ({
            key,
            label: waiting(key, t(names[key])),
            pressed: key === part,
            onPress: () => replace(MANAGE_PATH, { part: key }),
          }))}
        />
        {part === 'orders' && (
          <OrderPart
            tab={tab}
            onTab={(next) => replace(MANAGE_PATH, { part, tab: next })}
            current={id}
            onOpen={open}
          />
        )}
        {part === 'goods' && (
          <GoodsPart
            filter={lists.goods}
            // What stands beside the list stays open.
            onFilter={(filter) => replace(MANAGE_PATH, { part, ...filter, id })}
            current={id}
            onOpen={open}
          />
        )}
        {part === 'comments' && <CommentPart />}
        {part === 'statement' && <StatementPart />}
        {part === 'shop' && <ShopPart shop={info.shop as NonNullable<OutputOf<'Users/Shopinfo'>['shop']>} />}
      </Stack>
    </Page>
  );
}

function NoShop() {
  const t = useTexts('shop');
  return (
    <Page narrow nav={<BackBar title="shop.titleShopManage" parent="/pages/mine/mine" />}>
      <EmptyState
        title={t('noShop')}
        drawing="people"
        action={<Button href="#/pages/mall/shopApply">{t('titleShopApply')}</Button>}
      >
        {t('noShopText')}
      </EmptyState>
    </Page>
  );
}

/** A shop by its owner: orders to ship, goods, and the shop itself. */
export function ShopManageScreen() {
  const query = useCall('Users/Shopinfo', {});
  if (query.data?.shop) return <Manage info={{ ...query.data, shop: query.data.shop }} />;
  if (query.data) return <NoShop />;
  return (
    <Page nav={<BackBar title="shop.titleShopManage" parent="/pages/mine/mine" />}>
      <Loaded query={query}>{() => null}</Loaded>
    </Page>
  );
}
