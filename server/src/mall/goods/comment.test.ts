import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../platform/db/connect.ts';
import { insertUpload } from '../../setting/upload-store.ts';
import { openTestApp } from '../../test/app.ts';
import type { TestApp } from '../../test/app.ts';
import { addOffer, addPerson, buy, moveClock, ship } from '../../test/orders.ts';
import type { Person } from '../../test/orders.ts';

const DAY_MS = 86_400_000;
let app: TestApp;
let buyer: Person;
let stranger: Person;
let goodsid: string;
/** Received, but for the third, which is only paid. */
let lines: { orderid: string; lineid: string }[];

beforeAll(async () => {
  app = await openTestApp();
  buyer = await addPerson(app, { coins: 100 });
  stranger = await addPerson(app);
  const { goods, seller } = await addOffer(app);
  goodsid = goods.goodsid;
  lines = [];
  for (const isReceived of [true, true, false, true, true]) {
    const orderid = await buy(app, buyer, goods);
    if (isReceived) {
      await ship(seller, orderid);
      expect((await buyer.ask('Order/Receive', { id: orderid })).reason).toBe('ok');
    }
    const { data } = await buyer.ask('Order/First', { id: orderid });
    lines.push({ orderid, lineid: data.lines[0]?.id ?? '' });
  }
}, 120_000);
afterAll(() => app.close());

const say = (who: Person, at: number, more: object = {}) =>
  who.ask<{ id: string }>('Goods/Comment/Comment', { ...lines[at], stars: 4, text: 'Pours well.', ...more });
const shown = async () =>
  (await app.post('member', 'Goods/CommentByGoods', { goodsid })).envelope.list as Record<string, unknown>[];

test('refuses: an order that is another’s or not completed, no words, a picture of somebody else', async () => {
  expect((await say(stranger, 0)).reason).toBe('mall.noorder');
  expect((await say(buyer, 2)).reason).toBe('mall.noorder');
  expect((await say(buyer, 0, { lineid: lines[1]?.lineid })).reason).toBe('mall.noorder');
  expect((await say(buyer, 0, { text: '  \n ' })).reason).toBe('mall.badtext');
  expect((await say(buyer, 0, { text: 'x'.repeat(1_001) })).reason).toBe('mall.badtext');
  expect((await say(buyer, 0, { pictures: ['/files/a.webp'] })).reason).toBe('mall.badpicture');
  expect((await say(buyer, 0, { stars: 6 })).reason).toBe('request.invalid');
  expect(await shown()).toEqual([]);
});

test('behavior: once for a line, also of many at once; with a masked name, newest first, counted in the rating', async () => {
  const tries = await Promise.all(Array.from({ length: 5 }, () => say(buyer, 0)));
  expect(tries.map(({ reason }) => reason).toSorted()).toEqual([
    ...Array.from({ length: 4 }, () => 'mall.commented'),
    'ok',
  ]);
  await say(buyer, 1, { stars: 5, text: 'Still pours.\r\n\r\n\r\n\r\nYes.' });
  expect(await shown()).toMatchObject([
    { stars: 5, text: 'Still pours.\n\nYes.', answer: null, pictures: [] },
    { stars: 4, text: 'Pours well.', nickname: expect.stringContaining('***') },
  ]);
  const { envelope } = await app.post('member', 'Goods/GoodsFirst', { id: goodsid });
  expect(envelope.data).toMatchObject({ comments: 2, rating: '4.5' });
});

test('behavior: pictures of one’s own stand with the comment, six at most', async () => {
  const names = Array.from({ length: 7 }, (_, at) => `${String(at).repeat(32)}.webp`);
  await inTransaction(app.owner, async (tx) => {
    for (const name of names) await insertUpload(tx, { name, memberId: buyer.id, bytes: 1 });
  });
  const pictures = names.map((name) => `/files/${name}`);
  expect((await say(buyer, 4, { pictures })).reason).toBe('request.invalid');
  const mine = pictures.slice(0, 6);
  expect((await say(stranger, 4, { pictures: mine })).reason).toBe('mall.noorder');
  expect((await say(buyer, 4, { pictures: mine })).reason).toBe('ok');
  expect((await shown())[0]).toMatchObject({ pictures: mine });
});

test('refuses: a comment later than 90 days after the order was completed', async () => {
  await moveClock(app, 91 * DAY_MS);
  expect((await say(buyer, 3)).reason).toBe('mall.commentlate');
});
