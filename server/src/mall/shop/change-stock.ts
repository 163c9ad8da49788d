import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { goodsLimits } from '@openmere/core/mall/goods-draft.ts';
import type { shopStock } from '@openmere/core/mall/own-goods-contract.ts';
import { refreshOffers } from '../goods/offer-store.ts';
import { lockOwnSku, setStock } from './own-goods-store.ts';
import { checkMayTrade, getOwnShop } from './own-shop.ts';
import type { OwnerCtx } from './own-shop.ts';

/** Goods/ShopStock: a change, not a figure, so that what is sold meanwhile counts. Refusals in order: noshop, barred, nosku, badstock. */
export async function changeStock(
  ctx: OwnerCtx,
  { skuid, change }: CallParsed<typeof shopStock>,
): Promise<CallResult<typeof shopStock>> {
  const { tx } = ctx;
  const shop = await getOwnShop(ctx);
  await checkMayTrade(ctx);
  const sku = await lockOwnSku(tx, skuid, shop.id);
  if (!sku) throw new Refusal('mall.nosku');
  const stock = sku.stock + Number(change);
  if (stock < 0 || stock > goodsLimits.stock)
    throw new Refusal('mall.badstock', { stock: sku.stock, most: goodsLimits.stock });
  await refreshOffers(tx, [sku.goodsId], () => setStock(tx, skuid, stock));
  return { stock };
}
