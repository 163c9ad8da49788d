import type { OutputOf } from '@openmere/core/calls.ts';
import type { ReactNode } from 'react';
import { SeeAllLink } from '../../parts/standard-buttons.tsx';
import { useTexts, useTitle } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { IconDeposit, IconReceipt } from '../../ui/icon/money.tsx';
import { IconMall, IconWallet } from '../../ui/icon/place.tsx';
import { QuickActions } from '../../ui/quick-actions.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import { countText, ORDERS_PATH } from './order-data.ts';
import css from './order.module.css';

const shown: readonly {
  key: keyof OutputOf<'Order/Counts'>;
  text: 'status_pendingpayment' | 'status_pendingshipment' | 'status_pendingreceipt' | 'toComment';
  icon: ReactNode;
  query: string;
}[] = [
  {
    key: 'pendingpayment',
    text: 'status_pendingpayment',
    icon: <IconWallet key="wallet" />,
    query: 'tab=pendingpayment',
  },
  {
    key: 'pendingshipment',
    text: 'status_pendingshipment',
    icon: <IconMall key="mall" />,
    query: 'tab=pendingshipment',
  },
  {
    key: 'pendingreceipt',
    text: 'status_pendingreceipt',
    icon: <IconDeposit key="deposit" />,
    query: 'tab=pendingreceipt',
  },
  {
    key: 'tocomment',
    text: 'toComment',
    icon: <IconReceipt key="receipt" />,
    query: 'tab=completed&tocomment=1',
  },
];

function Counted({ icon, count }: { icon: ReactNode; count: number | undefined }) {
  if (count === undefined || count === 0) return icon;
  return (
    <span className={css.counted}>
      {icon}
      <span className={css.countBadge}>{countText(count)}</span>
    </span>
  );
}

/** The way to one's orders, by what they wait for and how many do, on the page of one's own. */
export function MineOrders() {
  const t = useTexts('order');
  const titleOf = useTitle();
  const counts = useCall('Order/Counts', {}).data;
  const waiting = shown.find(({ key }) => (counts?.[key] ?? 0) > 0);
  return (
    <>
      {/* Nobody is led to an empty tab while others have orders. */}
      <SectionTitle action={<SeeAllLink href={`#${ORDERS_PATH}?${waiting?.query ?? 'tab=completed'}`} />}>
        {titleOf('order.titleOrders')}
      </SectionTitle>
      <QuickActions
        label={titleOf('order.titleOrders')}
        items={shown.map(({ key, text, icon, query }) => ({
          key,
          label: t(text),
          icon: <Counted icon={icon} count={counts?.[key]} />,
          href: `#${ORDERS_PATH}?${query}`,
        }))}
      />
    </>
  );
}
