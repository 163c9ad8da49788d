import type { OutputOf } from '@openmere/core/calls.ts';
import { CallList } from '../../parts/call-list.tsx';
import { Refreshable } from '../../parts/refreshable.tsx';
import { useOwnText } from '../../parts/use-own-text.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { amountText } from '../../platform/money-text.ts';
import { useCallPages } from '../../platform/pages.ts';
import { useCall } from '../../platform/query.ts';
import { ChipRow } from '../../ui/chip-row.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListRow } from '../../ui/list.tsx';
import { Stack } from '../../ui/page.tsx';
import { Picture } from '../../ui/picture.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import type { StatusState } from '../../ui/status-pill.tsx';
import { countText } from '../order/order-data.ts';
import css from './shop.module.css';

type Row = OutputOf<'Order/ShopList'>;
type Status = Row['status'];

export const statusNames = {
  pendingpayment: 'orderPendingpayment',
  pendingshipment: 'orderPendingshipment',
  pendingreceipt: 'orderPendingreceipt',
  completed: 'orderCompleted',
  cancelled: 'orderCancelled',
} as const satisfies Record<Status, string>;
const looks: Record<Status, StatusState> = {
  pendingpayment: 'waiting',
  pendingshipment: 'held',
  pendingreceipt: 'working',
  completed: 'done',
  cancelled: 'void',
};
const tabs = ['pendingshipment', 'aftersale', 'pendingreceipt', 'completed', 'cancelled'] as const;
export type ShopTab = (typeof tabs)[number];

/** Of the address; those to ship where it names none. */
export function shopTabOf(text: string | undefined): ShopTab {
  return tabs.find((tab) => tab === text) ?? 'pendingshipment';
}

/** How much waits behind a tab or a part, after its name. */
export function useWaiting(): (key: string, label: string) => string {
  const { data } = useCall('Order/ShopCounts', {});
  const counts: Record<string, number> = data
    ? { ...data, orders: data.pendingshipment + data.aftersale }
    : {};
  return (key, label) => {
    const count = counts[key] ?? 0;
    return count === 0 ? label : `${label} ${countText(count)}`;
  };
}

export function OrderPill({ order: { status, refund } }: { order: Pick<Row, 'status' | 'refund'> }) {
  const t = useTexts('shop');
  if (refund === 'refunding') return <StatusPill state="held">{t('orderAftersale')}</StatusPill>;
  return <StatusPill state={looks[status]}>{t(statusNames[status])}</StatusPill>;
}

/** Orders of the shop: those to ship first. */
export function OrderPart({
  tab,
  onTab,
  current,
  onOpen,
}: {
  tab: ShopTab;
  onTab: (tab: ShopTab) => void;
  current: string | undefined;
  onOpen: (id: string) => void;
}) {
  const t = useTexts('shop');
  const locale = useLocale();
  const own = useOwnText();
  const waiting = useWaiting();
  const query = useCallPages('Order/ShopList', tab === 'aftersale' ? { aftersale: '1' } : { tab });
  return (
    <Refreshable calls={['Order/ShopList', 'Order/ShopCounts']}>
      <Stack>
        <ChipRow
          label={t('partOrders')}
          chips={tabs.map((key) => ({
            key,
            label: waiting(key, key === 'aftersale' ? t('orderAftersale') : t(statusNames[key])),
            pressed: key === tab,
            onPress: () => onTab(key),
          }))}
        />
        <CallList
          label={t('partOrders')}
          query={query}
          empty={
            <EmptyState title={t('ordersNone')} drawing="records">
              {tab === 'pendingshipment' ? t('ordersNoneText') : undefined}
            </EmptyState>
          }
        >
          {(row) => (
            <ListRow
              leading={
                <span className={css.thumb}>
                  <Picture url={row.lines[0]?.picurl ?? ''} sizes="56px" />
                </span>
              }
              title={
                <span className={css.goodsName}>
                  {row.lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')}
                </span>
              }
              subtitle={<span className={css.serial}>{row.serial}</span>}
              trailing={own(`${amountText(row.total, locale)} ${row.coinid}`)}
              trailingNote={
                // The tab says the state already.
                row.refund === 'refunding' && tab !== 'aftersale' ? <OrderPill order={row} /> : undefined
              }
              current={row.id === current}
              onPress={() => onOpen(row.id)}
            />
          )}
        </CallList>
      </Stack>
    </Refreshable>
  );
}
