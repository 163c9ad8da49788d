import type { Texts } from '@openmere/core/kit/texts.ts';
import { createGoods } from '../mall/goods/create-goods.ts';
import type { GoodsDraft } from '../mall/goods/create-goods.ts';
import { insertType } from '../mall/goods/goods-write-store.ts';
import { createShop } from '../mall/shop/shop-store.ts';
import type { ShopRow } from '../mall/shop/tables.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { newId } from '../platform/ids.ts';
import type { TestContext } from './context.ts';
import { coin } from './context.ts';
import { addMember } from './people.ts';

/** A type of goods, below another one where told so. */
export async function addType(
  context: TestContext,
  names: Texts,
  pid: string | null = null,
): Promise<string> {
  const id = newId('gty');
  await inTransaction(context.owner, (tx) => insertType(tx, { id, pid, names }));
  return id;
}

/** The open shop of a new member. */
export async function addShop(context: TestContext): Promise<ShopRow> {
  const owner = await addMember(context, { activated: true });
  const shop = await inTransaction(context.owner, (tx) =>
    createShop(tx, {
      memberId: owner.id,
      name: `Shop ${owner.id.slice(-12)}`,
      logo: '',
      kind: 'home',
      about: '',
    }),
  );
  if (!shop) throw new Error('a new member has no shop yet');
  return shop;
}

/** `price` and `obl` in whole coins, of one variant without a name; `skus` where it has others. */
export type GoodsOptions = Partial<GoodsDraft> & {
  typeId: string;
  name?: string;
  price?: number;
  obl?: number;
  stock?: number;
};

/** A goods for sale at 10 USDT, five in stock, named in English, unless told otherwise. */
export async function addGoods(context: TestContext, options: GoodsOptions): Promise<string> {
  const { name = 'Teapot', price = 10, obl = 0, stock = 5, ...draft } = options;
  const sku = { name: {}, price: BigInt(price) * coin, obl: BigInt(obl) * coin, stock, picurl: '' };
  const shopId = draft.shopId ?? (await addShop(context)).id;
  return inTransaction(context.owner, (tx) =>
    createGoods(
      { tx },
      {
        shopId,
        coinId: 'USDT',
        pictures: [],
        texts: { en: { name, content: '' } },
        skus: [sku],
        ...draft,
      },
    ),
  );
}
