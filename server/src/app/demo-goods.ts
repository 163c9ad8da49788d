import { copyFile, mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Locale } from '@openmere/core/kit/language.ts';
import { locales } from '@openmere/core/kit/language.ts';
import { pictureFiles } from '@openmere/core/kit/picture.ts';
import { textIn } from '@openmere/core/kit/texts.ts';
import { oneCoin } from '@openmere/core/money/amount.ts';
import { createGoods } from '../mall/goods/create-goods.ts';
import { insertType } from '../mall/goods/goods-write-store.ts';
import { listTypesBelow } from '../mall/goods/type-store.ts';
import { createShop } from '../mall/shop/shop-store.ts';
import type { Tx } from '../platform/db/connect.ts';
import { fileUrl } from '../platform/files/store.ts';
import { newId } from '../platform/ids.ts';
import { insertUpload } from '../setting/upload-store.ts';

type Names = Record<Locale, string>;
type DemoType = { key: string; above: string; names: Names };
type DemoGoods = {
  key: string;
  type: string;
  /** Whole coins of one piece, and what of it OBL may pay. */
  price: number;
  obl: number;
  stock: number;
  /** Of the first shop or the second. */
  shop: 0 | 1;
  names: Names;
  coin?: string;
  /** Sold in two sizes, the large one for half as much again. */
  sizes?: boolean;
};
type DemoMall = {
  types: DemoType[];
  goods: DemoGoods[];
  sizes: Record<'small' | 'large', Names>;
  content: Names;
};

const assets = fileURLToPath(new URL('../../assets/demo-goods/', import.meta.url));
const shopNames = ['Demo Shop Harbour', 'Demo Shop Garden'] as const;
const ABOUT = 'A demo shop on the development chain. It sends nothing, and takes play money only.';

async function readAsset<T>(name: string): Promise<T> {
  return JSON.parse(await readFile(join(assets, name), 'utf8')) as T;
}

/**
 * Fills the mall of a development chain, once: types, two shops that say that they are demo, and 24 goods in nine languages. Nothing
 * happens where somebody has made types already.
 * @param owners whose the two shops are.
 */
export async function seedDemoGoods(
  ctx: { tx: Tx; filesFolder: string },
  owners: readonly [string, string],
): Promise<void> {
  const { tx } = ctx;
  if ((await listTypesBelow(tx, null, { offset: 0, limit: 1 })).total > 0) return;
  const mall = await readAsset<DemoMall>('goods.json');
  const pictures = await readAsset<Record<string, string>>('pictures.json');
  const urlOf = (key: string): string => fileUrl(pictures[key] ?? '');
  const shops: string[] = [];
  for (const [at, memberId] of owners.entries()) {
    const name = shopNames[at] ?? '';
    const logo = urlOf(at === 0 ? 'teapot' : 'pot');
    const shop = await createShop(tx, { memberId, name, logo, kind: 'home', about: ABOUT });
    if (!shop) return;
    shops.push(shop.id);
  }
  for (const goods of mall.goods)
    await keepPicture(ctx, { name: pictures[goods.key] ?? '', memberId: owners[goods.shop] });
  const types = await seedTypes(tx, mall, urlOf);
  for (const goods of mall.goods)
    await createGoods(
      { tx },
      {
        shopId: shops[goods.shop] ?? '',
        typeId: types.get(goods.type) ?? '',
        coinId: goods.coin ?? 'USDT',
        pictures: [urlOf(goods.key)],
        texts: Object.fromEntries(
          locales.map((locale) => [
            locale,
            { name: goods.names[locale], content: `<p>${textIn(mall.content, locale)}</p>` },
          ]),
        ),
        skus: skusOf(goods, mall.sizes),
      },
    );
}

/** Those at the top have the picture of their first goods, too. */
async function seedTypes(
  tx: Tx,
  { types, goods }: DemoMall,
  urlOf: (key: string) => string,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const [sort, { key, above, names }] of types.entries()) {
    const id = newId('gty');
    const below = types.filter((type) => type.above === key).map((type) => type.key);
    const first = goods.find((one) => [key, ...below].includes(one.type));
    await insertType(tx, {
      id,
      pid: ids.get(above) ?? null,
      sort,
      names,
      picurl: first ? urlOf(first.key) : '',
    });
    ids.set(key, id);
  }
  return ids;
}

function skusOf(goods: DemoGoods, sizes: DemoMall['sizes']) {
  const price = BigInt(goods.price) * oneCoin;
  const obl = BigInt(goods.obl) * oneCoin;
  const { stock } = goods;
  if (!goods.sizes) return [{ name: {}, price, obl, stock, picurl: '' }];
  return [
    { name: sizes.small, price, obl, stock, picurl: '' },
    { name: sizes.large, price: (price * 3n) / 2n, obl, stock: Math.ceil(stock / 2), picurl: '' },
  ];
}

/** The files of a picture beside those that members upload, as if the shop's owner had. */
async function keepPicture(
  { tx, filesFolder }: { tx: Tx; filesFolder: string },
  { name, memberId }: { name: string; memberId: string },
): Promise<void> {
  await mkdir(filesFolder, { recursive: true, mode: 0o700 });
  let bytes = 0;
  for (const file of pictureFiles(name)) {
    await copyFile(join(assets, file.name), join(filesFolder, file.name));
    bytes += (await stat(join(assets, file.name))).size;
  }
  await insertUpload(tx, { name, memberId, bytes });
}
