import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { textIn } from '@openmere/core/kit/texts.ts';
import type { goodsFirst, mallShopInfo } from '@openmere/core/mall/goods-contract.ts';
import { ratingOf } from '@openmere/core/mall/rating.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { cleanContent } from '../../platform/html/clean-content.ts';
import { isSelling } from '../shop/own-shop.ts';
import { findShops } from '../shop/shop-store.ts';
import { findGoodsFacts, listSkus, sumGoodsOfShop } from './first-store.ts';
import { readRows } from './goods-list-store.ts';
import { showGoods } from './list-goods.ts';
import type { ReaderCtx } from './list-goods.ts';

/** Goods/GoodsFirst: also what is not for sale any more says what it was; what is hidden says no more than that. */
export async function getGoods(
  ctx: ReaderCtx,
  input: CallParsed<typeof goodsFirst>,
): Promise<CallResult<typeof goodsFirst>> {
  const { tx, actor } = ctx;
  const { locale } = actor.from;
  const [row] = await readRows(tx, [input.id], locale);
  const facts = await findGoodsFacts(tx, input.id, locale);
  if (!row || !facts) throw new Refusal('mall.nogoods');
  const skus = await listSkus(tx, input.id);
  return {
    ...showGoods(row),
    type: { id: facts.typeId, name: textIn(facts.typeNames, locale) },
    content: row.state === 'hidden' ? '' : cleanContent(facts.content),
    skus: skus.map(({ id, name, price, obl, stock, picurl }) => ({
      id,
      name: textIn(name, locale),
      price: formatAmount(price),
      obl: formatAmount(obl),
      stock,
      picurl,
    })),
    comments: facts.comments,
    rating: ratingOf(facts.stars, BigInt(facts.comments)),
    shop: { id: row.shopId, name: facts.shopName, logo: facts.shopLogo },
  };
}

/** Goods/MallShopInfo. A suspended shop is there, closed; so is that of who may only leave. */
export async function getShop(
  ctx: ReaderCtx,
  input: CallParsed<typeof mallShopInfo>,
): Promise<CallResult<typeof mallShopInfo>> {
  const { tx } = ctx;
  const shop = (await findShops(tx, [input.id])).get(input.id);
  if (!shop) throw new Refusal('mall.noshop');
  const { goods, sold, stars, comments } = await sumGoodsOfShop(tx, shop.id);
  const { id, name, logo, kind, about } = shop;
  return {
    id,
    name,
    logo,
    kind,
    about,
    since: shop.created_at.toISOString(),
    goods,
    sold: Number(sold),
    rating: ratingOf(stars, comments),
    open: await isSelling(ctx, shop),
  };
}
