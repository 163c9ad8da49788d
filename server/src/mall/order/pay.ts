import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { allotObl } from '@openmere/core/mall/commission.ts';
import type { orderPay } from '@openmere/core/mall/order-contract.ts';
import { formatAmount, parseAmount } from '@openmere/core/money/amount.ts';
import { checkPaypassword } from '../../auth/check-paypassword.ts';
import type { PaypasswordDeps } from '../../auth/check-paypassword.ts';
import { balanceOf } from '../../ledger/balances.ts';
import type { OnPosted } from '../../ledger/post.ts';
import { mayOnlyLeave } from '../../member/only-leave.ts';
import { isListed } from '../../member/sanctions-store.ts';
import { findMember } from '../../member/store.ts';
import type { MemberActor } from '../../platform/actor.ts';
import { businessNow } from '../../platform/business-clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/connect.ts';
import type { Db, Tx } from '../../platform/db/connect.ts';
import { requestHashOf } from '../../platform/request-hash.ts';
import { readSettings } from '../../setting/read.ts';
import { isSelling } from '../shop/own-shop.ts';
import { findShops } from '../shop/shop-store.ts';
import { announceOrders, noticeOrders } from './announce.ts';
import { MARGIN, payEntry } from './entries.ts';
import { noteEvent, postOrders, stateAfter } from './move.ts';
import { changeOrder, findOrders, lockOrders } from './order-store.ts';
import { findPayment, insertPayment, lockMargin } from './payment-store.ts';
import { showOrders } from './show-order.ts';
import type { OrderRow } from './tables.ts';

export type PayDeps = { db: Db; paypassword: PaypasswordDeps; onPosted?: OnPosted | undefined };
type PayCtx = Pick<Ctx<MemberActor>, 'now' | 'actor'> & PayDeps;
type Asked = { ids: string[]; coinId: string; obl: bigint; requestId: string; hash: string; received: Date };

/**
 * Order/Pay: several orders with one entry each, in one transaction. The same requestId answers the same payment, before any other refusal;
 * under another input it is `ledger.keyconflict`. Then in order: barred, those of checkPayable, shopclosed (also where its owner may only leave), the payment password, the family's lock,
 * the balance. Whoever holds the rows decides between payment and expiry; what counts is when the payment was received.
 */
export async function payOrders(
  ctx: PayCtx,
  input: CallParsed<typeof orderPay>,
): Promise<CallResult<typeof orderPay>> {
  const { db, now, actor } = ctx;
  const received = await businessNow(db);
  const asked = readAsked(input, received);
  const known = await findPaid(db, actor, asked);
  if (known) return { list: await showOrders({ tx: db }, known) };
  const member = await findMember(db, actor.id);
  if (!member || (await mayOnlyLeave({ tx: db }, member))) throw new Refusal('mall.barred');
  // Money that may not leave on chain does not leave through a shop (decision 0268).
  if (await isListed(db, member.id)) throw new Refusal('mall.barred');
  const orders = await findOrders(db, asked.ids);
  await checkPayable(db, actor, asked, orders);
  await checkShops(db, orders);
  await checkPaypassword({ ...ctx.paypassword, tx: db, now, actor }, input.paypassword);
  return inTransaction(db, (tx) => payLocked(ctx, tx, asked));
}

/** A shop that sells nothing now is not paid either (decisions 0265, 0297). What is paid already goes on. */
async function checkShops(db: Db, orders: readonly OrderRow[]): Promise<void> {
  const shops = await findShops(
    db,
    orders.map(({ shop_id }) => shop_id),
  );
  for (const shop of shops.values())
    if (!(await isSelling({ tx: db }, shop))) throw new Refusal('mall.shopclosed', { name: shop.name });
}

