import { divideOrder, splitRefund } from '@openmere/core/mall/commission.ts';
import type { Payment } from '@openmere/core/mall/commission.ts';
import { mallCommissionBps } from '@openmere/core/setting/mall.ts';
import { baseUnits } from '../../platform/money-text.ts';
import { useSetting } from '../../setting/use-setting.ts';
import type { Order } from './order-data.ts';

/** What went back to the buyer, by coin: in the proportion in which it was paid. */
export function backOf(order: Pick<Order, 'paid' | 'oblpaid' | 'refunded'>): Payment {
  const paid = { coin: baseUnits(order.paid), obl: baseUnits(order.oblpaid) };
  return splitRefund(paid, baseUnits(order.refunded));
}

/** The OBL that is earned by so much of a price, once it is completed; by the rule that the server pays by. */
export function useEarned(): (price: bigint) => bigint {
  const bps = useSetting(mallCommissionBps);
  return (price) => divideOrder(price, bps).margin;
}
