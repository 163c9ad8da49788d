import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { announceBalances } from '../../asset/announce.ts';
import { freezeOutbound, lockOutboundFor, thawOutbound } from '../../ledger/outbound.ts';
import { inTransaction } from '../../platform/db/connect.ts';
import { openTestApp } from '../../test/app.ts';
import type { TestApp } from '../../test/app.ts';
import { addOffer, addPerson, balancesOf, buy, moveClock, ship } from '../../test/orders.ts';
import type { Person } from '../../test/orders.ts';
import { settleDueOrders } from './settle-due.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
}, 60_000);
afterAll(() => app.close());

const claim = (buyer: Person, id: string, amount: string) =>
  buyer.ask('Order/AfterSale', { id, requestId: randomUUID(), kind: 'refund', text: 'scratched', amount });
const agree = async (seller: Person, id: string) =>
  (await seller.ask('Order/AfterSaleAct', { id, requestId: randomUUID(), act: 'agree' })).reason;

test('refuses: a shop that agrees to a part while the buyer’s money is held back, whoever asked for it; the whole goes back (I21)', async () => {
  const { seller, goods } = await addOffer(app);
  const main = await addPerson(app, { coins: 100 });
  const child = await addPerson(app, { coins: 100, main: main.member });
  const ids = new Map<Person, string>();
  for (const buyer of [main, child]) {
    const id = await buy(app, buyer, goods);
    await ship(seller, id);
    ids.set(buyer, id);
  }
  for (const buyer of [main, child]) {
    const id = ids.get(buyer) ?? '';
    expect((await claim(buyer, id, '0.01')).reason).toBe('ok');
    await inTransaction(app.db, (tx) => lockOutboundFor(tx, main.id, 24));
    expect(await agree(seller, id)).toBe('mall.buyerlocked');
    await inTransaction(app.db, (tx) => freezeOutbound(tx, main.id));
    expect(await agree(seller, id)).toBe('mall.buyerlocked');
    expect(await balancesOf(app, buyer)).toMatchObject({ USDT: '90/10' });
    expect(await balancesOf(app, seller)).toEqual({});
    const act = { id, requestId: randomUUID(), act: 'withdraw' };
    expect((await buyer.ask('Order/AfterSaleAct', act)).reason).toBe('ok');
    expect((await claim(buyer, id, '10')).reason).toBe('ok');
    expect(await agree(seller, id)).toBe('ok');
    expect(await balancesOf(app, buyer)).toMatchObject({ USDT: '100/0' });
    await inTransaction(app.db, (tx) => thawOutbound(tx, main.id));
  }
});

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const due = () => settleDueOrders({ db: app.db, onPosted: announceBalances });
const pushes = async ({ id }: Person, order: string): Promise<number> => {
  const { rows } = await sql`select from socket_message
    where member_id = ${id} and type = 'order' and data->>'id' = ${order}`.execute(app.owner);
  return rows.length;
};

test('behavior: buyer and shop hear of each day by which an order is put off, so that an open page shows the new one', async () => {
  const { seller, goods } = await addOffer(app);
  const buyer = await addPerson(app, { coins: 100 });
  const id = await buy(app, buyer, goods);
  await ship(seller, id);
  await inTransaction(app.db, (tx) => freezeOutbound(tx, buyer.id));
  await moveClock(app, 10 * DAY + MINUTE);
  const until = async () => Date.parse((await buyer.ask('Order/First', { id })).data.receiveby ?? '');
  const [before, told] = [await until(), [await pushes(buyer, id), await pushes(seller, id)]];
  await due();
  expect(await until()).toBeGreaterThan(before + DAY);
  expect([await pushes(buyer, id), await pushes(seller, id)]).toEqual(told.map((count) => count + 1));
});

test('behavior: the time of a request for money back is no waiting of the order: it is put off as long as any other (I21)', async () => {
  const { seller, goods } = await addOffer(app);
  const buyer = await addPerson(app, { coins: 100 });
  const id = await buy(app, buyer, goods);
  await ship(seller, id);
  await moveClock(app, 5 * DAY);
  await claim(buyer, id, '10');
  await moveClock(app, 20 * DAY);
  await buyer.ask('Order/AfterSaleAct', { id, requestId: randomUUID(), act: 'withdraw' });
  await inTransaction(app.db, (tx) => freezeOutbound(tx, buyer.id));
  await moveClock(app, 5 * DAY + MINUTE);
  await due();
  expect(await balancesOf(app, buyer)).toMatchObject({ USDT: '90/10' });
  await moveClock(app, 9 * DAY);
  await due();
  expect(await balancesOf(app, buyer)).toMatchObject({ USDT: '90/10' });
  await moveClock(app, DAY);
  await due();
  expect(await balancesOf(app, buyer)).toMatchObject({ USDT: '90/0' });
});
