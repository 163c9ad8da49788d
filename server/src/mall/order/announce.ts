import { orderMoved } from '@openmere/core/mall/order-contract.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { toNotices } from '../../platform/notices.ts';
import type { Notice } from '../../platform/notices.ts';
import { toMembers } from '../../platform/outbox.ts';
import { findShops } from '../shop/shop-store.ts';
import type { OrderRow } from './tables.ts';

/** Tells buyer and shop how an order stands now. */
export async function announceOrders(
  tx: Tx,
  orders: readonly Pick<OrderRow, 'id' | 'member_id' | 'seller_id' | 'status' | 'refund'>[],
): Promise<void> {
  await toMembers(
    tx,
    orderMoved,
    orders.flatMap(({ id, member_id, seller_id, status, refund }) =>
      [member_id, seller_id].map((memberId) => ({ memberId, data: { id, status, refund } })),
    ),
  );
}

/** Whom each is for: who has to do something now, or whose money has moved without them. */
const receivers = {
  sold: 'seller',
  cancelled: 'seller',
  claimed: 'seller',
  settled: 'seller',
  toship: 'seller',
  shipped: 'buyer',
  shopcancelled: 'buyer',
  refused: 'buyer',
  refunded: 'buyer',
  completed: 'buyer',
  late: 'buyer',
} as const;

/** What a side of an order is told wherever they are: kept, and sent by web push or mail. */
export type OrderNotice = keyof typeof receivers;

type Told = Pick<OrderRow, 'id' | 'serial' | 'member_id' | 'seller_id' | 'shop_id' | 'coin_id' | 'total'> &
  Pick<OrderRow, 'shop_part'>;
type Side = 'buyer' | 'seller';
const linkOf = (side: Side, id: string): string =>
  side === 'seller' ? `/pages/mall/shopManage?part=orders&id=${id}` : `/pages/order/detail?id=${id}`;

async function noticeSides(
  tx: Tx,
  orders: readonly Told[],
  template: Notice['template'],
  how: { sides: readonly Side[]; params?: Notice['params'] },
): Promise<void> {
  const shops = await findShops(
    tx,
    orders.map(({ shop_id }) => shop_id),
  );
  const of = (order: Told, side: Side): Notice => ({
    memberId: side === 'seller' ? order.seller_id : order.member_id,
    template,
    params: {
      serial: order.serial,
      shop: shops.get(order.shop_id)?.name ?? '',
      coin: order.coin_id,
      total: formatAmount(order.total),
      received: formatAmount(order.shop_part),
      ...how.params,
    },
    link: linkOf(side, order.id),
  });
  await toNotices(
    tx,
    orders.flatMap((order) => how.sides.map((side) => of(order, side))),
  );
}

/**
 * Tells one side of each order. Behind announceOrders and before entries are posted: it waits for nobody that those do not.
 * `by`: until when they have to answer, where they have to.
 */
export async function noticeOrders(
  tx: Tx,
  orders: readonly Told[],
  about: OrderNotice,
  by?: Date,
): Promise<void> {
  const params: Notice['params'] = by === undefined ? {} : { by: by.toISOString() };
  await noticeSides(tx, orders, `mall.notice.${about}`, { sides: [receivers[about]], params });
}

/** Both sides hear what an operator has decided; the sums and the reason stand with the order. */
export async function noticeDecision(tx: Tx, order: Told): Promise<void> {
  await noticeSides(tx, [order], 'mall.notice.decided', { sides: ['buyer', 'seller'] });
}

/** What one side wrote goes to the other; the words themselves stay with the order. */
export async function noticeMessage(tx: Tx, order: Told, by: 'buyer' | 'shop'): Promise<void> {
  await noticeSides(tx, [order], 'mall.notice.message', { sides: [by === 'buyer' ? 'seller' : 'buyer'] });
}
