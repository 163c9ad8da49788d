import { assert } from '@openmere/core/kit/fault.ts';
import type { JournalEntry } from '@openmere/core/ledger/entry.ts';
import { splitRefund, totalOf } from '@openmere/core/mall/commission.ts';
import type { Payment } from '@openmere/core/mall/commission.ts';
import { holdsMoney, nextOrder } from '@openmere/core/mall/order-state.ts';
import type { OrderMove } from '@openmere/core/mall/order-state.ts';
import { postAll } from '../../ledger/post.ts';
import type { OnPosted } from '../../ledger/post.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { readSettings } from '../../setting/read.ts';
import { recordUses } from '../../team/record-use.ts';
import { countSold, returnStock } from '../goods/goods-store.ts';
import { announceOrders, noticeDecision, noticeOrders } from './announce.ts';
import { completeEntry, paymentOf, refundEntry } from './entries.ts';
import { changeOrder, findLines, insertEvent } from './order-store.ts';
import type { EventRow, OrderRow } from './tables.ts';

/** `now` by the business clock. */
export type MoveCtx = { readonly tx: Tx; readonly now: Date; readonly onPosted?: OnPosted | undefined };
export type Happened = Pick<EventRow, 'kind' | 'by'> & {
  text?: string;
  pictures?: string[];
  requestId?: string;
};

/** The state after a move that the caller has found to be allowed. */
export function stateAfter(order: OrderRow, move: OrderMove): Pick<OrderRow, 'status' | 'refund'> {
  const next = nextOrder(order, move);
  assert(next, `${order.id}: ${move} is not allowed in ${order.status} ${order.refund}`);
  return { status: next.status, refund: next.refund };
}

export async function noteEvent(ctx: MoveCtx, happened: Happened & { orderId: string }): Promise<void> {
  const { orderId, kind, by, text = '', pictures = [], requestId = null } = happened;
  await insertEvent(ctx.tx, {
    order_id: orderId,
    at: ctx.now,
    kind,
    by,
    text,
    pictures,
    request_id: requestId,
  });
}

/** Posts entries that cannot be refused but by a mistake, or says why not. */
export async function postOrders(ctx: MoveCtx, entries: readonly JournalEntry[]): Promise<void> {
  const { tx, onPosted } = ctx;
  const answers = await postAll(tx, entries, onPosted ? { onPosted } : {});
  for (const { refusal, posted } of answers) {
    if (refusal) throw refusal;
    assert(!posted.replayed, 'each step of an order is posted once');
  }
}

/**
 * Ends an order that is not shipped: its stock goes back, and what was paid, all of it, at once. The row is locked by the caller,
 * who has found the move to be allowed.
 */
export async function cancelLocked(
  ctx: MoveCtx,
  how: {
    order: OrderRow;
    move: 'cancel' | 'expire' | 'shopcancel';
    reason: OrderRow['cancel_reason'];
    happened: Happened;
  },
): Promise<OrderRow> {
  const { order } = how;
  const { tx, now } = ctx;
  const paid = paymentOf(order);
  const isPaid = holdsMoney(order);
  const after = await changeOrder(tx, order.id, {
    ...stateAfter(order, how.move),
    cancelled_at: now,
    cancel_reason: how.reason,
    ...(isPaid ? { refunded_coin: paid.coin, refunded_obl: paid.obl } : {}),
  });
  const lines = (await findLines(tx, [order.id])).get(order.id) ?? [];
  await returnStock(
    tx,
    lines.map(({ sku_id, quantity }) => ({ skuId: sku_id, quantity })),
  );
  await noteEvent(ctx, { orderId: order.id, ...how.happened });
  await announceOrders(tx, [after]);
  // What was never paid nobody waits for.
  if (isPaid) await noticeOrders(tx, [after], how.move === 'shopcancel' ? 'shopcancelled' : 'cancelled');
  if (isPaid) await postOrders(ctx, [refundEntry(order, paid)]);
  return after;
}

const nothing: Payment = { coin: 0n, obl: 0n };

/**
 * Completes an order of which so much goes back to the buyer: the rest is divided, counted as sold and as performance. With the whole
 * of it nothing is left to complete: it is cancelled. The caller holds the row and has found the move to be allowed.
 */
export async function settleLocked(
  ctx: MoveCtx,
  how: { order: OrderRow; happened: Happened } & (
    | { move: 'receive' | 'release' }
    | { move: 'refund'; amount: bigint; reason: 'refund' | 'operator' }
  ),
): Promise<OrderRow> {
  const { order } = how;
  const { tx, now } = ctx;
  const paid = paymentOf(order);
  const refund = how.move === 'refund' ? splitRefund(paid, how.amount) : nothing;
  const back = totalOf(refund);
  // As it was when it was paid; orders of before that was kept have none.
  const commissionBps = order.commission_bps ?? (await readSettings(tx)).mallCommissionBps;
  const { entry, division, kept } = completeEntry(order, refund, {
    commissionBps,
    now,
  });
  const move = how.move === 'refund' ? (kept === 0n ? 'refundwhole' : 'refundpart') : how.move;
  const after = await changeOrder(tx, order.id, {
    ...stateAfter(order, move),
    receive_by: null,
    refunded_coin: refund.coin,
    refunded_obl: refund.obl,
    ...(kept === 0n
      ? { cancelled_at: now, cancel_reason: how.move === 'refund' ? how.reason : 'refund' }
      : {
          completed_at: now,
          comment_due: true,
          commission_bps: commissionBps,
          shop_part: division.shop,
          margin_part: division.margin,
          fee_part: division.fee,
        }),
  });
  await noteEvent(ctx, { orderId: order.id, ...how.happened });
  await announceOrders(tx, [after]);
  await noticeSettled(ctx, after, how);
  if (kept > 0n) {
    const lines = (await findLines(tx, [order.id])).get(order.id) ?? [];
    await countSold(
      tx,
      lines.map(({ sku_id, quantity }) => ({ skuId: sku_id, quantity })),
    );
    // USDO counts as USDT, and OBL for what stood behind it.
    await recordUses({ tx }, [{ kind: 'mall', memberId: order.member_id, value: kept, time: now }]);
  }
  await postOrders(ctx, [...(back > 0n ? [refundEntry(order, refund)] : []), ...(kept > 0n ? [entry] : [])]);
  return after;
}

/** An operator's decision is told to both; otherwise each hears of money that came without an act of its own. */
async function noticeSettled(
  { tx }: MoveCtx,
  order: OrderRow,
  { move, happened }: { move: OrderMove | 'refund'; happened: Happened },
): Promise<void> {
  if (happened.by === 'operator') return noticeDecision(tx, order);
  if (move === 'refund') await noticeOrders(tx, [order], 'refunded');
  if (happened.by === 'system') await noticeOrders(tx, [order], 'completed');
  if (order.shop_part > 0n && happened.by !== 'shop') await noticeOrders(tx, [order], 'settled');
}
