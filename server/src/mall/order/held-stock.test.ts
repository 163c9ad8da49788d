import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { businessNow } from '../../platform/business-clock.ts';
import { openTestApp } from '../../test/app.ts';
import type { TestApp } from '../../test/app.ts';
import { addOffer, addPerson, moveClock, order, pay, stockOf } from '../../test/orders.ts';
import type { Person, TestGoods } from '../../test/orders.ts';
import { settleDueOrders } from './settle-due.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
}, 60_000);
afterAll(() => app.close());

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Ordered and let lie until its time is over. */
async function letLapse(buyer: Person, goods: TestGoods): Promise<void> {
  expect((await order(buyer, goods, 3)).reason).toBe('ok');
  await moveClock(app, 31 * MINUTE);
  await settleDueOrders({ db: app.db });
  expect(await stockOf(app, goods)).toBe(3);
}

test('refuses: to hold stock again and again without paying, from any account of a person, until a day after', async () => {
  const { goods } = await addOffer(app, { stock: 3 });
  const buyer = await addPerson(app, { coins: 100 });
  const child = await addPerson(app, { main: buyer.member });
  const other = await addPerson(app, { coins: 100 });
  const first = await businessNow(app.db);
  for (const one of [buyer, child, buyer]) await letLapse(one, goods);
  // Cancelled just before its time is over it held the stock as well.
  const request = {
    requestId: randomUUID(),
    items: [{ ...goods, quantity: 3 }],
    addressid: buyer.addressId,
  };
  const fourth = (await buyer.ask('Order/Create', request)).list[0]?.id ?? '';
  await moveClock(app, 29 * MINUTE);
  expect((await buyer.ask('Order/Cancel', { id: fourth })).reason).toBe('ok');
  await letLapse(buyer, goods);
  const refused = await order(buyer, goods);
  expect(refused).toMatchObject({ reason: 'mall.manylapsed', params: { minutes: 120 } });
  expect((await order(child, goods)).reason).toBe('mall.manylapsed');
  // What was asked for before is answered as it was: it takes nothing.
  expect(await buyer.ask('Order/Create', request)).toMatchObject({ reason: 'ok', list: [{ id: fourth }] });
  const until = new Date(String(refused.params['until'])).getTime() - first.getTime();
  // The first minutes of the five stand beyond the two hours.
  expect(until / HOUR).toBeGreaterThan(24.4);
  expect(until / HOUR).toBeLessThan(24.6);
  expect(await stockOf(app, goods)).toBe(3);
  expect((await order(other, goods)).reason).toBe('ok');
  await moveClock(app, 21 * HOUR);
  expect((await order(buyer, goods)).reason).toBe('mall.manylapsed');
  await moveClock(app, 2 * HOUR);
  await settleDueOrders({ db: app.db });
  expect((await order(buyer, goods)).reason).toBe('ok');
});

test('behavior: several orders at once hold for one time, and those paid or cancelled at once count for nothing', async () => {
  const { goods } = await addOffer(app);
  const buyer = await addPerson(app, { coins: 100 });
  for (let one = 0; one < 12; one += 1) expect((await order(buyer, goods)).reason).toBe('ok');
  await moveClock(app, 31 * MINUTE);
  // The job comes late: that is not the buyer's doing.
  await moveClock(app, 5 * HOUR);
  await settleDueOrders({ db: app.db });
  for (let one = 0; one < 6; one += 1) {
    const id = (await order(buyer, goods)).list[0]?.id ?? '';
    expect((await buyer.ask('Order/Cancel', { id })).reason).toBe('ok');
    const paid = (await order(buyer, goods)).list[0]?.id ?? '';
    await moveClock(app, 20 * MINUTE);
    expect((await pay(app, buyer, [paid])).reason).toBe('ok');
    expect((await buyer.ask('Order/Cancel', { id: paid })).reason).toBe('ok');
  }
  expect((await order(buyer, goods)).reason).toBe('ok');
});
