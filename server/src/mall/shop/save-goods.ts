import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { locales } from '@openmere/core/kit/language.ts';
import type { Locale } from '@openmere/core/kit/language.ts';
import { Refusal, refuse } from '@openmere/core/kit/refusal.ts';
import type { Texts } from '@openmere/core/kit/texts.ts';
import { checkGoodsDraft, goodsLimits, goodsName, readPrice } from '@openmere/core/mall/goods-draft.ts';
import type { shopGoodsSave } from '@openmere/core/mall/own-goods-contract.ts';
import { cleanContent } from '../../platform/html/clean-content.ts';
import { newId } from '../../platform/ids.ts';
import { requestHashOf } from '../../platform/request-hash.ts';
import { createGoods } from '../goods/create-goods.ts';
import { putSkus, putTexts } from '../goods/goods-write-store.ts';
import type { GoodsText, SkuDraft } from '../goods/goods-write-store.ts';
import { indexGoods } from '../goods/index-goods.ts';
import { putFacets, refreshOffers } from '../goods/offer-store.ts';
import { listTypeLine } from '../goods/type-store.ts';
import { keepTree } from '../goods/type-tree-store.ts';
import { checkPictures } from './check-picture.ts';
import {
  findRequested,
  hasRoomFor,
  keepRequest,
  lockOwnGoods,
  lockSkus,
  updateGoods,
} from './own-goods-store.ts';
import { checkMayTrade, lockOwnShop } from './own-shop.ts';
import type { OwnerCtx } from './own-shop.ts';
import type { ShopRow } from './tables.ts';

type Input = CallParsed<typeof shopGoodsSave>;
type Saved = CallResult<typeof shopGoodsSave>;

/**
 * Goods/ShopGoodsSave. Refusals in order: noshop, keyconflict, barred, nogoods, changedmeanwhile, noname, badprice, bigobl, twovariants, notype, badpicture,
 * nosku, manygoods. The same request again answers what it made; other input under its requestId is `ledger.keyconflict`.
 */
export async function saveGoods(ctx: OwnerCtx, input: Input): Promise<Saved> {
  const { tx } = ctx;
  const shop = await lockOwnShop(ctx);
  await keepTree(tx);
  const made = await findRequested(tx, shop.id, input.requestId);
  const hash = requestHashOf(input);
  if (made) {
    if (made.hash !== null && made.hash !== hash) throw new Refusal('ledger.keyconflict');
    return { id: made.goodsId, version: (await lockOwnGoods(tx, made.goodsId))?.version ?? 1 };
  }
  await checkMayTrade(ctx);
  const saved =
    input.id === undefined ? await makeGoods(ctx, shop, input) : await changeGoods(ctx, shop, input);
  await keepRequest(tx, shop.id, { id: input.requestId, goodsId: saved.id, hash });
  return saved;
}

async function makeGoods(ctx: OwnerCtx, shop: ShopRow, input: Input): Promise<Saved> {
  await checkInput(ctx, input, []);
  if (input.skus.some(({ id }) => id !== undefined)) throw new Refusal('mall.nosku');
  if (!(await hasRoomFor(ctx.tx, shop.id, 1)))
    throw new Refusal('mall.manygoods', { max: goodsLimits.goods });
  const { typeid: typeId, coinid: coinId, pictures, state } = input;
  const skus = input.skus.map(readSku);
  const id = await createGoods(ctx, {
    shopId: shop.id,
    typeId,
    coinId,
    pictures,
    state,
    texts: textsOf(input),
    skus,
  });
  return { id, version: 1 };
}

async function changeGoods(ctx: OwnerCtx, shop: ShopRow, input: Input): Promise<Saved> {
  const { tx } = ctx;
  const { id = '', typeid: typeId, coinid: coinId, pictures, state } = input;
  // Variants first, then their goods: the order of all locks of the mall.
  const known = await lockSkus(tx, id);
  const before = await lockOwnGoods(tx, id);
  if (before?.shopId !== shop.id) throw new Refusal('mall.nogoods');
  if (before.version !== input.version) throw new Refusal('mall.changedmeanwhile');
  await checkInput(ctx, input, [...before.pictures, ...known.map(({ picurl }) => picurl)]);
  if (input.skus.some((sku) => sku.id !== undefined && !known.some(({ id: one }) => one === sku.id)))
    throw new Refusal('mall.nosku');
  const line = await listTypeLine(tx, typeId);
  const texts = textsOf(input);
  const skus = input.skus.map(readSku);
  await refreshOffers(tx, [id], async () => {
    await updateGoods(tx, id, { typeId, coinId, pictures, state });
    await putTexts(tx, id, texts);
    await putSkus(tx, id, skus);
    await putFacets(tx, id, [...line.map((type) => type.id), shop.id]);
  });
  await indexGoods(ctx, { id, texts, skus });
  return { id, version: before.version + 1 };
}

/** `kept`: pictures that stood there before, whoever uploaded them. */
async function checkInput(ctx: OwnerCtx, input: Input, kept: readonly string[]): Promise<void> {
  const { tx, actor } = ctx;
  const skus = input.skus.map(({ names = {}, price, obl = '0' }) => ({ names, price, obl }));
  refuse(checkGoodsDraft({ names: input.names, skus }));
  if ((await listTypeLine(tx, input.typeid)).length === 0) throw new Refusal('mall.notype');
  const pictures = [
    ...input.pictures,
    ...input.skus.flatMap(({ picurl = '' }) => (picurl === '' ? [] : [picurl])),
  ];
  await checkPictures(
    { tx, memberId: actor.id },
    pictures.filter((one) => !kept.includes(one)),
  );
}

function readSku({
  id,
  names = {},
  price,
  obl = '0',
  stock = 0,
  picurl = '',
}: Input['skus'][number]): SkuDraft {
  return {
    id: id ?? newId('sku'),
    name: named(names),
    price: readPrice(price, false) ?? 0n,
    obl: readPrice(obl, true) ?? 0n,
    stock,
    picurl,
  };
}

function named(names: Texts): Texts {
  const said = Object.entries(names).map(([locale, name]) => [locale, goodsName(name)] as const);
  return Object.fromEntries(said.filter(([, name]) => name !== ''));
}

/** A language stands there when it has a name; the content of one without a name takes no place. */
function textsOf({
  names,
  contents = {},
}: Pick<Input, 'names' | 'contents'>): Partial<Record<Locale, GoodsText>> {
  const said = named(names);
  return Object.fromEntries(
    locales.flatMap((locale) => {
      const name = said[locale];
      return name === undefined ? [] : [[locale, { name, content: cleanContent(contents[locale] ?? '') }]];
    }),
  );
}
