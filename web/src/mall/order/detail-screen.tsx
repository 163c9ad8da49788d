import { BackBar } from '../../parts/back-bar.tsx';
import { useLocation } from '../../platform/history.ts';
import { Page } from '../../ui/page.tsx';
import { OneOrder } from './one-order.tsx';
import { ORDERS_PATH } from './order-data.ts';

/** One order, by `id` in the address. */
export function OrderDetailScreen() {
  const { id = '' } = useLocation().query;
  return (
    <Page narrow nav={<BackBar title="order.titleOrder" parent={ORDERS_PATH} />}>
      <OneOrder key={id} id={id} />
    </Page>
  );
}
