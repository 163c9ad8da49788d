import { randomUUID } from 'node:crypto';
import type { OutputOf } from '@openmere/core/calls.ts';
import { ORDERS_COUNTED_MAX } from '@openmere/core/mall/order-rules.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp } from '../../test/app.ts';
import type { TestApp } from '../../test/app.ts';
import { addOffer, addPerson, addTo, buy, moveClock, order, pay, ship } from '../../test/orders.ts';
import type { Person, TestGoods } from '../../test/orders.ts';
import { countOrders } from './order-store.ts';

const DAY_MS = 86_400_000;
let app: TestApp;
let buyer: Person;
let seller: Person;
let goods: TestGoods;
let more: TestGoods;
beforeAll(async () => {
  app = await openTestApp();
  buyer = await addPerson(app, { coins: 1_000 });
  const offer = await addOffer(app);
  ({ seller, goods } = offer);
  more = await addTo(app, offer.shopId);
}, 120_000);
afterAll(() => app.close());

const counts = async (who = buyer) => (await who.ask<OutputOf<'Order/Counts'>>('Order/Counts')).data;
const toComment = async (input: object = {}) =>
  (await buyer.ask('Order/List', { tocomment: '1', ...input })).list.map(({ id }) => id);
const say = (orderid: string, lineid: string | undefined) =>
  buyer.ask('Goods/Comment/Comment', { orderid, lineid, stars: 4, text: 'Pours well.' });

async function received(id: string): Promise<string> {
  await ship(seller, id);
  expect((await buyer.ask('Order/Receive', { id })).reason).toBe('ok');
  return id;
}

test('behavior: each kind of waiting order is counted, and nobody else’s', async () => {
  expect(await counts()).toEqual({ pendingpayment: 0, pendingshipment: 0, pendingreceipt: 0, tocomment: 0 });
  await order(buyer, goods);
  await order(buyer, goods);
  await buy(app, buyer, goods);
  await ship(seller, await buy(app, buyer, goods));
  await received(await buy(app, buyer, goods));
  expect(await counts()).toEqual({ pendingpayment: 2, pendingshipment: 1, pendingreceipt: 1, tocomment: 1 });
  expect(await counts(seller)).toEqual({
    pendingpayment: 0,
    pendingshipment: 0,
    pendingreceipt: 0,
    tocomment: 0,
  });
});

test('behavior: what waits for a shop is counted for its owner: to ship, after the sale, without an answer', async () => {
  const ask = async () => (await seller.ask<OutputOf<'Order/ShopCounts'>>('Order/ShopCounts')).data;
  const before = await ask();
  const toShip = await buy(app, buyer, goods);
  expect(await ask()).toEqual({ ...before, pendingshipment: before.pendingshipment + 1 });
  await ship(seller, toShip);
  await buyer.ask('Order/AfterSale', {
    id: toShip,
    requestId: randomUUID(),
    kind: 'refund',
    text: 'It came broken',
  });
  expect(await ask()).toEqual({ ...before, aftersale: before.aftersale + 1 });
  await buyer.ask('Order/AfterSaleAct', { id: toShip, requestId: randomUUID(), act: 'withdraw' });
  expect(await ask()).toEqual(before);
  const done = await received(await buy(app, buyer, goods));
  const { lines } = (await buyer.ask<OutputOf<'Order/First'>>('Order/First', { id: done })).data;
  await say(done, lines[0]?.id);
  expect(await ask()).toEqual({ ...before, comments: before.comments + 1 });
  expect((await buyer.ask('Order/ShopCounts')).reason).toBe('mall.noshop');
});

test('behavior: an order waits for comments until its last line has one, also when two are written at once', async () => {
  const before = await toComment();
  const { list } = await buyer.ask('Order/Create', {
    requestId: randomUUID(),
    items: [
      { ...goods, quantity: 1 },
      { ...more, quantity: 1 },
    ],
    addressid: buyer.addressId,
  });
  const made = list[0];
  const id = made?.id ?? '';
  await pay(app, buyer, [id]);
  expect(await toComment()).toEqual(before);
  await received(id);
  expect(await toComment()).toEqual([id, ...before]);
  const [first, second] = made?.lines ?? [];
  const said = await Promise.all([say(id, first?.id), say(id, second?.id)]);
  expect(said.map(({ reason }) => reason)).toEqual(['ok', 'ok']);
  expect(await toComment()).toEqual(before);
  expect((await counts()).tocomment).toBe(before.length);
});

test('behavior: pages follow each other by when they were completed', async () => {
  const older = await received(await buy(app, buyer, goods));
  const newer = await received(await buy(app, buyer, goods));
  const all = await toComment();
  expect(all.slice(0, 2)).toEqual([newer, older]);
  const paged: string[] = [];
  let cursor: string | undefined;
  do {
    const { token } = buyer;
    const body = { tocomment: '1', pageSize: 1, ...(cursor !== undefined && { cursor }) };
    const { envelope } = await app.post('member', 'Order/List', body, { token });
    const page = envelope as { list: { id: string }[]; data?: { cursor?: string } };
    paged.push(...page.list.map(({ id }) => id));
    cursor = page.data?.cursor;
  } while (cursor !== undefined && paged.length <= all.length);
  expect(paged).toEqual(all);
});

test('behavior: what can no longer be commented on waits for nothing', async () => {
  await moveClock(app, 91 * DAY_MS);
  expect(await toComment()).toEqual([]);
  expect((await counts()).tocomment).toBe(0);
});

test('behavior: nothing is counted beyond the bound', async () => {
  const found = await countOrders(app.db, { memberId: buyer.id, since: new Date(0), limit: 1 });
  expect(Math.max(...Object.values(found))).toBe(1);
  expect(ORDERS_COUNTED_MAX).toBe(100);
});

test('refuses: an order’s mark is taken away once, and nothing else with it', async () => {
  const change = (set: ReturnType<typeof sql>) =>
    sql`update mall_order set ${set} where id = (select id from mall_order where comment_due limit 1)`.execute(
      app.owner,
    );
  await expect(change(sql`comment_due = false, carrier = 'Other'`)).rejects.toThrow(/stays as it is/);
  await expect(change(sql`tracking = 'X'`)).rejects.toThrow(/stays as it is/);
  await expect(
    sql`update mall_order set comment_due = true where status = 'completed' and not comment_due`.execute(
      app.owner,
    ),
  ).rejects.toThrow(/stays as it is/);
});
