import { splitRefund } from '@openmere/core/mall/commission.ts';
import type { Payment } from '@openmere/core/mall/commission.ts';
import { baseUnits } from '../../platform/money-text.ts';
import type { Order } from './order-data.ts';

/** What went back to the buyer, by coin: in the proportion in which it was paid. */
export function backOf(order: Pick<Order, 'paid' | 'oblpaid' | 'refunded'>): Payment {
  const paid = { coin: baseUnits(order.paid), obl: baseUnits(order.oblpaid) };
  return splitRefund(paid, baseUnits(order.refunded));
}
