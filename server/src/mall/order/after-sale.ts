import { isDeepStrictEqual } from 'node:util';
import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { Refusal, refuse } from '@openmere/core/kit/refusal.ts';
import { AFTER_SALES_MAX, nextAfterSale } from '@openmere/core/mall/after-sale.ts';
import type { orderAfterSale, orderAfterSaleAct } from '@openmere/core/mall/order-contract.ts';
import { MESSAGES_MAX, checkOrderText, normaliseOrderText } from '@openmere/core/mall/order-rules.ts';
import { nextOrder } from '@openmere/core/mall/order-state.ts';
import { formatAmount, parseAmount } from '@openmere/core/money/amount.ts';
import { findOutboundLock } from '../../ledger/outbound.ts';
import { findFamily } from '../../member/store.ts';
import type { MemberActor } from '../../platform/actor.ts';
import { businessNow } from '../../platform/business-clock.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { newId } from '../../platform/ids.ts';
import { readSettings } from '../../setting/read.ts';
import { checkPictures } from '../shop/check-picture.ts';
import { changeAfterSale, insertAfterSale, listAfterSales } from './after-sale-store.ts';
import { announceOrders, noticeMessage, noticeOrders } from './announce.ts';
import { concludeLocked, dropLocked } from './conclude.ts';
import type { MovesMoney } from './deliver.ts';
import { noteEvent, stateAfter } from './move.ts';
import type { Happened, MoveCtx } from './move.ts';
import { changeOrder, findOrder, listEvents, lockOrder } from './order-store.ts';
import { showWhole } from './show-order.ts';
import type { AfterSaleRow, OrderRow } from './tables.ts';

type MemberCtx = Pick<Ctx<MemberActor>, 'tx' | 'actor'> & MovesMoney;
const HOUR_MS = 3_600_000;

/** Until when the side whose turn it is has to answer. */
export async function answerBy({ tx, now }: MoveCtx): Promise<Date> {
  return new Date(now.getTime() + (await readSettings(tx)).mallAnswerHours * HOUR_MS);
}

/**
 * Order/AfterSale: freezes the order. The same requestId answers the same request. Refusals in order: noorder, keyconflict,
 * notrefundable, badrefund, badtext, badpicture.
 */
export async function openAfterSale(
  ctx: MemberCtx,
  input: CallParsed<typeof orderAfterSale>,
): Promise<CallResult<typeof orderAfterSale>> {
  const { tx, actor } = ctx;
  const order = await lockOrder(tx, input.id);
  if (order?.member_id !== actor.id) throw new Refusal('mall.noorder');
  const text = normaliseOrderText(input.text);
  const amount = input.amount === undefined ? order.total : parseAmount(input.amount);
  const pictures = input.pictures ?? [];
  const before = await listAfterSales(tx, order.id);
  const known = before.find(({ request_id }) => request_id === input.requestId.toLowerCase());
  const asked = { kind: input.kind, amount, text, pictures };
  if (known && !isDeepStrictEqual(asked, askedIn(known))) throw new Refusal('ledger.keyconflict');
  if (known) return showWhole(ctx, { order, to: 'buyer' });
  if (!nextOrder(order, 'claim') || before.length >= AFTER_SALES_MAX) throw new Refusal('mall.notrefundable');
  if (amount === undefined || amount <= 0n || amount > order.total)
    throw new Refusal('mall.badrefund', { most: formatAmount(order.total) });
  refuse(checkOrderText(text, 1));
  await checkPictures({ tx, memberId: actor.id }, pictures);
  const move = { tx, now: await businessNow(tx) };
  const after = await changeOrder(tx, order.id, { ...stateAfter(order, 'claim'), receive_by: null });
  const by = await answerBy(move);
  const leftMs = Math.max(0, (order.receive_by ?? move.now).getTime() - move.now.getTime());
  await insertAfterSale(tx, {
    id: newId('aft'),
    order_id: order.id,
    request_id: input.requestId.toLowerCase(),
    kind: input.kind,
    amount,
    text,
    pictures,
    created_at: move.now,
    answer_by: by,
    left_ms: BigInt(leftMs),
  });
  await noteEvent(move, { orderId: order.id, kind: 'claimed', by: 'buyer', text, pictures });
  await announceOrders(tx, [after]);
  await noticeOrders(tx, [after], 'claimed', by);
  return showWhole(ctx, { order: after, to: 'buyer' });
}

