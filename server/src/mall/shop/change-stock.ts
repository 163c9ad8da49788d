import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { goodsLimits } from '@openmere/core/mall/goods-draft.ts';
import type { shopStock } from '@openmere/core/mall/own-goods-contract.ts';
import { requestHashOf } from '../../platform/request-hash.ts';
import { refreshOffers } from '../goods/offer-store.ts';
import { findRequested, keepRequest, lockOwnSku, setStock } from './own-goods-store.ts';
import { checkMayTrade, lockOwnShop } from './own-shop.ts';
import type { OwnerCtx } from './own-shop.ts';

/**
 * Goods/ShopStock: a change, not a figure, so that what is sold meanwhile counts. Refusals in order: noshop, keyconflict, barred, nosku,
 * badstock. The same request again changes nothing and answers what is there now; other input under its requestId is
 * `ledger.keyconflict`.
 */
export async function changeStock(
  ctx: OwnerCtx,
  { requestId, skuid, change }: CallParsed<typeof shopStock>,
): Promise<CallResult<typeof shopStock>> {
  const { tx } = ctx;
  const shop = await lockOwnShop(ctx);
  const made = await findRequested(tx, shop.id, requestId);
  const hash = requestHashOf('stock', skuid, change);
  if (made && made.hash !== hash) throw new Refusal('ledger.keyconflict');
  if (!made) await checkMayTrade(ctx);
  const sku = await lockOwnSku(tx, skuid, shop.id);
  if (!sku) throw new Refusal('mall.nosku');
  if (made) return { stock: sku.stock };
  const stock = sku.stock + Number(change);
  // What cancelled orders gave back may be more than that: it can be made less all the same.
  if (stock < 0 || stock > Math.max(goodsLimits.stock, sku.stock))
    throw new Refusal('mall.badstock', { stock: sku.stock, most: goodsLimits.stock });
  await refreshOffers(tx, [sku.goodsId], () => setStock(tx, skuid, stock));
  await keepRequest(tx, shop.id, { id: requestId, goodsId: sku.goodsId, hash });
  return { stock };
}
