import type { CallResult } from '@openmere/core/kit/call.ts';
import type { getShopCar } from '@openmere/core/mall/cart-contract.ts';
import { cartLineState } from '@openmere/core/mall/cart.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import type { MemberActor, VisitorActor } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { listForOrder } from '../goods/goods-store.ts';
import { findShops } from '../shop/shop-store.ts';
import { listCart } from './cart-store.ts';
import { mergeCart } from './merge-cart.ts';
import { findCartOwner } from './whose.ts';

/**
 * Goods/GetShopCar: today's price, stock and state of each line; what is no goods any more is left out. What found no room in a
 * member's cart at login comes along once there is some.
 */
export async function showCart(
  ctx: Pick<Ctx<VisitorActor | MemberActor>, 'tx' | 'actor'>,
): Promise<CallResult<typeof getShopCar>> {
  const { tx, actor } = ctx;
  if (actor.kind === 'member') await mergeCart(ctx, { memberId: actor.id, from: actor.from });
  const owner = findCartOwner(actor);
  const lines = owner ? await listCart(tx, owner) : [];
  if (lines.length === 0) return { list: [] };
  const found = await listForOrder(
    tx,
    lines.map(({ sku_id }) => sku_id),
    actor.from.locale,
  );
  const goods = new Map(found.map((one) => [one.skuId, one]));
  const shops = await findShops(
    tx,
    found.map(({ shopId }) => shopId),
  );
  const list = lines.flatMap((line) => {
    const one = goods.get(line.sku_id);
    if (!one) return [];
    return [
      {
        id: line.id,
        goodsid: one.goodsId,
        skuid: one.skuId,
        name: one.name,
        skuname: one.skuName,
        picurl: one.picurl,
        shop: { id: one.shopId, name: shops.get(one.shopId)?.name ?? '' },
        coinid: one.coinId,
        price: formatAmount(one.price),
        obl: formatAmount(one.obl),
        priceadded: formatAmount(line.price_added),
        quantity: line.quantity,
        stock: one.stock,
        state: cartLineState(line.quantity, one),
      },
    ];
  });
  return { list };
}
