import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, reasonIn } from '../test/app.ts';
import type { Heard, TestApp } from '../test/app.ts';
import { addOffer, addPerson, balancesOf, buy, order, ship, stockOf } from '../test/orders.ts';
import type { Person, TestGoods } from '../test/orders.ts';

let app: TestApp;
let tokens: Record<'content' | 'support' | 'finance', string>;
let buyer: Person;
let seller: Person;
let goods: TestGoods;
let shopId: string;
beforeAll(async () => {
  app = await openTestApp();
  tokens = {
    content: await app.operator('content'),
    support: await app.operator('support'),
    finance: await app.operator('finance'),
  };
  buyer = await addPerson(app, { coins: 1_000 });
  ({ seller, goods, shopId } = await addOffer(app, { stock: 50 }));
}, 60_000);
afterAll(() => app.close());

const ask = (path: string, body: object = {}, role: keyof typeof tokens = 'content'): Promise<Heard> =>
  app.post('console', path, body, { token: tokens[role] });
const listOf = async (path: string, body: object = {}, role: keyof typeof tokens = 'content') =>
  (await ask(path, body, role)).envelope.list as Record<string, unknown>[];
const titles = async (who: Person) =>
  (await who.ask<{ title: string }>('Ctrls/Notices', {})).list.map(({ title }) => title);
const hide = (id: string, flag: '0' | '1', reason = 'A counterfeit') =>
  ask('Admin/GoodsHide', { id, hide: flag, reason });
const goodsPage = async () =>
  (await app.post('member', 'Goods/GoodsFirst', { id: goods.goodsid })).envelope.data as {
    state: string;
    rating: string | null;
    comments: number;
  };

async function commented(stars: number): Promise<string> {
  const id = await buy(app, buyer, goods);
  await ship(seller, id);
  await buyer.ask('Order/Receive', { id });
  const { data } = await buyer.ask('Order/First', { id });
  const body = { orderid: id, lineid: data.lines[0]?.id, stars, text: `Stars: ${stars}` };
  return (await buyer.ask<{ id: string }>('Goods/Comment/Comment', body)).data.id;
}

test('refuses: who may only look, what is not there, no reason, the same again', async () => {
  const body = { id: goods.goodsid, hide: '1', reason: 'A counterfeit' };
  expect(reasonIn(await ask('Admin/GoodsHide', body, 'support'))).toBe('request.forbidden');
  expect(reasonIn(await hide('gds_nobody', '1'))).toBe('mall.nogoods');
  expect(reasonIn(await hide(goods.goodsid, '1', 'x'))).toBe('request.invalid');
  expect(reasonIn(await hide(goods.goodsid, '0'))).toBe('mall.samestate');
  const comment = { id: 'cmt_nobody', hide: '1', reason: 'Insults' };
  expect(reasonIn(await ask('Admin/GoodsCommentHide', comment))).toBe('mall.nocomment');
  expect(reasonIn(await ask('Admin/Order', { id: 'ord_nobody' }, 'finance'))).toBe('mall.noorder');
  expect(reasonIn(await ask('Admin/Orders', {}, 'content'))).toBe('request.forbidden');
});

test('behavior: hidden goods are gone for buyers, their orders go on, the shop reads why, and they come back', async () => {
  const open = await buy(app, buyer, goods);
  const before = await stockOf(app, goods);
  expect((await hide(goods.goodsid, '1')).envelope.data).toMatchObject({
    state: 'hidden',
    hidden: { reason: 'A counterfeit', by: expect.any(String) },
  });
  expect((await app.post('member', 'Goods/GetGoodsPage', {})).envelope.total).toBe(0);
  expect((await goodsPage()).state).toBe('hidden');
  expect((await order(buyer, goods)).reason).not.toBe('ok');
  expect((await seller.ask<{ hiddenreason: string }>('Goods/ShopGoods')).list).toMatchObject([
    { hiddenreason: 'A counterfeit' },
  ]);
  await ship(seller, open);
  expect((await buyer.ask('Order/Receive', { id: open })).reason).toBe('ok');
  expect(await stockOf(app, goods)).toBe(before);
  expect(await listOf('Admin/Goods', { hidden: '1' })).toMatchObject([{ id: goods.goodsid }]);
  expect((await hide(goods.goodsid, '0', 'It was genuine')).envelope.data).toMatchObject({
    state: 'forsale',
    hidden: null,
  });
  expect((await goodsPage()).state).toBe('forsale');
  expect(await listOf('Admin/Goods', { hidden: '1' })).toEqual([]);
  const told = await titles(seller);
  expect(told[0]).toMatch(/ is back in the mall$/);
  expect(told.some((title) => title.endsWith(' was taken out of the mall'))).toBe(true);
  expect(await listOf('Admin/Audit', { action: 'goods.hide' })).toMatchObject([
    { subject: goods.goodsid, detail: { reason: 'A counterfeit' } },
  ]);
});

