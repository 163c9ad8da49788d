import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import { Refusal, refuse } from '@openmere/core/kit/refusal.ts';
import type { orderCreate } from '@openmere/core/mall/order-contract.ts';
import {
  UNPAID_MAX,
  checkOrderNote,
  normaliseOrderText,
  waitedMost,
} from '@openmere/core/mall/order-rules.ts';
import { parseAmount } from '@openmere/core/money/amount.ts';
import { findAddress } from '../../member/address-store.ts';
import { mayOnlyLeave } from '../../member/only-leave.ts';
import { listPersonAccounts, lockMember } from '../../member/store.ts';
import type { MemberActor } from '../../platform/actor.ts';
import { businessNow } from '../../platform/business-clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { newId } from '../../platform/ids.ts';
import { requestHashOf } from '../../platform/request-hash.ts';
import { readSettings } from '../../setting/read.ts';
import { dropCartLines } from '../cart/cart-store.ts';
import { takeStock } from '../goods/goods-store.ts';
import { announceOrders } from './announce.ts';
import { noteEvent } from './move.ts';
import { countUnpaid, findOrdersOfRequest, insertOrder, listHeldInVain } from './order-store.ts';
import { showOrders } from './show-order.ts';
import type { OrderRow } from './tables.ts';
import { getWanted, listWanted } from './wanted.ts';
import type { Wanted } from './wanted.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * Order/Create: an order for each shop and coin, with its stock, in one transaction. The same requestId answers the same orders, before
 * any other refusal; under another input it is `ledger.keyconflict`. Then in order: barred, nothingordered, noaddress, badnote, those of
 * getWanted, pricechanged, manyunpaid, manylapsed, lessstock. One member's requests take turns at the member's row.
 */
export async function createOrders(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'>,
  input: CallParsed<typeof orderCreate>,
): Promise<CallResult<typeof orderCreate>> {
  const { tx, actor } = ctx;
  const requestId = input.requestId.toLowerCase();
  const hash = requestHashOf(input.cartids ?? null, input.items ?? null, input.addressid, input.note ?? '');
  const member = await lockMember(tx, actor.id);
  assert(member, 'the acting member exists');
  const known = await findOrdersOfRequest(tx, { memberId: actor.id, requestId });
  if (known.some(({ request_hash }) => request_hash !== hash)) throw new Refusal('ledger.keyconflict');
  if (known.length > 0) return { list: await showOrders({ tx }, known) };
  if (await mayOnlyLeave(ctx, member)) throw new Refusal('mall.barred');
  const wanted = await listWanted(ctx, input);
  const address = await findAddress(tx, { memberId: actor.id, id: input.addressid });
  if (!address) throw new Refusal('mall.noaddress');
  const note = normaliseOrderText(input.note ?? '');
  refuse(checkOrderNote(note));
  const goods = await getWanted(ctx, wanted);
  checkSums(goods, input.sums);
  const groups = [...Map.groupBy(goods, ({ shopId, coinId }) => `${shopId} ${coinId}`).values()];
  if ((await countUnpaid(tx, actor.id)) + groups.length > UNPAID_MAX)
    throw new Refusal('mall.manyunpaid', { max: UNPAID_MAX });
  const now = await businessNow(tx);
  const payMs = (await readSettings(tx)).mallPayMinutes * MINUTE_MS;
  await checkHeld(ctx, now, payMs);
  await takeStock(tx, goods);
  const payBy = new Date(now.getTime() + payMs);
  const { recipient, phone, country, detail } = address;
  const orders: OrderRow[] = [];
  for (const group of groups) {
    const id = newId('ord');
    const common = { id, member_id: actor.id, request_id: requestId, request_hash: hash, note };
    const where = { recipient, phone, country, detail, created_at: now, pay_by: payBy };
    const row = { ...common, ...where, serial: serialOf(id, now), ...sumsOf(group) };
    orders.push(await insertOrder(tx, row, group.map(lineOf)));
    await noteEvent({ tx, now }, { orderId: id, kind: 'created', by: 'buyer' });
  }
  if (input.cartids) await dropCartLines(tx, { memberId: actor.id }, input.cartids);
  await announceOrders(tx, orders);
  return { list: await showOrders({ tx }, orders) };
}

/** Refuses `mall.pricechanged` when it comes to something else than the buyer was shown, in any coin. */
function checkSums(goods: readonly Wanted[], shown: CallParsed<typeof orderCreate>['sums']): void {
  if (!shown) return;
  const expected = new Map(shown.map(({ coinid, amount }) => [coinid as string, parseAmount(amount)]));
  const sums = Map.groupBy(goods, ({ coinId }) => coinId);
  const isShown = [...sums].every(([coinId, lines]) => expected.get(coinId) === sumsOf(lines).total);
  if (!isShown || sums.size !== expected.size) throw new Refusal('mall.pricechanged');
}

/** Refuses `mall.manylapsed` to a person for whom goods waited too long within a day, and who did not pay. */
async function checkHeld(
  { tx, actor }: Pick<Ctx<MemberActor>, 'tx' | 'actor'>,
  now: Date,
  payMs: number,
): Promise<void> {
  const most = waitedMost(payMs);
  const accounts = await listPersonAccounts(tx, actor.id);
  let held = 0;
  for (const { from, to } of await listHeldInVain(tx, accounts, new Date(now.getTime() - DAY_MS))) {
    held += to.getTime() - from.getTime();
    if (held < most) continue;
    // Where the time that is too much ends: once it lies a day back the rest is less.
    const until = new Date(from.getTime() + held - most + DAY_MS).toISOString();
    throw new Refusal('mall.manylapsed', { minutes: most / MINUTE_MS, until });
  }
}

/** The day and what is random of the id: short enough to read out, and nobody counts orders by it. */
function serialOf(id: string, at: Date): string {
  return `${at.toISOString().slice(0, 10).replaceAll('-', '')}-${id.slice(-8).toUpperCase()}`;
}

function sumsOf(group: readonly Wanted[]) {
  const [first] = group;
  assert(first, 'an order has lines');
  const sumOf = (of: (line: Wanted) => bigint) =>
    group.reduce((sum, line) => sum + of(line) * BigInt(line.quantity), 0n);
  return {
    shop_id: first.shopId,
    seller_id: first.shopOwnerId,
    coin_id: first.coinId,
    total: sumOf(({ price }) => price),
    obl_most: sumOf(({ obl }) => obl),
  };
}

function lineOf(line: Wanted) {
  const { goodsId, skuId, name, skuName, picurl, price, obl, quantity } = line;
  return {
    id: newId('oln'),
    goods_id: goodsId,
    sku_id: skuId,
    name,
    sku_name: skuName,
    picurl,
    price,
    obl,
    quantity,
  };
}
