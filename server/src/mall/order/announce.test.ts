import { randomUUID } from 'node:crypto';
import { indexOfLocale, locales } from '@openmere/core/kit/language.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { announceBalances } from '../../asset/announce.ts';
import { inTransaction } from '../../platform/db/connect.ts';
import { openTestApp } from '../../test/app.ts';
import type { TestApp } from '../../test/app.ts';
import { coin } from '../../test/context.ts';
import { addOffer, addPerson, buy, moveClock, order, pay, ship } from '../../test/orders.ts';
import type { Person } from '../../test/orders.ts';
import { decideDispute } from './conclude.ts';
import { settleDueOrders } from './settle-due.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
}, 60_000);
afterAll(() => app.close());

type Shown = { title: string; text: string; link: string | null; topic: string };
const DAY = 86_400_000;

/** What a member was told of orders, the first first. */
async function heard(who: Person): Promise<Shown[]> {
  const { list } = await who.ask<Shown>('Ctrls/Notices', {});
  return list.filter(({ topic }) => topic === 'mall').toReversed();
}
const titles = async (who: Person) => (await heard(who)).map(({ title }) => title);

async function serialOf(who: Person, id: string): Promise<string> {
  return (await who.ask('Order/First', { id })).data.serial;
}

test('refuses: to tell twice what was asked twice, and what nobody paid', async () => {
  const { seller, goods } = await addOffer(app);
  const buyer = await addPerson(app, { coins: 100 });
  const id = (await order(buyer, goods)).list[0]?.id ?? '';
  await buyer.ask('Order/Cancel', { id });
  expect([await titles(seller), await titles(buyer)]).toEqual([[], []]);
  const again = (await order(buyer, goods)).list[0]?.id ?? '';
  const requestId = randomUUID();
  await pay(app, buyer, [again], { requestId });
  await pay(app, buyer, [again], { requestId });
  await ship(seller, again);
  await seller.ask('Order/Ship', { id: again, carrier: 'Post', tracking: 'AB 124' });
  expect(await titles(seller)).toEqual(['New order: 10 USDT']);
  expect(await titles(buyer)).toEqual(['Your order is on its way']);
});

test('behavior: the shop hears of a paid order and of its money, the buyer of the parcel; each is led to the order', async () => {
  const { seller, goods } = await addOffer(app);
  const buyer = await addPerson(app, { coins: 100 });
  const id = await buy(app, buyer, goods);
  await ship(seller, id);
  await buyer.ask('Order/Receive', { id });
  const serial = await serialOf(buyer, id);
  expect(await heard(seller)).toMatchObject([
    { text: expect.stringContaining(serial), link: `/pages/mall/shopManage?part=orders&id=${id}` },
    { title: 'You received 9.5 USDT', text: expect.stringContaining(serial) },
  ]);
  expect(await heard(buyer)).toMatchObject([
    {
      text: `Shop ${seller.id} has shipped order ${serial}. The tracking number stands with the order.`,
      link: `/pages/order/detail?id=${id}`,
    },
  ]);
});

test('behavior: an order that is not shipped in time is told to both sides once, and can still be cancelled with everything back', async () => {
  const { seller, goods } = await addOffer(app);
  const buyer = await addPerson(app, { coins: 100 });
  const [id, sent] = [await buy(app, buyer, goods), await buy(app, buyer, goods)];
  await ship(seller, sent);
  const before = (await heard(seller)).length;
  const settle = () => settleDueOrders({ db: app.db, onPosted: announceBalances });
  const due = (await buyer.ask('Order/First', { id })).data.shipby ?? '';
  await moveClock(app, 2 * DAY);
  await settle();
  expect(await heard(seller)).toHaveLength(before);
  await moveClock(app, 2 * DAY);
  await Promise.all([settle(), settle()]);
  await settle();
  const serial = await serialOf(buyer, id);
  expect((await heard(seller)).slice(before)).toMatchObject([
    {
      title: `Order ${serial} is waiting to be shipped`,
      link: `/pages/mall/shopManage?part=orders&id=${id}`,
    },
  ]);
  expect((await titles(buyer)).filter((title) => title.includes('in time'))).toEqual([
    `Order ${serial} was not shipped in time`,
  ]);
  const { data } = await buyer.ask('Order/First', { id });
  expect(data).toMatchObject({ status: 'pendingshipment', shipby: due });
  expect(Date.parse(due) - Date.parse(data.paidat ?? '')).toBe(3 * DAY);
  expect(data.events.filter(({ kind }) => kind === 'late')).toHaveLength(1);
  await buyer.ask('Order/Cancel', { id });
  const after = (await buyer.ask('Order/First', { id })).data;
  expect(after).toMatchObject({ status: 'cancelled', refunded: after.total, shipby: null });
});