const askedIn = ({ kind, amount, text, pictures }: AfterSaleRow) => ({ kind, amount, text, pictures });

const happenings = {
  agree: 'agreed',
  refuse: 'refused',
  escalate: 'disputed',
  withdraw: 'withdrawn',
  message: 'message',
} as const;

/**
 * Order/AfterSaleAct by either side. The same requestId does it once; under another input it is `ledger.keyconflict`, so that nobody
 * takes a message that was written for an agreement. Refusals in order: noorder, keyconflict, notyourturn, badtext, badpicture,
 * manymessages, buyerlocked.
 */
export async function actOnAfterSale(
  ctx: MemberCtx,
  input: CallParsed<typeof orderAfterSaleAct>,
): Promise<CallResult<typeof orderAfterSaleAct>> {
  const { tx, actor, onPosted } = ctx;
  const order = await lockOrder(tx, input.id);
  const by = order?.member_id === actor.id ? 'buyer' : 'shop';
  if (!order || (by === 'shop' && order.seller_id !== actor.id)) throw new Refusal('mall.noorder');
  const requestId = input.requestId.toLowerCase();
  const text = normaliseOrderText(input.text ?? '');
  const pictures = input.pictures ?? [];
  const kind = happenings[input.act];
  const events = await listEvents(tx, order.id);
  const known = events.find((one) => one.request_id === requestId && one.by === by);
  if (known && (known.kind !== kind || known.text !== text || !isDeepStrictEqual(known.pictures, pictures)))
    throw new Refusal('ledger.keyconflict');
  if (known) return showWhole(ctx, { order, to: by });
  const sale = (await listAfterSales(tx, order.id)).find(({ ended_at }) => ended_at === null);
  const next = sale && input.act !== 'message' ? nextAfterSale(sale.status, input.act, by) : sale?.status;
  const isOther = input.aftersale !== undefined && input.aftersale !== sale?.id;
  if (!sale || !next || isOther) throw new Refusal('mall.notyourturn');
  refuse(checkOrderText(text, input.act === 'message' || input.act === 'refuse' ? 1 : 0));
  await checkPictures({ tx, memberId: actor.id }, pictures);
  const move: MoveCtx = { tx, now: await businessNow(tx), onPosted };
  const written = { by, text, pictures, requestId } as const;
  if (input.act === 'message') {
    // Each side has its own: neither writes so much that the other cannot answer.
    const messages = events.filter((one) => one.kind === 'message' && one.by === by).length;
    if (messages >= MESSAGES_MAX) throw new Refusal('mall.manymessages', { max: MESSAGES_MAX });
    await noteEvent(move, { orderId: order.id, kind, ...written });
    await announceOrders(tx, [order]);
    await noticeMessage(tx, order, by);
  } else await moveOn(move, { order, sale }, input.act, { kind, ...written });
  const after = (await findOrder(tx, order.id)) ?? order;
  return showWhole(ctx, { order: after, to: by });
}

/**
 * A part of a refund makes the rest the shop's: that leaves the buyer's family, as "received" does (decision 0281). The whole of it
 * leaves nothing.
 */
async function refuseLocked(tx: Tx, buyerId: string): Promise<void> {
  if (await findOutboundLock(tx, await findFamily(tx, buyerId))) throw new Refusal('mall.buyerlocked');
}

async function moveOn(
  move: MoveCtx,
  { order, sale }: { order: OrderRow; sale: AfterSaleRow },
  act: Exclude<keyof typeof happenings, 'message'>,
  happened: Happened,
): Promise<void> {
  if (act === 'agree') {
    if (sale.amount < order.total) await refuseLocked(move.tx, order.member_id);
    const how = { status: 'agreed', amount: sale.amount, reason: 'refund', text: '' } as const;
    return void (await concludeLocked(move, { order, sale, happened, ...how }));
  }
  if (act === 'withdraw') return dropLocked(move, { order, sale, happened });
  const by = act === 'refuse' ? await answerBy(move) : undefined;
  await changeAfterSale(move.tx, sale.id, {
    status: by ? 'refused' : 'disputed',
    answer_by: by ?? null,
  });
  await noteEvent(move, { orderId: order.id, ...happened });
  await announceOrders(move.tx, [order]);
  if (by) await noticeOrders(move.tx, [order], 'refused', by);
}
