import type { OutputOf } from '@openmere/core/calls.ts';
import { BackBar } from '../../parts/back-bar.tsx';
import { CallList } from '../../parts/call-list.tsx';
import { Refreshable } from '../../parts/refreshable.tsx';
import { WaitingRows } from '../../parts/waiting.tsx';
import { replace, useLocation } from '../../platform/history.ts';
import { useTexts, useTitle } from '../../platform/i18n.ts';
import { useCallPages } from '../../platform/pages.ts';
import { useCall } from '../../platform/query.ts';
import { Button } from '../../ui/button.tsx';
import { ChipRow } from '../../ui/chip-row.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useWide } from '../../ui/use-wide.ts';
import { OneOrder } from './one-order.tsx';
import { countText, MALL_HREF, ORDERS_PATH, orderTabs } from './order-data.ts';
import type { OrderStatus } from './order-data.ts';
import { OrderRow } from './order-row.tsx';
import css from './order.module.css';

function tabOf(text: string | undefined): OrderStatus {
  return orderTabs.find((tab) => tab === text) ?? 'pendingpayment';
}

type OrdersProps = { tab: OrderStatus; onlyToComment: boolean; shown: string | undefined };

/** The orders of one state, newest first; on a wide screen one of them stands beside. */
function Orders({ tab, onlyToComment, shown }: OrdersProps) {
  const t = useTexts('order');
  const isWide = useWide();
  const { query: address } = useLocation();
  const query = useCallPages('Order/List', onlyToComment ? { tocomment: '1' } : { tab });
  // The days for a comment begin when an order is completed: those are ordered by it.
  const rows = onlyToComment
    ? query.rows?.map((order) => ({ ...order, time: order.completedat ?? order.time }))
    : query.rows;
  // The page read last tells the time at which it was read.
  const now = rows
    ?.map((order) => order.now)
    .toSorted()
    .at(-1);
  const what = onlyToComment ? 'tocomment' : tab;
  return (
    <Refreshable calls={['Order/List', 'Order/Counts']}>
      <CallList
        label={t(`status_${tab}`)}
        query={{ ...query, rows }}
        waiting={<WaitingRows rows={3} />}
        empty={
          <EmptyState title={t(`empty_${what}`)} action={<Button href={MALL_HREF}>{t('toMall')}</Button>}>
            {t(onlyToComment ? 'emptyToComment' : 'emptyText')}
          </EmptyState>
        }
      >
        {(order) => (
          <OrderRow
            order={{ ...order, now: now ?? order.now }}
            fetchedAt={query.dataUpdatedAt}
            current={isWide && order.id === shown}
            onOpen={isWide ? () => replace(ORDERS_PATH, { ...address, tab, id: order.id }) : undefined}
          />
        )}
      </CallList>
    </Refreshable>
  );
}

/** Nothing to say where nothing waits, and of orders that wait for nothing. */
function countOf(counts: OutputOf<'Order/Counts'> | undefined, tab: OrderStatus): string | undefined {
  const count = tab === 'completed' || tab === 'cancelled' ? 0 : (counts?.[tab] ?? 0);
  return count === 0 ? undefined : countText(count);
}

/** Of the completed ones only those with goods that are not commented on. */
function ToComment({ pressed, count = 0 }: { pressed: boolean; count: number | undefined }) {
  const t = useTexts('order');
  const label = count === 0 ? t('toComment') : `${t('toComment')} ${countText(count)}`;
  const turn = () => replace(ORDERS_PATH, { tab: 'completed', tocomment: pressed ? undefined : '1' });
  return (
    <div className={css.filter}>
      <ChipRow label={undefined} chips={[{ key: 'tocomment', label, pressed, onPress: turn }]} />
    </div>
  );
}

/** Own orders by what they wait for. */
export function OrderScreen() {
  const t = useTexts('order');
  const titleOf = useTitle();
  const { query } = useLocation();
  const tab = tabOf(query['tab']);
  const isWide = useWide();
  const shown = isWide ? query['id'] : undefined;
  const counts = useCall('Order/Counts', {}).data;
  const onlyToComment = tab === 'completed' && query['tocomment'] === '1';
  return (
    <Page
      nav={<BackBar title="order.titleOrders" parent="/pages/mine/mine" />}
      aside={shown === undefined ? undefined : <OneOrder key={shown} id={shown} />}
    >
      <Tabs
        label={titleOf('order.titleOrders')}
        items={orderTabs.map((key) => ({ key, label: t(`status_${key}`), count: countOf(counts, key) }))}
        value={tab}
        onChange={(next) => replace(ORDERS_PATH, { tab: next })}
      >
        {tab === 'completed' && <ToComment pressed={onlyToComment} count={counts?.tocomment} />}
        <Orders key={`${tab} ${onlyToComment}`} tab={tab} onlyToComment={onlyToComment} shown={shown} />
      </Tabs>
    </Page>
  );
}
