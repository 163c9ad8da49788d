import type { OutputOf } from '@openmere/core/calls.ts';

export type Order = OutputOf<'Order/List'>;
export type FullOrder = OutputOf<'Order/First'>;
export type OrderLine = Order['lines'][number];
export type OrderStatus = Order['status'];
export type AfterSale = NonNullable<FullOrder['aftersale']>;

export const orderTabs = [
  'pendingpayment',
  'pendingshipment',
  'pendingreceipt',
  'completed',
  'cancelled',
] as const satisfies readonly OrderStatus[];

export const ordersPath = '/pages/order/order';
export const orderPath = '/pages/order/detail';
export const payPath = '/pages/order/pay';
export const afterSalePath = '/pages/order/afterSale';

export const orderHref = (id: string) => `#${orderPath}?id=${id}`;
export const afterSaleHref = (id: string) => `#${afterSalePath}?id=${id}`;
export const payHref = (ids: readonly string[]) => `#${payPath}?ids=${ids.join(',')}`;
export const goodsHref = (id: string) => `#/pages/mall/goods?id=${id}`;
export const shopHref = (id: string) => `#/pages/mall/shop?id=${id}`;
export const cartHref = '#/pages/mall/cart';
export const mallHref = '#/pages/mall/mall';

/** The server's clock as an answer had it: countdowns run by it, whatever the device's says. */
export function clockOf(now: string, fetchedAt: number): () => number {
  const ahead = Date.parse(now) - fetchedAt;
  return () => Date.now() + ahead;
}
