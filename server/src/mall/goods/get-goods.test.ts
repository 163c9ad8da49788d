import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../platform/db/connect.ts';
import { openTestApp } from '../../test/app.ts';
import type { TestApp } from '../../test/app.ts';
import { coin } from '../../test/context.ts';
import { addGoods, addShop, addType } from '../../test/goods.ts';
import { addMember } from '../../test/people.ts';
import { setShopOpen } from './offer-store.ts';

let app: TestApp;
let type: string;
let token: string;
beforeAll(async () => {
  app = await openTestApp();
  type = await addType(app, { en: 'Kitchen', es: 'Cocina' });
  token = await app.session((await addMember(app)).id);
}, 60_000);
afterAll(() => app.close());

const ask = async (path: string, body: object, lang = '2') =>
  (await app.post('member', path, body, { token, headers: { lang } })).envelope;
const firstOf = async (id: string, lang?: string) =>
  (await ask('Goods/GoodsFirst', { id }, lang)).data as Record<string, unknown>;
const hide = (id: string) =>
  sql`update goods set hidden_reason = 'counterfeit', hidden_at = now() where id = ${id}`.execute(app.owner);

test('refuses: a goods or a shop that is not there', async () => {
  expect((await ask('Goods/GoodsFirst', { id: 'gds_nobody' })).code).toBe('notfound');
  expect((await ask('Goods/MallShopInfo', { id: 'shp_nobody' })).code).toBe('notfound');
  expect((await ask('Goods/CollectGoods', { goodsid: 'gds_nobody' })).code).toBe('notfound');
});

test('behavior: its variants, type, shop and clean content, in the reader’s language', async () => {
  const shop = await addShop(app);
  const id = await addGoods(app, {
    typeId: type,
    shopId: shop.id,
    texts: {
      en: { name: 'Teapot', content: '<p onclick="x()">For two</p><script>alert(1)</script>' },
      es: { name: 'Tetera', content: '' },
    },
    skus: [
      {
        name: { en: 'Red', es: 'Roja' },
        price: 12n * coin,
        obl: 2n * coin,
        stock: 3,
        picurl: '/files/a.webp',
      },
      { name: { en: 'Blue' }, price: 10n * coin, obl: 0n, stock: 0, picurl: '' },
    ],
  });
  expect(await firstOf(id, '8')).toMatchObject({
    id,
    name: 'Tetera',
    price: '12',
    pricemax: '12',
    obl: '2',
    stock: 3,
    type: { id: type, name: 'Cocina' },
    content: '<p>For two</p>',
    skus: [
      { name: 'Roja', price: '12', obl: '2', stock: 3, picurl: '/files/a.webp' },
      { name: 'Blue', price: '10', stock: 0 },
    ],
    state: 'forsale',
    comments: 0,
    rating: null,
    shop: { id: shop.id, name: shop.name, logo: '' },
  });
  const info = (await ask('Goods/MallShopInfo', { id: shop.id })).data;
  expect(info).toMatchObject({ name: shop.name, goods: 1, sold: 0, rating: null, open: true });
  await inTransaction(app.owner, (tx) => setShopOpen(tx, shop.id, false));
  expect(await firstOf(id)).toMatchObject({ state: 'shopclosed' });
  expect((await ask('Goods/MallShopInfo', { id: shop.id })).data).toMatchObject({ goods: 0 });
  await hide(id);
  expect(await firstOf(id)).toMatchObject({ state: 'hidden', content: '' });
});

test('behavior: content that was stored dirty is clean when it is read', async () => {
  const id = await addGoods(app, { typeId: type });
  await sql`update goods_text set content = '<img src=x onerror=alert(1)><b>bold</b>' where goods_id = ${id}`.execute(
    app.owner,
  );
  expect(await firstOf(id)).toMatchObject({ content: '<b>bold</b>' });
});

test('behavior: collected once, newest first by pages, said of each goods, taken out; what is gone stays with its state', async () => {
  const ids = [];
  for (const name of ['One', 'Two', 'Three']) ids.push(await addGoods(app, { typeId: type, name }));
  for (const goodsid of [...ids, ids[0]]) await ask('Goods/CollectGoods', { goodsid });
  await hide(ids[1] ?? '');
  const page = await ask('Goods/getMyGoodsCollect', { pageSize: 2 });
  expect(page.list).toMatchObject([
    { name: 'Three', state: 'forsale' },
    { name: 'Two', state: 'hidden' },
  ]);
  const { cursor } = page.data as { cursor: string };
  const rest = await ask('Goods/getMyGoodsCollect', { pageSize: 2, cursor });
  expect(rest.list).toMatchObject([{ name: 'One' }]);
  expect((await ask('Goods/isCollect', { goodsid: ids[0] })).data).toEqual({ collected: true });
  await ask('Goods/CollectGoods_Del', { goodsids: [ids[0], 'gds_nobody'] });
  expect((await ask('Goods/isCollect', { goodsid: ids[0] })).data).toEqual({ collected: false });
  expect((await ask('Goods/getMyGoodsCollect', {})).list).toHaveLength(2);
});
