import type { CallOutput, CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { textIn } from '@openmere/core/kit/texts.ts';
import type { shopGoods, shopGoodsFirst, shopTypes } from '@openmere/core/mall/own-goods-contract.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { readPage } from '../../platform/cursor.ts';
import { listAllTypes, listOwnGoods, lockOwnGoods, readContents, readOwnGoods } from './own-goods-store.ts';
import type { OwnGoods } from './own-goods-store.ts';
import { getOwnShop } from './own-shop.ts';
import type { OwnerCtx } from './own-shop.ts';

/** Goods/ShopGoods. Refusal: noshop. */
export async function listGoodsOfShop(
  ctx: OwnerCtx,
  input: CallParsed<typeof shopGoods>,
): Promise<CallResult<typeof shopGoods>> {
  const { id: shopId } = await getOwnShop(ctx);
  const { search, state } = input;
  const { locale } = ctx.actor.from;
  return readPage(
    { ...input, list: `own goods ${shopId} ${state ?? ''} ${search ?? ''}` },
    (before, limit) => listOwnGoods(ctx.tx, { shopId, search, state }, { before, limit, locale }),
    ({ id }) => id,
    (rows) => rows.map(showOwnGoods),
  );
}

/** Goods/ShopGoodsFirst. Refusals in order: noshop, nogoods (also another shop’s). */
export async function getOwnGoods(
  ctx: OwnerCtx,
  { id }: CallParsed<typeof shopGoodsFirst>,
): Promise<CallResult<typeof shopGoodsFirst>> {
  const { tx, actor } = ctx;
  const shop = await getOwnShop(ctx);
  const owner = await lockOwnGoods(tx, id);
  const [goods] = owner?.shopId === shop.id ? await readOwnGoods(tx, [id], actor.from.locale) : [];
  if (!goods) throw new Refusal('mall.nogoods');
  return { ...showOwnGoods(goods), contents: await readContents(tx, id) };
}

function showOwnGoods(goods: OwnGoods): CallOutput<typeof shopGoods> {
  const { id, typeId, coinId, state, hiddenReason, pictures, name, names, skus, sold, version, createdAt } =
    goods;
  return {
    id,
    typeid: typeId,
    coinid: coinId === 'USDO' ? 'USDO' : 'USDT',
    state,
    hiddenreason: hiddenReason ?? '',
    pictures,
    name,
    names,
    skus: skus.map((sku) => ({
      ...sku,
      price: formatAmount(BigInt(sku.price)),
      obl: formatAmount(BigInt(sku.obl)),
    })),
    sold: Number(sold),
    version,
    time: createdAt.toISOString(),
  };
}

/** Goods/ShopTypes: whole names, such as "Home › Kitchen", in the reader’s language. */
export async function listTypeNames(ctx: OwnerCtx): Promise<CallResult<typeof shopTypes>> {
  const rows = await listAllTypes(ctx.tx);
  const { locale } = ctx.actor.from;
  return {
    list: rows.map(({ id, line }) => ({ id, name: line.map((names) => textIn(names, locale)).join(' › ') })),
  };
}
