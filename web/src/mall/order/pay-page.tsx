import type { ReactNode } from 'react';
import { BackBar } from '../../parts/back-bar.tsx';
import { Page } from '../../ui/page.tsx';
import { ORDERS_PATH } from './order-data.ts';

export function PayPage({ children, footer }: { children: ReactNode; footer?: ReactNode }) {
  return (
    <Page narrow nav={<BackBar title="order.titlePay" parent={ORDERS_PATH} />} footer={footer}>
      {children}
    </Page>
  );
}
