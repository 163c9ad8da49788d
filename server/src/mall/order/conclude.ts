import { Refusal, refuse } from '@openmere/core/kit/refusal.ts';
import { nextAfterSale } from '@openmere/core/mall/after-sale.ts';
import { checkOrderText, normaliseOrderText } from '@openmere/core/mall/order-rules.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import type { OnPosted } from '../../ledger/post.ts';
import { businessNow } from '../../platform/business-clock.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { changeAfterSale, findAfterSale } from './after-sale-store.ts';
import { announceOrders } from './announce.ts';
import { noteEvent, settleLocked, stateAfter } from './move.ts';
import type { Happened, MoveCtx } from './move.ts';
import { changeOrder, lockOrder } from './order-store.ts';
import type { AfterSaleRow, OrderRow } from './tables.ts';

type Case = { order: OrderRow; sale: AfterSaleRow; happened: Happened };

/** A request ends with so much for the buyer, 0 for nothing: that goes back, the rest of the order is completed. */
export async function concludeLocked(
  ctx: MoveCtx,
  how: Case & {
    status: 'agreed' | 'decided';
    amount: bigint;
    reason: 'refund' | 'operator';
    text: string;
  },
): Promise<OrderRow> {
  const { order, sale, happened, status, amount, reason, text } = how;
  await changeAfterSale(ctx.tx, sale.id, {
    status,
    given: amount,
    ended_at: ctx.now,
    answer_by: null,
    reason: text,
  });
  return amount === 0n
    ? settleLocked(ctx, { order, move: 'release', happened })
    : settleLocked(ctx, { order, move: 'refund', amount, reason, happened });
}

/** A request ends without money: the order goes on with the time that it had left. */
export async function dropLocked(ctx: MoveCtx, { order, sale, happened }: Case): Promise<void> {
  const { tx, now } = ctx;
  await changeAfterSale(tx, sale.id, { status: 'withdrawn', ended_at: now, answer_by: null });
  const after = await changeOrder(tx, order.id, {
    ...stateAfter(order, 'drop'),
    receive_by: new Date(now.getTime() + Number(sale.left_ms)),
  });
  await noteEvent(ctx, { orderId: order.id, ...happened });
  await announceOrders(tx, [after]);
}

/**
 * An operator's decision of a dispute, for the console, in the transaction of its line in the audit log: `toBuyer` base units, 0 to
 * the order's total. Refusals in order: nodispute, badrefund, badtext (the reason, which both sides read).
 */
export async function decideDispute(
  ctx: { tx: Tx; onPosted?: OnPosted | undefined },
  { afterSaleId, toBuyer, reason }: { afterSaleId: string; toBuyer: bigint; reason: string },
): Promise<OrderRow> {
  const { tx, onPosted } = ctx;
  const found = await findAfterSale(tx, afterSaleId);
  const order = found && (await lockOrder(tx, found.order_id));
  // Behind the lock: what was read before it may have moved.
  const sale = order && (await findAfterSale(tx, afterSaleId));
  if (!sale || !nextAfterSale(sale.status, 'decide', 'operator')) throw new Refusal('mall.nodispute');
  if (toBuyer < 0n || toBuyer > order.total)
    throw new Refusal('mall.badrefund', { most: formatAmount(order.total) });
  const text = normaliseOrderText(reason);
  refuse(checkOrderText(text, 1));
  const move = { tx, now: await businessNow(tx), onPosted };
  const happened = { kind: 'decided', by: 'operator', text } as const;
  const how = { status: 'decided', amount: toBuyer, reason: 'operator', text } as const;
  return concludeLocked(move, { order, sale, happened, ...how });
}
