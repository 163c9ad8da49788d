import { Refusal } from '@openmere/core/kit/refusal.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../platform/db/connect.ts';
import type { Db } from '../../platform/db/connect.ts';
import { coin, openTestContext } from '../../test/context.ts';
import type { TestContext } from '../../test/context.ts';
import { addGoods, addShop, addType } from '../../test/goods.ts';
import { countSold, listForOrder, returnStock, takeStock } from './goods-store.ts';
import { setShopOpen } from './offer-store.ts';

let context: TestContext;
let crowd: Db;
let type: string;
beforeAll(async () => {
  context = await openTestContext();
  crowd = context.clone.connect('owner', { max: 32 }).db;
  type = await addType(context, { en: 'Kitchen' });
}, 60_000);
afterAll(() => context.close());

type Line = { skuId: string; quantity: number; name: string };
const take = (rows: Line[]): Promise<void> => inTransaction(crowd, (tx) => takeStock(tx, rows));
const line = (skuId: string, quantity: number): Line => ({ skuId, quantity, name: 'Teapot' });
const refusalOf = (error: unknown): unknown =>
  error instanceof Refusal ? { code: error.code, ...error.params } : error;

async function skusOf(goodsId: string): Promise<{ id: string; stock: number }[]> {
  const { rows } = await sql<{
    id: string;
    stock: number;
  }>`select id, stock from goods_sku where goods_id = ${goodsId} order by sort`.execute(context.owner);
  return rows;
}
async function skuOf(goodsId: string): Promise<string> {
  return (await skusOf(goodsId))[0]?.id ?? '';
}
async function goodsOf(id: string) {
  return context.owner
    .selectFrom('goods')
    .select(['in_stock', 'sold', 'price_min', 'price_max', 'obl'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** What every list that it stands in knows of it. */
async function listedAs(id: string): Promise<object[]> {
  return context.owner
    .selectFrom('goods_listing')
    .select(['in_stock', 'sold'])
    .distinct()
    .where('goods_id', '=', id)
    .execute();
}

test('refuses: more than is left, naming the first that is short, and takes nothing of the others either', async () => {
  const [plenty, few] = [
    await skuOf(await addGoods(context, { typeId: type })),
    await addGoods(context, { typeId: type, stock: 2 }),
  ];
  const short = await skuOf(few);
  const failed = take([line(plenty, 1), { skuId: short, quantity: 3, name: 'Blue cup' }]);
  expect(await failed.catch(refusalOf)).toEqual({ code: 'mall.lessstock', name: 'Blue cup', stock: 2 });
  // Two lines of one variant count together; one that never was has nothing left.
  expect(await take([line(short, 1), line(short, 2)]).catch(refusalOf)).toMatchObject({ stock: 2 });
  expect(await take([line('sku_nobody', 1)]).catch(refusalOf)).toMatchObject({ stock: 0 });
  expect((await skusOf(few))[0]?.stock).toBe(2);
});

test('behavior: of 10 pieces, 200 buyers, 32 at a time, get exactly 10', async () => {
  const goods = await addGoods(context, { typeId: type, stock: 10 });
  const sku = await skuOf(goods);
  // As many at a time as there are connections: on a busy machine more would only wait for one.
  const buyers = Array.from({ length: 32 }, async (_, at) => {
    const tries: PromiseSettledResult<void>[] = [];
    for (let turn = at; turn < 200; turn += 32)
      tries.push(...(await Promise.allSettled([take([line(sku, 1)])])));
    return tries;
  });
  const tries = (await Promise.all(buyers)).flat();
  expect(tries).toHaveLength(200);
  expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(10);
  const refused = tries.flatMap((one) => (one.status === 'rejected' ? [refusalOf(one.reason)] : []));
  expect(new Set(refused.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(refused[0]).toMatchObject({ code: 'mall.lessstock', stock: 0 });
  expect((await skusOf(goods))[0]?.stock).toBe(0);
  const { in_stock: inStock } = await goodsOf(goods);
  expect([inStock, await listedAs(goods)]).toEqual([false, [{ in_stock: false, sold: 0n }]]);
});

test('property: baskets of several variants in any order sell each piece once and never lock one another for ever', async () => {
  const goods = await addGoods(context, {
    typeId: type,
    skus: ['red', 'blue', 'green'].map((name) => ({
      name: { en: name },
      price: coin,
      obl: 0n,
      stock: 20,
      picurl: '',
    })),
  });
  const skus = (await skusOf(goods)).map((sku) => sku.id);
  const taken = new Map(skus.map((id) => [id, 0]));
  const baskets = Array.from({ length: 120 }, (_, at) =>
    [0, 1, 2].map((step) => line(skus[(at * (1 + (at % 2)) + step * (1 + (at % 2))) % 3] as string, 1)),
  );
  await Promise.allSettled(
    baskets.map(async (rows, at) => {
      const lines = rows.slice(0, 1 + (at % 3));
      await take(lines);
      if (at % 4 === 0) return inTransaction(crowd, (tx) => returnStock(tx, lines));
      for (const { skuId, quantity } of lines) taken.set(skuId, (taken.get(skuId) ?? 0) + quantity);
    }),
  );
  const left = await skusOf(goods);
  for (const { id, stock } of left) expect(stock).toBe(20 - (taken.get(id) ?? 0));
  const { in_stock: inStock } = await goodsOf(goods);
  expect(inStock).toBe(left.some(({ stock }) => stock > 0));
}, 60_000);

test('refuses: a price in the lists at which nothing can be had', async () => {
  const goods = await addGoods(context, {
    typeId: type,
    skus: [
      { name: { en: 'Bait' }, price: 1n, obl: 1n, stock: 0, picurl: '' },
      { name: { en: 'Small' }, price: 5n * coin, obl: coin, stock: 1, picurl: '' },
      { name: { en: 'Large' }, price: 9n * coin, obl: 2n * coin, stock: 1, picurl: '' },
    ],
  });
  const [, small = '', large = ''] = (await skusOf(goods)).map((sku) => sku.id);
  const offer = async () => {
    const { price_min, price_max, obl } = await goodsOf(goods);
    const { rows } = await sql<{ price_min: bigint }>`
      select distinct price_min from goods_listing where goods_id = ${goods}`.execute(context.db);
    expect(rows).toEqual([{ price_min }]);
    return [price_min, price_max, obl];
  };
  expect(await offer()).toEqual([5n * coin, 9n * coin, coin]);
  await take([line(small, 1)]);
  expect(await offer()).toEqual([9n * coin, 9n * coin, 2n * coin]);
  // Nothing is left: what it cost.
  await take([line(large, 1)]);
  expect(await offer()).toEqual([1n, 9n * coin, 1n]);
  await inTransaction(crowd, (tx) => returnStock(tx, [{ skuId: small, quantity: 1 }]));
  expect(await offer()).toEqual([5n * coin, 5n * coin, coin]);
});

test('behavior: a shop of more goods than one statement takes leaves the lists as one, and comes back', async () => {
  const { id: shopId } = await addShop(context);
  const typeId = await addType(context, { en: 'Many' });
  const first = await addGoods(context, { typeId, shopId });
  const turn = (isOpen: boolean) => inTransaction(context.owner, (tx) => setShopOpen(tx, shopId, isOpen));
  await turn(false);
  await sql`insert into goods (id, shop_id, type_id, coin_id, facets, shop_open)
    select 'gds_' || lpad(n::text, 26, '0'), shop_id, type_id, coin_id, facets, false
    from goods, generate_series(1, 1000) n where id = ${first}`.execute(context.owner);
  await sql`insert into goods_sku (id, goods_id, price, stock)
    select 'sku_' || lpad(n::text, 26, '0'), 'gds_' || lpad(n::text, 26, '0'), n, 1
    from generate_series(1, 1000) n`.execute(context.owner);
  const listed = async () => {
    const { rows } = await sql<{ n: number; goods: number }>`
      select (select count(*)::int from goods_listing where scope = ${shopId}) as n, goods
      from goods_type where id = ${typeId}`.execute(context.owner);
    return rows[0];
  };
  expect(await listed()).toEqual({ n: 0, goods: 0 });
  await turn(true);
  expect(await listed()).toEqual({ n: 1_001, goods: 1_001 });
  await turn(false);
  expect(await listed()).toEqual({ n: 0, goods: 0 });
}, 60_000);

test('behavior: what is returned is in stock again; what was received counts as sold', async () => {
  const goods = await addGoods(context, { typeId: type, stock: 3 });
  const sku = await skuOf(goods);
  await take([line(sku, 3)]);
  expect((await goodsOf(goods)).in_stock).toBe(false);
  await inTransaction(crowd, (tx) => returnStock(tx, [{ skuId: sku, quantity: 2 }]));
  expect(await goodsOf(goods)).toMatchObject({ in_stock: true });
  await inTransaction(crowd, (tx) =>
    countSold(tx, [
      { skuId: sku, quantity: 1 },
      { skuId: sku, quantity: 2 },
    ]),
  );
  expect((await goodsOf(goods)).sold).toBe(3n);
  expect(await listedAs(goods)).toEqual([{ in_stock: true, sold: 3n }]);
});

test('behavior: an order learns name, price, shop and state of each variant', async () => {
  const shop = await addShop(context);
  const goods = await addGoods(context, {
    typeId: type,
    shopId: shop.id,
    pictures: ['/files/a.webp'],
    texts: { en: { name: 'Teapot', content: '' }, es: { name: 'Tetera', content: '' } },
    skus: [{ name: { en: 'Red', es: 'Roja' }, price: 3n * coin, obl: coin, stock: 4, picurl: '' }],
  });
  const sku = await skuOf(goods);
  const ask = async () => (await listForOrder(context.db, [sku, 'sku_nobody'], 'es'))[0];
  expect(await ask()).toEqual({
    goodsId: goods,
    skuId: sku,
    shopId: shop.id,
    shopOwnerId: shop.member_id,
    name: 'Tetera',
    skuName: 'Roja',
    picurl: '/files/a.webp',
    coinId: 'USDT',
    price: 3n * coin,
    obl: coin,
    stock: 4,
    state: 'forsale',
  });
  await sql`update goods_sku set state = 'withdrawn' where id = ${sku}`.execute(context.owner);
  expect(await ask()).toMatchObject({ state: 'withdrawn' });
  await sql`update goods set shop_open = false where id = ${goods}`.execute(context.owner);
  expect(await ask()).toMatchObject({ state: 'shopclosed' });
  await sql`update goods set hidden_reason = 'counterfeit', hidden_at = now() where id = ${goods}`.execute(
    context.owner,
  );
  expect(await ask()).toMatchObject({ state: 'hidden' });
});
