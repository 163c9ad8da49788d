import type { ReactNode } from 'react';
import { SeeAllLink } from '../../parts/standard-buttons.tsx';
import { useTexts, useTitle } from '../../platform/i18n.ts';
import { IconDeposit, IconReceipt } from '../../ui/icon/money.tsx';
import { IconMall, IconWallet } from '../../ui/icon/place.tsx';
import { QuickActions } from '../../ui/quick-actions.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import { type OrderStatus, ordersPath } from './order-data.ts';

const shown: readonly (readonly [OrderStatus, ReactNode])[] = [
  ['pendingpayment', <IconWallet key="wallet" />],
  ['pendingshipment', <IconMall key="mall" />],
  ['pendingreceipt', <IconDeposit key="deposit" />],
  ['completed', <IconReceipt key="receipt" />],
];

/** The way to one's orders, by what they wait for, on the page of one's own. */
export function MineOrders() {
  const t = useTexts('order');
  const titleOf = useTitle();
  return (
    <>
      <SectionTitle action={<SeeAllLink href={`#${ordersPath}`} />}>
        {titleOf('order.titleOrders')}
      </SectionTitle>
      <QuickActions
        label={titleOf('order.titleOrders')}
        items={shown.map(([status, icon]) => ({
          key: status,
          label: t(`status_${status}`),
          icon,
          href: `#${ordersPath}?tab=${status}`,
        }))}
      />
    </>
  );
}
