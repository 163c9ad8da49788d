import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSanctions } from '../../member/sanctions-store.ts';
import { inTransaction } from '../../platform/db/connect.ts';
import { openTestApp } from '../../test/app.ts';
import type { TestApp } from '../../test/app.ts';
import { addOffer, addPerson, buy, order, pay, ship } from '../../test/orders.ts';
import { addMember, setBarred } from '../../test/people.ts';

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
  const more = { requestId: randomUUID(), skuid: goods.skuid, change: '+1' };
  expect((await seller.ask('Goods/ShopStock', more)).reason).toBe('mall.barred');
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

type Shown = { id: string; goodsid: string; state: string };
test('refuses: to show as for sale what a shop sells whose owner may only leave, until they are free of it', async () => {
  const { seller, shopId, goods } = await addOffer(app);
  const other = await addOffer(app);
  const buyer = await addPerson(app, { country: 'GB' });
  await buyer.ask('Goods/CollectGoods', { goodsid: goods.goodsid });
  await buyer.ask('Goods/ShopCar_Add', { ...goods, quantity: 1 });
  const statesNow = async (): Promise<unknown[]> => {
    const inList = async (path: string, body: object = {}) =>
      (await buyer.ask<Shown>(path, body)).list.find(({ id, goodsid }) =>
        [id, goodsid].includes(goods.goodsid),
      )?.state;
    const { data: shop } = await buyer.ask<{ open: boolean }>('Goods/MallShopInfo', { id: shopId });
    return [
      await inList('Goods/GetGoodsPage'),
      await inList('Goods/GetGoodsPage', { shopid: shopId }),
      await inList('Goods/GetGoodsPage', { search: 'teapot' }),
      (await buyer.ask<Shown>('Goods/GoodsFirst', { id: goods.goodsid })).data.state,
      await inList('Goods/getMyGoodsCollect'),
      await inList('Goods/GetShopCar'),
      shop.open,
    ];
  };
  const forSale = ['forsale', 'forsale', 'forsale', 'forsale', 'forsale', 'ok', true];
  const closed = [...Array.from({ length: 5 }, () => 'shopclosed'), 'closed', false];
  expect(await statesNow()).toEqual(forSale);
  // By the list of countries, by a number of another account of the person, and by a mark: at once, and back at once.
  await setBarred(app, 'CN,US,DE');
  expect(await statesNow()).toEqual(closed);
  await setBarred(app, 'CN,US');
  expect(await statesNow()).toEqual(forSale);
  const sub = await addMember(app, { main: seller.member });
  await sql`update member set phone = '+14155550123', person_id = ${seller.id} where id = ${sub.id}`.execute(
    app.owner,
  );
  expect(await statesNow()).toEqual(closed);
  await sql`update member set phone = null where id = ${sub.id}`.execute(app.owner);
  expect(await statesNow()).toEqual(forSale);
  await sql`update member set exit_only = true where id = ${seller.id}`.execute(app.owner);
  expect(await statesNow()).toEqual(closed);
  const left = (await buyer.ask<Shown>('Goods/GoodsFirst', { id: other.goods.goodsid })).data;
  expect(left.state).toBe('forsale');
});

test('refuses: to pay for whose wallet is on the sanctions list (decision 0268)', async () => {
  const { goods } = await addOffer(app);
  const buyer = await addPerson(app, { coins: 100 });
  const id = (await order(buyer, goods)).list[0]?.id ?? '';
  await inTransaction(app.owner, (tx) => loadSanctions(tx, 'test', String(buyer.member.address)));
  expect((await pay(app, buyer, [id])).reason).toBe('mall.barred');
});

test('refuses: to pay a shop that was closed or suspended after the order; what was paid before goes on', async () => {
  const { seller, shopId, goods } = await addOffer(app);
  const buyer = await addPerson(app, { coins: 100 });
  const paid = await buy(app, buyer, goods);
  const open = (await order(buyer, goods)).list[0]?.id ?? '';
  const operator = await app.operator('content');
  const suspend = (flag: '0' | '1') =>
    app.post(
      'console',
      'Admin/ShopSuspend',
      { id: shopId, suspend: flag, reason: 'Sells counterfeits' },
      { token: operator },
    );
  await suspend('1');
  expect(await pay(app, buyer, [open])).toMatchObject({
    reason: 'mall.shopclosed',
    params: { name: `Shop ${seller.id}` },
  });
  await ship(seller, paid);
  expect((await buyer.ask('Order/Receive', { id: paid })).data.status).toBe('completed');
  await suspend('0');
  await seller.ask('Goods/ShopSave', { open: '0' });
  expect((await pay(app, buyer, [open])).reason).toBe('mall.shopclosed');
  await seller.ask('Goods/ShopSave', { open: '1' });
  expect((await pay(app, buyer, [open])).reason).toBe('ok');
});
