import type { ReactNode } from 'react';
import { BackBar } from '../../parts/back-bar.tsx';
import { Page } from '../../ui/page.tsx';

export function CheckoutPage({ children, footer }: { children: ReactNode; footer?: ReactNode }) {
  return (
    <Page narrow nav={<BackBar title="order.titleCheckout" parent="/pages/mall/cart" />} footer={footer}>
      {children}
    </Page>
  );
}
