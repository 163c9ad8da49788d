import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, reasonIn } from '../../test/app.ts';
import type { Heard, TestApp } from '../../test/app.ts';
import { addOffer, addPerson, buy, ship } from '../../test/orders.ts';
import type { Person } from '../../test/orders.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
}, 60_000);
afterAll(() => app.close());

test('behavior: a dispute waits for an operator, who sees both sides and decides with a reason that is kept', async () => {
  const { seller, goods } = await addOffer(app, { stock: 3 });
  const buyer = await addPerson(app, { coins: 100 });
  const id = await buy(app, buyer, goods);
  await ship(seller, id);
  const act = (who: typeof buyer, name: string, text: string) =>
    who.ask('Order/AfterSaleAct', { id, requestId: randomUUID(), act: name, text });
  await buyer.ask('Order/AfterSale', { id, requestId: randomUUID(), kind: 'refund', text: 'Came broken' });
  await act(seller, 'refuse', 'It was whole');
  await act(buyer, 'escalate', 'It was not');

  const tokens = { risk: await app.operator('risk'), support: await app.operator('support') };
  const ask = (path: string, body: object = {}, token = tokens.risk): Promise<Heard> =>
    app.post('console', path, body, { token });
  const { list = [] } = (await ask('Admin/Disputes')).envelope;
  expect(list).toMatchObject([{ orderid: id, total: '10', given: null, status: 'disputed' }]);
  const [{ id: sale }] = list as [{ id: string }];
  const whole = (await ask('Admin/Dispute', { id: sale })).envelope.data as { events: { text: string }[] };
  expect(whole).not.toHaveProperty('address');
  expect(whole.events.map(({ text }) => text)).toEqual(
    expect.arrayContaining(['Came broken', 'It was whole', 'It was not']),
  );

  const decision = { id: sale, amount: '4', reason: 'The photograph shows a crack' };
  expect(reasonIn(await ask('Admin/DisputeDecide', decision, tokens.support))).toBe('request.forbidden');
  expect(reasonIn(await ask('Admin/DisputeDecide', { ...decision, amount: '10.1' }))).toBe('mall.badrefund');
  expect((await ask('Admin/DisputeDecide', decision)).envelope.data).toEqual({
    status: 'completed',
    refunded: '4',
  });
  expect(reasonIn(await ask('Admin/DisputeDecide', decision))).toBe('mall.nodispute');
  expect((await ask('Admin/Disputes')).envelope.list).toEqual([]);
  expect((await ask('Admin/Disputes', { status: 'decided' })).envelope.list).toMatchObject([
    { id: sale, given: '4' },
  ]);
  expect((await ask('Admin/Audit', { action: 'order.decide' })).envelope.list).toMatchObject([
    { subject: sale, detail: { amount: '4', reason: decision.reason } },
  ]);
});

test('refuses: one side that has written a hundred messages, and not the other for it', async () => {
  const { seller, goods } = await addOffer(app);
  const buyer = await addPerson(app, { coins: 100 });
  const id = await buy(app, buyer, goods);
  await ship(seller, id);
  await buyer.ask('Order/AfterSale', { id, requestId: randomUUID(), kind: 'refund', text: 'broken' });
  await sql`insert into order_event (order_id, at, kind, by, text)
    select ${id}, now(), 'message', 'shop', 'no' from generate_series(1, 100)`.execute(app.owner);
  const say = async (who: Person) =>
    (await who.ask('Order/AfterSaleAct', { id, requestId: randomUUID(), act: 'message', text: 'but look' }))
      .reason;
  expect(await say(seller)).toBe('mall.manymessages');
  expect(await say(buyer)).toBe('ok');
});

test('refuses: to correct the number of a parcel without end: each time is an event that the buyer reads', async () => {
  const { seller, goods } = await addOffer(app);
  const buyer = await addPerson(app, { coins: 100 });
  const id = await buy(app, buyer, goods);
  const send = (tracking: string) => seller.ask('Order/Ship', { id, carrier: 'Post', tracking });
  for (let time = 0; time < 21; time += 1) expect((await send(`AB ${time}`)).reason).toBe('ok');
  expect(await send('AB 21')).toMatchObject({ reason: 'mall.manycorrections', params: { max: 20 } });
  expect((await send('AB 20')).reason).toBe('ok');
  expect((await buyer.ask('Order/First', { id })).data.tracking).toBe('AB 20');
});
