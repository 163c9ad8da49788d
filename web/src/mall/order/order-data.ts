import type { OutputOf } from '@openmere/core/calls.ts';
import { AFTER_SALES_MAX } from '@openmere/core/mall/after-sale.ts';

export type Order = OutputOf<'Order/List'>;
export type FullOrder = OutputOf<'Order/First'>;
export type OrderLine = Order['lines'][number];
export type OrderStatus = Order['status'];
export type AfterSale = NonNullable<FullOrder['aftersale']>;

/** What belongs to the conversation about a request, among all that happens to an order. */
export const saidKinds: ReadonlySet<FullOrder['events'][number]['kind']> = new Set([
  'claimed',
  'message',
  'refused',
  'agreed',
  'disputed',
  'withdrawn',
  'decided',
]);

/** How a request stands, in words: one that was let lie until its time was over nobody withdrew. */
export function afterSaleState({ aftersale, events }: FullOrder): AfterSale['status'] | 'lapsed' | undefined {
  const isLapsed = events.findLast(({ kind }) => kind === 'withdrawn')?.by === 'system';
  return aftersale?.status === 'withdrawn' && isLapsed ? 'lapsed' : aftersale?.status;
}

/** Money back can be asked for only so often within one order. */
export function canAskBack({ status, refund, events }: FullOrder): boolean {
  const asked = events.filter(({ kind }) => kind === 'claimed').length;
  return status === 'pendingreceipt' && refund !== 'refunding' && asked < AFTER_SALES_MAX;
}

export const orderTabs = [
  'pendingpayment',
  'pendingshipment',
  'pendingreceipt',
  'completed',
  'cancelled',
] as const satisfies readonly OrderStatus[];

/** What waits, as the server counts it: up to 100. */
export const countText = (count: number) => (count > 99 ? '99+' : String(count));

export const ORDERS_PATH = '/pages/order/order';
export const ORDER_PATH = '/pages/order/detail';
export const PAY_PATH = '/pages/order/pay';
export const AFTER_SALE_PATH = '/pages/order/afterSale';

export const orderHref = (id: string) => `#${ORDER_PATH}?id=${id}`;
export const afterSaleHref = (id: string) => `#${AFTER_SALE_PATH}?id=${id}`;
export const payHref = (ids: readonly string[]) => `#${PAY_PATH}?ids=${ids.join(',')}`;
export const goodsHref = (id: string) => `#/pages/mall/goods?id=${id}`;
export const shopHref = (id: string) => `#/pages/mall/shop?id=${id}`;
export const CART_HREF = '#/pages/mall/cart';
export const MALL_HREF = '#/pages/mall/mall';

/** The server's clock as an answer had it: countdowns run by it, whatever the device's says. */
export function clockOf(now: string, fetchedAt: number): () => number {
  const ahead = Date.parse(now) - fetchedAt;
  return () => Date.now() + ahead;
}
