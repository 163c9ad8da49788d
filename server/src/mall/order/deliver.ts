import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { Refusal, refuse } from '@openmere/core/kit/refusal.ts';
import type {
  orderCancel,
  orderReceive,
  orderShip,
  orderShopCancel,
} from '@openmere/core/mall/order-contract.ts';
import { checkOrderText, checkParcel, normaliseOrderText } from '@openmere/core/mall/order-rules.ts';
import { nextOrder } from '@openmere/core/mall/order-state.ts';
import { findOutboundLock, outboundRefusal } from '../../ledger/outbound.ts';
import type { OnPosted } from '../../ledger/post.ts';
import type { MemberActor } from '../../platform/actor.ts';
import { businessNow } from '../../platform/business-clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { readSettings } from '../../setting/read.ts';
import { announceOrders, noticeOrders } from './announce.ts';
import { cancelLocked, noteEvent, settleLocked, stateAfter } from './move.ts';
import { changeOrder, listEvents, lockOrder } from './order-store.ts';
import { showOrder } from './show-order.ts';
import type { OrderRow } from './tables.ts';

export type MovesMoney = { onPosted?: OnPosted | undefined };
type MemberCtx = Pick<Ctx<MemberActor>, 'tx' | 'actor'> & MovesMoney;

const DAY_MS = 86_400_000;

/** One's own order, held; refuses noorder for anybody else's. */
async function lockOwn(
  { tx, actor }: MemberCtx,
  id: string,
  as: 'member_id' | 'seller_id',
): Promise<OrderRow> {
  const order = await lockOrder(tx, id);
  if (order?.[as] !== actor.id) throw new Refusal('mall.noorder');
  return order;
}

async function moveCtx({ tx, onPosted }: MemberCtx) {
  return { tx, now: await businessNow(tx), onPosted };
}

/** Order/Cancel. Refusals in order: noorder, badtext, notcancellable. Cancelled by oneself already: the same answer. */
export async function cancelOrder(
  ctx: MemberCtx,
  input: CallParsed<typeof orderCancel>,
): Promise<CallResult<typeof orderCancel>> {
  const order = await lockOwn(ctx, input.id, 'member_id');
  const text = normaliseOrderText(input.reason ?? '');
  refuse(checkOrderText(text, 0));
  if (order.cancel_reason === 'member') return showOrder(ctx, order);
  if (!nextOrder(order, 'cancel')) throw new Refusal('mall.notcancellable');
  const happened = { kind: 'cancelled', by: 'buyer', text } as const;
  const after = await cancelLocked(await moveCtx(ctx), { order, move: 'cancel', reason: 'member', happened });
  return showOrder(ctx, after);
}

/** Order/ShopCancel: what is paid and cannot be sent. Refusals in order: noorder, badtext, notcancellable. */
export async function cancelByShop(
  ctx: MemberCtx,
  input: CallParsed<typeof orderShopCancel>,
): Promise<CallResult<typeof orderShopCancel>> {
  const order = await lockOwn(ctx, input.id, 'seller_id');
  const text = normaliseOrderText(input.reason);
  refuse(checkOrderText(text, 1));
  if (order.cancel_reason === 'shop') return showOrder(ctx, order);
  if (!nextOrder(order, 'shopcancel')) throw new Refusal('mall.notcancellable');
  const happened = { kind: 'cancelled', by: 'shop', text } as const;
  const after = await cancelLocked(await moveCtx(ctx), {
    order,
    move: 'shopcancel',
    reason: 'shop',
    happened,
  });
  return showOrder(ctx, after);
}

/** Order/Receive. Refusals in order: noorder, notreceivable, the family's lock. Completed already: the same answer. */
export async function receiveOrder(
  ctx: MemberCtx,
  input: CallParsed<typeof orderReceive>,
): Promise<CallResult<typeof orderReceive>> {
  const order = await lockOwn(ctx, input.id, 'member_id');
  if (order.status === 'completed') return showOrder(ctx, order);
  if (!nextOrder(order, 'receive')) throw new Refusal('mall.notreceivable');
  // From here on the money is the shop's: so it leaves the family now.
  const until = await findOutboundLock(ctx.tx, ctx.actor.family);
  if (until) throw outboundRefusal(until);
  const happened = { kind: 'received', by: 'buyer' } as const;
  return showOrder(ctx, await settleLocked(await moveCtx(ctx), { order, move: 'receive', happened }));
}

/** Each is an event, which both sides read with the order. */
const CORRECTIONS_MAX = 20;

/**
 * Order/Ship; again while it is on its way: corrects the number, so often. Refusals in order: noorder, badcarrier, badtracking,
 * notshippable, manycorrections.
 */
export async function shipOrder(
  ctx: MemberCtx,
  input: CallParsed<typeof orderShip>,
): Promise<CallResult<typeof orderShip>> {
  const order = await lockOwn(ctx, input.id, 'seller_id');
  const parcel = { carrier: normaliseOrderText(input.carrier), tracking: normaliseOrderText(input.tracking) };
  refuse(checkParcel(parcel));
  if (!nextOrder(order, 'ship')) throw new Refusal('mall.notshippable');
  const move = await moveCtx(ctx);
  const isFirst = order.shipped_at === null;
  if (!isFirst && order.carrier === parcel.carrier && order.tracking === parcel.tracking)
    return showOrder(ctx, order);
  const corrected = (await listEvents(ctx.tx, order.id)).filter(({ kind }) => kind === 'corrected');
  if (corrected.length >= CORRECTIONS_MAX)
    throw new Refusal('mall.manycorrections', { max: CORRECTIONS_MAX });
  const { mallReceiveDays } = await readSettings(ctx.tx);
  const receiveBy = new Date(move.now.getTime() + mallReceiveDays * DAY_MS);
  const after = await changeOrder(ctx.tx, order.id, {
    ...parcel,
    ...stateAfter(order, 'ship'),
    ...(isFirst ? { shipped_at: move.now, receive_by: receiveBy } : {}),
  });
  const text = `${parcel.carrier} ${parcel.tracking}`;
  await noteEvent(move, { orderId: order.id, kind: isFirst ? 'shipped' : 'corrected', by: 'shop', text });
  await announceOrders(ctx.tx, [after]);
  if (isFirst) await noticeOrders(ctx.tx, [after], 'shipped');
  return showOrder(ctx, after);
}
