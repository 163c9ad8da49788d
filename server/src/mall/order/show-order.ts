import { divideOrder } from '@openmere/core/mall/commission.ts';
import type { OrderShown, OrderWhole } from '@openmere/core/mall/order-contract.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { businessNow } from '../../platform/business-clock.ts';
import type { ReadCtx } from '../../platform/context.ts';
import { readSettings } from '../../setting/read.ts';
import { findShops } from '../shop/shop-store.ts';
import { listAfterSales } from './after-sale-store.ts';
import { findLines, listEvents } from './order-store.ts';
import type { AfterSaleRow, LineRow, OrderRow } from './tables.ts';

const textOf = (time: Date | null): string | null => time?.toISOString() ?? null;

const HOUR_MS = 3_600_000;
const shipBy = ({ paid_at: paidAt }: OrderRow, hours: number): Date | null =>
  paidAt && new Date(paidAt.getTime() + hours * HOUR_MS);

/** Orders as their two sides see them, with what a whole page of them needs read at once. */
export async function showOrders(ctx: ReadCtx, orders: readonly OrderRow[]): Promise<OrderShown[]> {
  const { tx } = ctx;
  if (orders.length === 0) return [];
  const now = (await businessNow(tx)).toISOString();
  const { mallShipHours, mallCommissionBps } = await readSettings(tx);
  const lines = await findLines(
    tx,
    orders.map(({ id }) => id),
  );
  const shops = await findShops(
    tx,
    orders.map(({ shop_id }) => shop_id),
  );
  return orders.map((order) => {
    const shop = shops.get(order.shop_id);
    const isUnpaid = order.status === 'pendingpayment';
    return {
      id: order.id,
      serial: order.serial,
      time: order.created_at.toISOString(),
      status: order.status,
      refund: order.refund,
      shop: { id: order.shop_id, name: shop?.name ?? '', logo: shop?.logo ?? '' },
      coinid: order.coin_id,
      total: formatAmount(order.total),
      paid: formatAmount(order.paid_coin),
      oblpaid: formatAmount(order.paid_obl),
      oblmost: formatAmount(order.obl_most),
      oblearned: formatAmount(order.margin_part),
      oblcoming: formatAmount(divideOrder(order.total, order.commission_bps ?? mallCommissionBps).margin),
      refunded: formatAmount(order.refunded_coin + order.refunded_obl),
      lines: (lines.get(order.id) ?? []).map(showLine),
      payby: isUnpaid ? order.pay_by.toISOString() : null,
      shipby: order.status === 'pendingshipment' ? textOf(shipBy(order, mallShipHours)) : null,
      receiveby: textOf(order.receive_by),
      now,
      carrier: order.carrier,
      tracking: order.tracking,
      paidat: textOf(order.paid_at),
      shippedat: textOf(order.shipped_at),
      completedat: textOf(order.completed_at),
      cancelledat: textOf(order.cancelled_at),
      cancelreason: order.cancel_reason,
    };
  });
}

export async function showOrder(ctx: ReadCtx, order: OrderRow): Promise<OrderShown> {
  const [shown] = await showOrders(ctx, [order]);
  if (!shown) throw new Error('an order is shown');
  return shown;
}

/** With address, course and request after the sale. The shop learns the address once it is paid: before, nothing is to be sent. */
export async function showWhole(
  ctx: ReadCtx,
  { order, to }: { order: OrderRow; to: 'buyer' | 'shop' },
): Promise<OrderWhole> {
  const [sale] = await listAfterSales(ctx.tx, order.id);
  const events = await listEvents(ctx.tx, order.id);
  const isAddressShown = to === 'buyer' || order.paid_at !== null;
  const { recipient, phone, country, detail } = order;
  return {
    ...(await showOrder(ctx, order)),
    address: isAddressShown
      ? { recipient, phone, country, detail }
      : { recipient: '', phone: '', country: '', detail: '' },
    note: order.note,
    events: events.map(({ at, kind, by, text, pictures }) => ({
      time: at.toISOString(),
      kind,
      by,
      text,
      pictures,
    })),
    aftersale: sale ? showAfterSale(sale) : null,
  };
}

export function showAfterSale(sale: AfterSaleRow): NonNullable<OrderWhole['aftersale']> {
  return {
    id: sale.id,
    time: sale.created_at.toISOString(),
    kind: sale.kind,
    amount: formatAmount(sale.amount),
    given: sale.given === null ? null : formatAmount(sale.given),
    status: sale.status,
    text: sale.text,
    pictures: sale.pictures,
    answerby: textOf(sale.answer_by),
    reason: sale.reason,
  };
}

function showLine(line: LineRow): OrderShown['lines'][number] {
  return {
    id: line.id,
    goodsid: line.goods_id,
    skuid: line.sku_id,
    name: line.name,
    skuname: line.sku_name,
    picurl: line.picurl,
    price: formatAmount(line.price),
    obl: formatAmount(line.obl),
    quantity: line.quantity,
    commented: line.commented,
  };
}
