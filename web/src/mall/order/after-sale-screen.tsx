import { BackBar } from '../../parts/back-bar.tsx';
import { Refreshable } from '../../parts/refreshable.tsx';
import { WaitingCard } from '../../parts/waiting.tsx';
import { useLocation } from '../../platform/history.ts';
import { useTexts } from '../../platform/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page, Stack } from '../../ui/page.tsx';
import { AfterSaleForm } from './after-sale-form.tsx';
import { AfterSaleTalk } from './after-sale-talk.tsx';
import { LoadedOrder } from './loaded-order.tsx';
import { canAskBack, orderHref, ORDERS_PATH } from './order-data.ts';
import type { FullOrder } from './order-data.ts';

function Body({ order, fetchedAt }: { order: FullOrder; fetchedAt: number }) {
  const t = useTexts('order');
  const { aftersale } = order;
  const isOpen = canAskBack(order);
  if (aftersale)
    return (
      <Stack>
        <AfterSaleTalk order={order} aftersale={aftersale} fetchedAt={fetchedAt} />
        {isOpen && aftersale.status === 'withdrawn' && <AfterSaleForm order={order} />}
      </Stack>
    );
  if (isOpen) return <AfterSaleForm order={order} />;
  return (
    <EmptyState
      title={t('aftersaleNotNow')}
      action={<Button href={orderHref(order.id)}>{t('toOrder')}</Button>}
    >
      {t('aftersaleWhen')}
    </EmptyState>
  );
}

/** After-sales of one order: the request, then the conversation about it, and what was decided. */
export function AfterSaleScreen() {
  const { id = '' } = useLocation().query;
  return (
    <Page narrow nav={<BackBar title="order.titleAfterSale" parent={ORDERS_PATH} />}>
      <Refreshable calls={['Order/First']}>
        <LoadedOrder id={id} waiting={<WaitingCard />}>
          {(order, fetchedAt) => <Body order={order} fetchedAt={fetchedAt} />}
        </LoadedOrder>
      </Refreshable>
    </Page>
  );
}