test('behavior: goods are found by words, by id and by shop', async () => {
  expect(await listOf('Admin/Goods', { search: 'teap' })).toMatchObject([{ id: goods.goodsid }]);
  expect(await listOf('Admin/Goods', { search: goods.goodsid })).toHaveLength(1);
  expect(await listOf('Admin/Goods', { shopid: shopId, search: 'lamp' })).toEqual([]);
});

test('behavior: a hidden comment takes its stars along and brings them back', async () => {
  const [bad] = [await commented(1), await commented(5)];
  expect(await goodsPage()).toMatchObject({ rating: '3.0', comments: 2 });
  const set = (flag: '0' | '1') =>
    ask('Admin/GoodsCommentHide', { id: bad, hide: flag, reason: 'Insults the shop' });
  expect((await set('1')).envelope.data).toMatchObject({ id: bad, hidden: { reason: 'Insults the shop' } });
  expect(await goodsPage()).toMatchObject({ rating: '5.0', comments: 1 });
  const shown = await app.post('member', 'Goods/CommentByGoods', { goodsid: goods.goodsid });
  expect(shown.envelope.list).toMatchObject([{ text: 'Stars: 5' }]);
  expect(await listOf('Admin/GoodsComments', { hidden: '1' })).toMatchObject([
    { id: bad, by: { userid: buyer.id }, goods: { id: goods.goodsid } },
  ]);
  expect(reasonIn(await set('1'))).toBe('mall.samestate');
  await set('0');
  expect(await goodsPage()).toMatchObject({ rating: '3.0', comments: 2 });
  // Who wrote it hears of both.
  expect((await titles(buyer)).slice(0, 2)).toEqual([
    expect.stringMatching(/^Your comment on .+ is shown again$/),
    expect.stringMatching(/^Your comment on .+ was hidden$/),
  ]);
  expect(await listOf('Admin/Audit', { action: 'comment.show' })).toMatchObject([{ subject: bad }]);
});

test('behavior: orders by state, number, shop, buyer and time; one with its entries and its division', async () => {
  const id = await buy(app, buyer, goods, { quantity: 2 });
  const orders = (body: object) => listOf('Admin/Orders', body, 'support');
  const [row] = (await orders({ status: 'pendingshipment' })) as [
    { id: string; serial: string; time: string },
  ];
  expect(row).toMatchObject({ id, total: '20', buyer: { userid: buyer.id }, shop: { id: shopId } });
  expect(await orders({ search: row.serial.toLowerCase() })).toMatchObject([{ id }]);
  expect(await orders({ search: id })).toHaveLength(1);
  expect(await orders({ userid: seller.id })).toEqual([]);
  expect(await orders({ shopid: shopId, from: row.time })).toMatchObject([{ id }]);
  expect(await orders({ userid: buyer.id, to: row.time, status: 'pendingshipment' })).toEqual([]);
  await ship(seller, id);
  await buyer.ask('Order/Receive', { id });
  const { data } = (await ask('Admin/Order', { id }, 'finance')).envelope;
  expect(data).not.toHaveProperty('address');
  expect(data).toMatchObject({
    status: 'completed',
    division: { shop: '19', margin: '0.5', fee: '0.5', ratebps: 500 },
    entries: [
      { kind: 'order-pay', postings: [{ coinid: 'USDT', amount: '20' }] },
      { kind: 'order-complete' },
    ],
  });
  expect((await balancesOf(app, seller))['USDT']).toBeDefined();
});
