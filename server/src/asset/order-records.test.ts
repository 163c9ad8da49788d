import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp } from '../test/app.ts';
import type { TestApp } from '../test/app.ts';
import { addOffer, addPerson, buy, ship } from '../test/orders.ts';
import type { Person } from '../test/orders.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
}, 60_000);
afterAll(() => app.close());

type Row = { kind: string; outcome: string | null; description: string; counterpart: string | null };

/** What the records of an order say: kind, what became of the money, the words, and with whom. */
async function recordsOf(person: Person, reference: string): Promise<(string | null)[][]> {
  const { list } = await person.ask<Row & { reference: string }>('trade/GetUserBalanceRecord', {
    coinid: 'USDT',
  });
  return list
    .filter((row) => row.reference === reference)
    .map(({ kind, outcome, description, counterpart }) => [kind, outcome, description, counterpart]);
}

test('behavior: the record of an order says by now what became of its money, and names the shop', async () => {
  const { seller, goods } = await addOffer(app);
  const shop = `Shop ${seller.id}`;
  const buyer = await addPerson(app, { coins: 100 });
  const [kept, cancelled] = [await buy(app, buyer, goods), await buy(app, buyer, goods)];
  expect(await recordsOf(buyer, kept)).toEqual([['order-pay', 'held', 'Order, amount held', shop]]);
  await ship(seller, kept);
  await buyer.ask('Order/Receive', { id: kept });
  expect(await recordsOf(buyer, kept)).toEqual([['order-pay', 'paid', 'Order paid', shop]]);
  // A shop reads of what it earned, not who bought.
  expect(await recordsOf(seller, kept)).toEqual([['order-complete', null, 'Order completed', null]]);
  expect((await buyer.ask('Order/Cancel', { id: cancelled })).reason).toBe('ok');
  expect(await recordsOf(buyer, cancelled)).toEqual([
    ['order-refund', null, 'Order refunded', shop],
    ['order-pay', 'returned', 'Order, amount returned', shop],
  ]);
});
