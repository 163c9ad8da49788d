import type { CallParsed } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { QUANTITY_MAX } from '@openmere/core/mall/cart.ts';
import type { orderCreate } from '@openmere/core/mall/order-contract.ts';
import { listPersonAccounts } from '../../member/store.ts';
import type { MemberActor } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { findOnlySkus, listCart } from '../cart/cart-store.ts';
import { listForOrder } from '../goods/goods-store.ts';
import type { OrderableSku } from '../goods/goods-store.ts';

type OrderCtx = Pick<Ctx<MemberActor>, 'tx' | 'actor'>;
export type Wanted = OrderableSku & { quantity: number };

/** Which variants are asked for, and how many of each: by lines of one's own cart, or by goods. */
export async function listWanted(
  ctx: OrderCtx,
  input: Pick<CallParsed<typeof orderCreate>, 'cartids' | 'items'>,
): Promise<Map<string, number>> {
  const { cartids, items } = input;
  if ((cartids === undefined) === (items === undefined)) throw new Refusal('mall.nothingordered');
  const rows = items ? await listItems(ctx, items) : await listLines(ctx, cartids ?? []);
  const wanted = new Map<string, number>();
  for (const { skuId, quantity } of rows) wanted.set(skuId, (wanted.get(skuId) ?? 0) + quantity);
  return wanted;
}

async function listLines({ tx, actor }: OrderCtx, ids: readonly string[]) {
  const lines = (await listCart(tx, { memberId: actor.id })).filter(({ id }) => ids.includes(id));
  if (lines.length !== new Set(ids).size) throw new Refusal('mall.nothingordered');
  return lines.map(({ sku_id, quantity }) => ({ skuId: sku_id, quantity }));
}

async function listItems(
  { tx }: OrderCtx,
  items: NonNullable<CallParsed<typeof orderCreate>['items']>,
): Promise<{ skuId: string; quantity: number }[]> {
  const only = await findOnlySkus(
    tx,
    items.filter(({ skuid }) => skuid === undefined).map(({ goodsid }) => goodsid),
  );
  return items.map(({ goodsid, skuid, quantity }) => {
    const skuId = skuid ?? only.get(goodsid);
    if (skuId === undefined) throw new Refusal('mall.nogoods', { name: '' });
    return { skuId, quantity };
  });
}

/** What it is, for sale to this member. Refusals in order: nogoods, ownshop (the person's), shopclosed (also where its owner may only leave), lessstock beyond one order. */
export async function getWanted(ctx: OrderCtx, wanted: ReadonlyMap<string, number>): Promise<Wanted[]> {
  const { tx, actor } = ctx;
  const found = await listForOrder(tx, [...wanted.keys()], actor.from.locale);
  const missing = found.find(({ state }) => state === 'hidden' || state === 'withdrawn');
  if (found.length < wanted.size || missing) throw new Refusal('mall.nogoods', { name: missing?.name ?? '' });
  const own = await listPersonAccounts(tx, actor.id);
  const ownGoods = found.find(({ shopOwnerId }) => own.includes(shopOwnerId));
  if (ownGoods) throw new Refusal('mall.ownshop', { name: ownGoods.name });
  const closed = found.find(({ state }) => state !== 'forsale');
  if (closed) throw new Refusal('mall.shopclosed', { name: closed.name });
  const rows = found.map((sku) => ({ ...sku, quantity: wanted.get(sku.skuId) ?? 0 }));
  const large = rows.find(({ quantity }) => quantity > QUANTITY_MAX);
  if (large)
    throw new Refusal('mall.lessstock', { name: large.name, stock: Math.min(large.stock, QUANTITY_MAX) });
  return rows;
}
