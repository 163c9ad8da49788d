import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSanctions } from '../../member/sanctions-store.ts';
import { inTransaction } from '../../platform/db/connect.ts';
import { openTestApp } from '../../test/app.ts';
import type { TestApp } from '../../test/app.ts';
import { addOffer, addPerson, buy, order, pay, ship } from '../../test/orders.ts';
import { setBarred } from '../../test/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
}, 60_000);
afterAll(() => app.close());

test('refuses: to order and to pay for who is barred by a changed setting, until the country is off the list again', async () => {
  const { goods } = await addOffer(app);
  const buyer = await addPerson(app, { coins: 100, country: 'GB' });
  const id = (await order(buyer, goods)).list[0]?.id ?? '';
  await setBarred(app, 'CN,US,GB');
  expect((await order(buyer, goods)).reason).toBe('mall.barred');
  expect((await pay(app, buyer, [id])).reason).toBe('mall.barred');
  await setBarred(app, 'CN,US');
  expect((await pay(app, buyer, [id])).reason).toBe('ok');
});

test('refuses: to order from and to pay a shop whose owner may only leave; what was paid before goes on', async () => {
  const { seller, goods } = await addOffer(app);
  const buyer = await addPerson(app, { coins: 100, country: 'GB' });
  const paid = await buy(app, buyer, goods);
  const open = (await order(buyer, goods)).list[0]?.id ?? '';
  await setBarred(app, 'CN,US,DE');
  expect((await order(buyer, goods)).reason).toBe('mall.shopclosed');
  expect(await pay(app, buyer, [open])).toMatchObject({
    reason: 'mall.shopclosed',
    params: { name: `Shop ${seller.id}` },
  });
  await ship(seller, paid);
  expect((await buyer.ask('Order/Receive', { id: paid })).data.status).toBe('completed');
  expect((await seller.ask('Goods/ShopStock', { skuid: goods.skuid, change: '+1' })).reason).toBe(
    'mall.barred',
  );
  expect((await seller.ask('Goods/ShopSave', { about: 'Anew' })).reason).toBe('mall.barred');
  expect((await seller.ask('Goods/ShopSave', { open: '0' })).reason).toBe('ok');
  expect((await seller.ask('Goods/ShopSave', { open: '1' })).reason).toBe('mall.barred');
  await setBarred(app, 'CN,US');
  expect((await seller.ask('Goods/ShopSave', { open: '1' })).reason).toBe('ok');
  expect((await pay(app, buyer, [open])).reason).toBe('ok');
  // Marked: the same, whatever the list says.
  await sql`update member set exit_only = true where id = ${seller.id}`.execute(app.owner);
  expect((await order(buyer, goods)).reason).toBe('mall.shopclosed');
});

test('refuses: to pay for whose wallet is on the sanctions list (decision 0268)', async () => {
  const { goods } = await addOffer(app);
  const buyer = await addPerson(app, { coins: 100 });
  const id = (await order(buyer, goods)).list[0]?.id ?? '';
  await inTransaction(app.owner, (tx) => loadSanctions(tx, 'test', String(buyer.member.address)));
  expect((await pay(app, buyer, [id])).reason).toBe('mall.barred');
});
