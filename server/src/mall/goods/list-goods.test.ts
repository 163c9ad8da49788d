import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../platform/db/connect.ts';
import { openTestApp } from '../../test/app.ts';
import type { TestApp } from '../../test/app.ts';
import { coin } from '../../test/context.ts';
import { addGoods, addShop, addType } from '../../test/goods.ts';
import { setShopOpen } from './offer-store.ts';

let app: TestApp;
let kitchen: string;
let pots: string;
let garden: string;
let shopId: string;
beforeAll(async () => {
  app = await openTestApp();
  shopId = (await addShop(app)).id;
  kitchen = await addType(app, { en: 'Kitchen', es: 'Cocina', 'zh-Hant': '廚房' });
  pots = await addType(app, { 'zh-Hant': '壺' }, kitchen);
  garden = await addType(app, { en: 'Garden' });
  await addGoods(app, { typeId: pots, shopId, name: 'Teapot', price: 30, obl: 6 });
  await addGoods(app, { typeId: kitchen, name: 'Cup', price: 5, stock: 0 });
  await addGoods(app, {
    typeId: garden,
    shopId,
    coinId: 'USDO',
    pictures: ['/files/a.webp', '/files/b.webp'],
    texts: { 'zh-Hant': { name: '鏟子', content: '' }, ko: { name: '삽', content: '' } },
    skus: [
      { name: { en: 'Small' }, price: 12n * coin, obl: 2n * coin, stock: 3, picurl: '' },
      { name: { en: 'Large' }, price: 20n * coin, obl: 9n * coin, stock: 4, picurl: '' },
    ],
  });
  await addGoods(app, { typeId: garden, name: 'Hidden away', state: 'withdrawn' });
}, 60_000);
afterAll(() => app.close());

type Row = Record<string, unknown> & { name: string };
async function ask(path: string, body: object = {}, lang = '2'): Promise<{ list: Row[]; total: number }> {
  const { envelope } = await app.post('member', path, body, { headers: { lang } });
  expect(envelope).toMatchObject({ success: true });
  return envelope as unknown as { list: Row[]; total: number };
}
async function names(body: object): Promise<string[]> {
  return (await ask('Goods/GetGoodsPage', body)).list.map((row) => row.name);
}

test('refuses: a type that is not there, a sort that is none, a page of nothing', async () => {
  const code = async (path: string, body: object) => (await app.post('member', path, body)).envelope.code;
  expect(await code('Goods/GoodsTypeFirst', { id: 'gty_nobody' })).toBe('notfound');
  expect(await code('Goods/GetGoodsPage', { sort: 'name' })).toBe('invalid');
  expect(await code('Goods/GetGoodsPage', { page: 0 })).toBe('invalid');
});

test('behavior: goods for sale, newest first; what its shop withdrew is not among them', async () => {
  const { list, total } = await ask('Goods/GetGoodsPage');
  expect(total).toBe(3);
  expect(list.map((row) => row.name)).toEqual(['鏟子', 'Cup', 'Teapot']);
  expect(list[0]).toMatchObject({
    shopid: shopId,
    coinid: 'USDO',
    price: '12',
    pricemax: '20',
    obl: '2',
    stock: 7,
    sold: 0,
    picurl: '/files/a.webp',
    bannerpicurl: '/files/a.webp,/files/b.webp',
  });
});

test('behavior: a type with what lies below it, a shop, a coin, what is in stock; by price up and down; by pages', async () => {
  expect(await names({ pid: kitchen })).toEqual(['Cup', 'Teapot']);
  expect(await names({ pid: pots })).toEqual(['Teapot']);
  expect(await names({ pid: '0', sort: 'price' })).toEqual(['Cup', '鏟子', 'Teapot']);
  expect(await names({ sort: '-price' })).toEqual(['Teapot', '鏟子', 'Cup']);
  expect(await names({ shopid: shopId, sort: 'price' })).toEqual(['鏟子', 'Teapot']);
  expect(await names({ coinid: 'USDO' })).toEqual(['鏟子']);
  expect(await names({ instock: '1', pid: kitchen })).toEqual(['Teapot']);
  expect(await names({ page: 2, pageSize: 2 })).toEqual(['Teapot']);
  expect((await ask('Goods/GetGoodsPage', { page: 9, pageSize: 1000 })).total).toBe(3);
});

test('behavior: types below the top or below one, in the reader’s language or the next that is there, with their goods', async () => {
  const top = await ask('Goods/GetGoodsTypePage', { pid: '0', pageSize: 1000 }, '8');
  expect(top.total).toBe(2);
  expect(top.list).toMatchObject([
    { id: kitchen, pid: '0', name: 'Cocina', positions: 0, goods: 2 },
    { id: garden, name: 'Garden', goods: 1 },
  ]);
  expect((await ask('Goods/GetGoodsTypePage', { pid: kitchen })).list).toMatchObject([
    { id: pots, pid: kitchen, name: '壺', goods: 1 },
  ]);
  const { envelope } = await app.post('member', 'Goods/GoodsTypeFirst', { id: pots });
  expect(envelope.data).toMatchObject({ id: pots, above: [{ id: kitchen, name: 'Kitchen' }] });
});

test('behavior: a shop that closes takes its goods off the lists and out of the counts of their types, and back', async () => {
  const shut = (isOpen: boolean) => inTransaction(app.owner, (tx) => setShopOpen(tx, shopId, isOpen));
  const counts = async () =>
    (await ask('Goods/GetGoodsTypePage')).list.map(({ name, goods }) => [name, goods]);
  await shut(false);
  expect(await names({})).toEqual(['Cup']);
  expect(await counts()).toEqual([
    ['Kitchen', 1],
    ['Garden', 0],
  ]);
  await shut(true);
  await shut(true);
  expect(await names({})).toHaveLength(3);
  expect(await counts()).toEqual([
    ['Kitchen', 2],
    ['Garden', 1],
  ]);
});