function readAsked(input: CallParsed<typeof orderPay>, received: Date): Asked {
  const ids = [...new Set(input.ids)].toSorted();
  const obl = parseAmount(input.obl ?? '0');
  assert(obl !== undefined, 'the contract lets plain decimals through only');
  const hash = requestHashOf(ids, input.coinid, obl.toString());
  return { ids, coinId: input.coinid, obl, requestId: input.requestId.toLowerCase(), hash, received };
}

async function payLocked(ctx: PayCtx, tx: Tx, asked: Asked): Promise<CallResult<typeof orderPay>> {
  const { actor, onPosted } = ctx;
  const orders = await lockOrders(tx, asked.ids);
  // Behind the locks: a copy of this request that ran beside it is committed now.
  const known = await findPaid(tx, actor, asked);
  if (known) return { list: await showOrders({ tx }, known) };
  if (asked.obl > 0n) await lockMargin(tx, asked.coinId);
  await checkPayable(tx, actor, asked, orders);
  const parts = allotObl(
    asked.obl,
    orders.map(({ obl_most }) => obl_most),
  );
  const now = await businessNow(tx);
  const { mallCommissionBps } = await readSettings(tx);
  const move = { tx, now, onPosted };
  const paid: OrderRow[] = [];
  for (const [at, order] of orders.entries()) {
    const obl = parts[at] ?? 0n;
    paid.push(
      await changeOrder(tx, order.id, {
        ...stateAfter(order, 'pay'),
        paid_at: now,
        paid_coin: order.total - obl,
        paid_obl: obl,
        commission_bps: mallCommissionBps,
      }),
    );
    await noteEvent(move, { orderId: order.id, kind: 'paid', by: 'buyer' });
  }
  const sum = orders.reduce((total, order) => total + order.total, 0n);
  await insertPayment(tx, {
    member_id: actor.id,
    request_id: asked.requestId,
    request_hash: asked.hash,
    order_ids: asked.ids,
    coin_id: asked.coinId,
    coin: sum - asked.obl,
    obl: asked.obl,
    paid_at: now,
  });
  await announceOrders(tx, paid);
  await noticeOrders(tx, paid, 'sold');
  await postOrders(
    move,
    paid.map((order) => payEntry(order, { coin: order.paid_coin, obl: order.paid_obl }, actor.family)),
  );
  return { list: await showOrders({ tx }, paid) };
}

/** Refusals in order: noorder (also somebody else's), alreadypaid, orderexpired (also cancelled), mixedcoins, badobl. */
async function checkPayable(
  db: Db | Tx,
  actor: MemberActor,
  asked: Asked,
  orders: readonly OrderRow[],
): Promise<void> {
  const own = orders.filter(({ member_id }) => member_id === actor.id);
  if (own.length !== asked.ids.length) throw new Refusal('mall.noorder');
  if (own.some(({ paid_at }) => paid_at !== null)) throw new Refusal('mall.alreadypaid');
  const isOpen = ({ status, pay_by }: OrderRow): boolean =>
    status === 'pendingpayment' && asked.received.getTime() < pay_by.getTime();
  if (!own.every(isOpen)) throw new Refusal('mall.orderexpired');
  if (own.some(({ coin_id }) => coin_id !== asked.coinId)) throw new Refusal('mall.mixedcoins');
  if (asked.obl === 0n) return;
  const most = own.reduce((sum, { obl_most }) => sum + obl_most, 0n);
  const margin = await balanceOf(db, MARGIN, asked.coinId);
  const bound = most < margin ? most : margin;
  if (asked.obl > bound) throw new Refusal('mall.badobl', { most: formatAmount(bound) });
}

/** The orders that this requestId paid, if it did; refuses when it asked for something else. */
async function findPaid(db: Db | Tx, actor: MemberActor, asked: Asked): Promise<OrderRow[] | undefined> {
  const payment = await findPayment(db, { memberId: actor.id, requestId: asked.requestId });
  if (!payment) return undefined;
  if (payment.request_hash !== asked.hash) throw new Refusal('ledger.keyconflict');
  return findOrders(db, payment.order_ids);
}
