import { BackBar } from '../../parts/back-bar.tsx';
import { CallList } from '../../parts/call-list.tsx';
import { Refreshable } from '../../parts/refreshable.tsx';
import { WaitingRows } from '../../parts/waiting.tsx';
import { replace, useLocation } from '../../platform/history.ts';
import { useTexts, useTitle } from '../../platform/i18n.ts';
import { useCallPages } from '../../platform/pages.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useWide } from '../../ui/use-wide.ts';
import { mallHref, ordersPath, orderTabs, type OrderStatus } from './order-data.ts';
import { OneOrder } from './one-order.tsx';
import { OrderRow } from './order-row.tsx';

function tabOf(text: string | undefined): OrderStatus {
  return orderTabs.find((tab) => tab === text) ?? 'pendingpayment';
}

/** The orders of one state, newest first; on a wide screen one of them stands beside. */
function Orders({ tab, shown }: { tab: OrderStatus; shown: string | undefined }) {
  const t = useTexts('order');
  const isWide = useWide();
  const query = useCallPages('Order/List', { tab });
  return (
    <Refreshable calls={['Order/List']}>
      <CallList
        label={t(`status_${tab}`)}
        query={query}
        waiting={<WaitingRows rows={3} />}
        empty={
          <EmptyState title={t(`empty_${tab}`)} action={<Button href={mallHref}>{t('toMall')}</Button>}>
            {t('emptyText')}
          </EmptyState>
        }
      >
        {(order) => (
          <OrderRow
            order={order}
            fetchedAt={query.dataUpdatedAt}
            current={isWide && order.id === shown}
            onOpen={isWide ? () => replace(ordersPath, { tab, id: order.id }) : undefined}
          />
        )}
      </CallList>
    </Refreshable>
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
  return (
    <Page
      nav={<BackBar title="order.titleOrders" parent="/pages/mine/mine" />}
      aside={shown === undefined ? undefined : <OneOrder key={shown} id={shown} />}
    >
      <Tabs
        label={titleOf('order.titleOrders')}
        items={orderTabs.map((key) => ({ key, label: t(`status_${key}`) }))}
        value={tab}
        onChange={(next) => replace(ordersPath, { tab: next })}
      >
        <Orders key={tab} tab={tab} shown={shown} />
      </Tabs>
    </Page>
  );
}
