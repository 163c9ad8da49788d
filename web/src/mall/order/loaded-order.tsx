import type { ReactNode } from 'react';
import { Loaded } from '../../parts/loaded.tsx';
import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ORDERS_PATH } from './order-data.ts';
import type { FullOrder } from './order-data.ts';

/** Refusals of an id that is none, or another member's. */
const none: readonly unknown[] = ['mall.noorder', 'request.invalid', 'request.toolong'];

/** One order by its id, live, or that it is not here. `fetchedAt` in milliseconds. */
export function LoadedOrder({
  id,
  waiting,
  children,
}: {
  id: string;
  waiting: ReactNode;
  children: (order: FullOrder, fetchedAt: number) => ReactNode;
}) {
  const t = useTexts('order');
  const query = useCall('Order/First', { id }, { enabled: id !== '' });
  const isNone = id === '' || none.includes((query.error as { reason?: string } | null)?.reason);
  if (query.data || !isNone)
    return (
      <Loaded query={query} waiting={waiting}>
        {(order) => children(order, query.dataUpdatedAt)}
      </Loaded>
    );
  return (
    <EmptyState
      drawing="search"
      title={t('noOrder')}
      action={<Button href={`#${ORDERS_PATH}`}>{t('toOrders')}</Button>}
    >
      <p>{t('noOrderText')}</p>
    </EmptyState>
  );
}
