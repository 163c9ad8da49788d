import { BackBar } from '../../parts/back-bar.tsx';
import { useLocation } from '../../platform/history.ts';
import { Page } from '../../ui/page.tsx';
import { OneOrder } from './one-order.tsx';
import { ordersPath } from './order-data.ts';

/** One order, by `id` in the address. */
export function OrderDetailScreen() {
  const { id = '' } = useLocation().query;
  return (
    <Page narrow nav={<BackBar title="order.titleOrder" parent={ordersPath} />}>
      <OneOrder key={id} id={id} />
    </Page>
  );
}
