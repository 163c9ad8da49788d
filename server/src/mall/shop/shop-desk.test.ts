import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp } from '../../test/app.ts';
import type { TestApp } from '../../test/app.ts';
import { addOffer, addPerson, buy, ship } from '../../test/orders.ts';
import type { Person, TestGoods } from '../../test/orders.ts';

let app: TestApp;
let buyer: Person;
let seller: Person;
let other: Person;
let goods: TestGoods;
let comments: string[];
beforeAll(async () => {
  app = await openTestApp();
  buyer = await addPerson(app, { coins: 1_000 });
  ({ seller, goods } = await addOffer(app, { stock: 50 }));
  other = (await addOffer(app)).seller;
  comments = [];
  for (const stars of [5, 2]) {
    const id = await buy(app, buyer, goods);
    await ship(seller, id);
    await buyer.ask('Order/Receive', { id });
    const { data } = await buyer.ask('Order/First', { id });
    const body = { orderid: id, lineid: data.lines[0]?.id, stars, text: `Stars: ${stars}` };
    comments.push((await buyer.ask<{ id: string }>('Goods/Comment/Comment', body)).data.id);
  }
}, 60_000);
afterAll(() => app.close());

type Comment = { id: string; text: string; answer: { text: string } | null; goods: { name: string } };
const answer = (who: Person, id: string | undefined, text = 'Thank you.') =>
  who.ask<Comment>('Goods/CommentAnswer', { id, text });
const listed = async (body: object = {}) => (await seller.ask<Comment>('Goods/ShopComments', body)).list;

test('refuses: who has no shop, another shop’s comment, an empty answer, a second one', async () => {
  const [first] = comments;
  expect((await answer(buyer, first)).reason).toBe('mall.noshop');
  expect((await buyer.ask('Goods/ShopStatement')).reason).toBe('mall.noshop');
  expect((await answer(other, first)).reason).toBe('mall.nocomment');
  expect((await answer(seller, first, ' \n ')).reason).toBe('mall.badtext');
  expect((await other.ask('Goods/ShopComments')).list).toEqual([]);
});

test('behavior: answered once, also of many at once, and read by everybody', async () => {
  const [first, second] = comments;
  expect((await listed({ unanswered: '1' })).map(({ id }) => id)).toEqual([second, first]);
  const tries = await Promise.all(
    Array.from({ length: 4 }, () => answer(seller, first, 'Thank you.\r\n\r\n\r\nCome again.')),
  );
  expect(tries.map(({ reason }) => reason).toSorted()).toEqual([
    'mall.answered',
    'mall.answered',
    'mall.answered',
    'ok',
  ]);
  expect(await listed({ unanswered: '1' })).toMatchObject([{ id: second, goods: { name: 'Teapot' } }]);
  expect(await listed()).toHaveLength(2);
  const shown = await app.post('member', 'Goods/CommentByGoods', { goodsid: goods.goodsid });
  expect(shown.envelope.list).toMatchObject([
    { answer: null },
    { answer: { text: 'Thank you.\n\nCome again.' } },
  ]);
});

test('behavior: a statement adds up to the unit, and its lines are its orders', async () => {
  const refunded = await buy(app, buyer, goods, { quantity: 2 });
  await seller.ask('Order/ShopCancel', { id: refunded, reason: 'Sold out' });
  await buy(app, buyer, goods, { quantity: 3 });
  type Statement = { month: string; first: string; last: string; coins: object[] };
  const { data } = await seller.ask<Statement>('Goods/ShopStatement');
  expect(data.month).toBe(data.last);
  expect(data.coins).toEqual([
    {
      coinid: 'USDT',
      orders: 2,
      sales: '20',
      refunds: '0',
      commission: '1',
      received: '19',
      held: '30',
    },
  ]);
  const first = await seller.ask<object>('Goods/ShopSold', { month: data.month, pageSize: 1 });
  expect(first.list).toMatchObject([{ sales: '10', commission: '0.5', received: '9.5' }]);
  expect((await seller.ask('Goods/ShopSold', { month: data.month })).list).toHaveLength(2);
  expect((await seller.ask<Statement>('Goods/ShopStatement', { month: '2020-01' })).data.coins).toMatchObject(
    [{ orders: 0, sales: '0', held: '30' }],
  );
});