test('behavior: who was not asked hears of a cancelled order', async () => {
  const { seller, goods } = await addOffer(app);
  const buyer = await addPerson(app, { coins: 100 });
  const [one, other] = [await buy(app, buyer, goods), await buy(app, buyer, goods)];
  await buyer.ask('Order/Cancel', { id: one });
  await seller.ask('Order/ShopCancel', { id: other, reason: 'The last one broke' });
  expect((await titles(seller)).at(-1)).toBe(`Order ${await serialOf(buyer, one)} was cancelled`);
  expect((await heard(buyer)).map(({ text }) => text)).toEqual([
    `Order ${await serialOf(buyer, other)} was cancelled. What you paid is back in your balance.`,
  ]);
});

test('behavior: after the sale each side hears what it has to answer and until when, and how it ended', async () => {
  const { seller, goods } = await addOffer(app);
  const buyer = await addPerson(app, { coins: 100 });
  const id = await buy(app, buyer, goods);
  await ship(seller, id);
  const ask = (kind = 'refund') =>
    buyer.ask('Order/AfterSale', { id, requestId: randomUUID(), kind, text: 'It is broken' });
  const act = (who: Person, name: string, text = 'So it is') =>
    who.ask('Order/AfterSaleAct', { id, requestId: randomUUID(), act: name, text });
  const by = (await ask()).data.aftersale?.answerby ?? '';
  expect((await heard(seller)).at(-1)).toMatchObject({ title: 'A buyer asks for a refund' });
  expect((await heard(seller)).at(-1)?.text).toContain(String(new Date(by).getUTCFullYear()));
  await act(seller, 'message');
  await act(seller, 'refuse');
  await act(buyer, 'message');
  const serial = await serialOf(buyer, id);
  expect((await titles(buyer)).slice(1)).toEqual([
    `New message about order ${serial}`,
    'The shop declined your refund',
  ]);
  expect((await titles(seller)).at(-1)).toBe(`New message about order ${serial}`);
  const saleId = (await act(buyer, 'escalate')).data.aftersale?.id ?? '';
  const how = { afterSaleId: saleId, toBuyer: 4n * coin, reason: 'Half of it' };
  await inTransaction(app.db, (tx) => decideDispute({ tx, onPosted: announceBalances }, how));
  for (const who of [buyer, seller])
    expect((await titles(who)).at(-1)).toBe(`Openmere has decided about order ${serial}`);

  const agreed = await buy(app, buyer, goods);
  await ship(seller, agreed);
  const claim = { id: agreed, requestId: randomUUID(), kind: 'refund', text: 'It is broken', amount: '4' };
  await buyer.ask('Order/AfterSale', claim);
  await seller.ask('Order/AfterSaleAct', { id: agreed, requestId: randomUUID(), act: 'agree' });
  expect((await titles(buyer)).at(-1)).toBe('Your refund is here');
  // Its own word: what is left for the shop is no news to it.
  expect((await titles(seller)).at(-1)).toBe('A buyer asks for a refund');
});

test('behavior: both hear that an order was completed by its time', async () => {
  const { seller, goods } = await addOffer(app);
  const buyer = await addPerson(app, { coins: 100 });
  const id = await buy(app, buyer, goods);
  await ship(seller, id);
  await moveClock(app, 11 * DAY);
  await settleDueOrders({ db: app.db, onPosted: announceBalances });
  expect((await titles(buyer)).at(-1)).toBe(`Order ${await serialOf(buyer, id)} is completed`);
  expect((await titles(seller)).at(-1)).toBe('You received 9.5 USDT');
});

test.each(locales)('behavior: in %s everything stands in its place', async (locale) => {
  const { seller, goods } = await addOffer(app);
  const buyer = await addPerson(app, { coins: 100 });
  const id = await buy(app, buyer, goods);
  const { token } = seller;
  const headers = { lang: String(indexOfLocale(locale)) };
  const { envelope } = await app.post('member', 'Ctrls/Notices', {}, { token, headers });
  const [told] = (envelope as { list: Shown[] }).list;
  expect(told?.title).toContain('10 USDT');
  expect(told?.text).toContain(await serialOf(buyer, id));
  expect(`${told?.title} ${told?.text}`).not.toMatch(/[{}]|notice/);
});
