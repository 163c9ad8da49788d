import { orderMoved } from '@openmere/core/mall/order-contract.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { toMembers } from '../../platform/outbox.ts';
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
