import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBars } from '../deposit/bar.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { openTestApp } from '../test/app.ts';
import type { TestApp } from '../test/app.ts';
import { addOffer, addPerson, buy, order, pay, ship } from '../test/orders.ts';
import type { Person } from '../test/orders.ts';
import { RIGHT_PAYPASSWORD } from '../test/people.ts';
import { loadSanctions } from './sanctions-store.ts';

/** Decision 0290: a wallet on a list holds its person, with all accounts. */
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
}, 60_000);
afterAll(() => app.close());

/** A list that names somebody else: an empty one is none. */
const NOBODY = `0x${'66'.repeat(20)}`;

async function rowOf({ id }: Person): Promise<{ wallet_address: string; invitation_code: string }> {
  const { rows } = await sql<{ wallet_address: string; invitation_code: string }>`
    select wallet_address, invitation_code from member where id = ${id}`.execute(app.owner);
  if (!rows[0]) throw new Error('no member');
  return rows[0];
}
const list = (wallets: string) => inTransaction(app.owner, (tx) => loadSanctions(tx, 'test', wallets));
async function send(from: Person, to: Person): Promise<string> {
  const { invitation_code: target } = await rowOf(to);
  const paypassword = await app.seal('Wallet/Transfer', RIGHT_PAYPASSWORD);
  const input = { coinid: 'USDT', amount: '20', target, requestId: randomUUID(), paypassword };
  return (await from.ask('Wallet/Transfer', input)).reason;
}
async function barOf({ id }: Person): Promise<string | undefined> {
  const deposit = { member_id: id, sender: `0x${'12'.repeat(20)}` as const };
  return inTransaction(app.db, async (tx) => (await findBars({ tx }, [deposit])).get(deposit));
}

test('refuses: what a sub-account sends, is sent, pays and is credited while the wallet of its main account is listed', async () => {
  const main = await addPerson(app, { coins: 100 });
  const child = await addPerson(app, { coins: 100, main: main.member });
  const other = await addPerson(app, { coins: 100 });
  const { goods } = await addOffer(app);
  const id = (await order(child, goods)).list[0]?.id ?? '';
  await list((await rowOf(main)).wallet_address);
  expect([await send(main, other), await send(child, other)]).toEqual(['transfer.listed', 'transfer.listed']);
  expect([await send(other, main), await send(other, child)]).toEqual([
    'transfer.receiverbarred',
    'transfer.receiverbarred',
  ]);
  expect((await pay(app, child, [id])).reason).toBe('mall.barred');
  expect([await barOf(main), await barOf(child), await barOf(other)]).toEqual([
    'wallet',
    'wallet',
    undefined,
  ]);
  // The other way round: the person, whichever account it is.
  await list((await rowOf(child)).wallet_address);
  expect([await send(main, other), await barOf(main)]).toEqual(['transfer.listed', 'wallet']);
  await list(NOBODY);
  expect([await send(child, other), await barOf(child)]).toEqual(['ok', undefined]);
  expect((await pay(app, child, [id])).reason).toBe('ok');
});

test('refuses: to order from and to pay a shop whose owner is listed; it shows as closed, and what was paid before goes on', async () => {
  const { seller, goods } = await addOffer(app);
  const buyer = await addPerson(app, { coins: 100 });
  const paid = await buy(app, buyer, goods);
  const open = (await order(buyer, goods)).list[0]?.id ?? '';
  const stateNow = async () =>
    (await buyer.ask<{ state: string }>('Goods/GoodsFirst', { id: goods.goodsid })).data.state;
  expect(await stateNow()).toBe('forsale');
  await list((await rowOf(seller)).wallet_address);
  expect(await stateNow()).toBe('shopclosed');
  expect((await order(buyer, goods)).reason).toBe('mall.shopclosed');
  expect((await pay(app, buyer, [open])).reason).toBe('mall.shopclosed');
  expect((await seller.ask('Goods/ShopSave', { about: 'Anew' })).reason).toBe('mall.barred');
  await ship(seller, paid);
  expect((await buyer.ask('Order/Receive', { id: paid })).reason).toBe('ok');
  await list(NOBODY);
  expect([await stateNow(), (await pay(app, buyer, [open])).reason]).toEqual(['forsale', 'ok']);
});
