import { CART_LINES_MAX } from '@openmere/core/mall/cart.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanEnded } from '../../app/clean.ts';
import { putLoginHash } from '../../auth/password-store.ts';
import { inTransaction } from '../../platform/db/connect.ts';
import type { Mail } from '../../platform/outbox.ts';
import { hashPassword } from '../../platform/passwords.ts';
import { fingerprint, open as openSealed } from '../../platform/secrets-box.ts';
import { openTestApp } from '../../test/app.ts';
import type { TestApp } from '../../test/app.ts';
import { coin } from '../../test/context.ts';
import { addOffer, addPerson, addTo, answerOf, order } from '../../test/orders.ts';
import type { TestGoods } from '../../test/orders.ts';
import { mergeCart } from './merge-cart.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
}, 60_000);
afterAll(() => app.close());

type Line = {
  id: string;
  skuid: string;
  quantity: number;
  state: string;
  price: string;
  priceadded: string;
  stock: number;
};

/** A browser: keeps the cookie that it gets. */
function openBrowser(cookie = '') {
  const jar = { cookie, headers: {} as Record<string, unknown> };
  const ask = async (path: string, body: object = {}, token?: string) => {
    const response = await app.servers.member.inject({
      method: 'POST',
      url: `/${path}`,
      headers: {
        'content-type': 'application/json',
        lang: '2',
        ...(jar.cookie === '' ? {} : { cookie: jar.cookie }),
        ...(token === undefined ? {} : { token }),
      },
      payload: JSON.stringify(body),
    });
    jar.headers = response.headers;
    for (const text of [response.headers['set-cookie'] ?? []].flat())
      if (text.startsWith('__Host-openmere-guest='))
        jar.cookie = text.includes('Max-Age=0') ? '' : (text.split(';')[0] ?? '');
    return answerOf<Line>({ status: response.statusCode, body: response.body, envelope: response.json() });
  };
  return {
    jar,
    ask,
    add: (goods: TestGoods, quantity: number, token?: string) =>
      ask('Goods/ShopCar_Add', { ...goods, quantity }, token),
    cart: async (token?: string) => (await ask('Goods/GetShopCar', {}, token)).list,
  };
}

test('refuses: what is not for sale, without its variant, sold out, too many, and lines of others', async () => {
  const { goods, shopId } = await addOffer(app, { stock: 3 });
  const none = await addTo(app, shopId, { stock: 0 });
  const [anna, bert] = [openBrowser(), openBrowser()];
  expect((await anna.add({ ...goods, skuid: none.skuid }, 1)).reason).toBe('mall.nogoods');
  expect((await anna.ask('Goods/ShopCar_Add', { goodsid: 'gds_nobody', quantity: 1 })).reason).toBe(
    'mall.nosku',
  );
  expect((await anna.add(none, 1)).reason).toBe('mall.soldout');
  expect(await anna.add(goods, 4)).toMatchObject({ reason: 'mall.lessstock', params: { stock: 3 } });
  expect((await anna.add(goods, 0)).reason).toBe('request.invalid');
  expect(anna.jar.cookie).toBe('');
  expect((await anna.ask('Goods/ShopCar_Add', { goodsid: goods.goodsid, quantity: 2 })).reason).toBe('ok');
  expect((await anna.add(goods, 2)).reason).toBe('mall.lessstock');
  const [line] = await anna.cart();
  const id = line?.id ?? '';
  await bert.add(goods, 1);
  expect((await bert.ask('Goods/ShopCar_Edit', { id, quantity: 1 })).reason).toBe('mall.nocartline');
  await bert.ask('Goods/ShopCar_Del', { ids: [id] });
  expect(await openBrowser().cart()).toEqual([]);
  expect(await openBrowser(`__Host-openmere-guest=${'x'.repeat(43)}`).cart()).toEqual([]);
  expect((await anna.cart()).map(({ quantity }) => quantity)).toEqual([2]);
  expect((await anna.ask('Goods/ShopCar_Edit', { id, quantity: 4 })).reason).toBe('mall.lessstock');
  expect((await anna.ask('Goods/ShopCar_Edit', { id, quantity: 3 })).reason).toBe('ok');
  await anna.ask('Goods/ShopCar_Del', { ids: [id] });
  expect(await anna.cart()).toEqual([]);
});

test('behavior: a cookie of the browser’s own, that scripts do not read and nothing keeps on the way', async () => {
  const { goods } = await addOffer(app);
  const browser = openBrowser();
  await browser.add(goods, 1);
  const set = String(browser.jar.headers['set-cookie']);
  expect(set).toMatch(
    /^__Host-openmere-guest=[\w-]{20,}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  );
  await browser.cart();
  expect(browser.jar.headers['cache-control']).toBe('no-store');
  const value = browser.jar.cookie.split('=')[1] ?? '';
  const { rows } = await sql<{
    n: bigint;
  }>`select count(*) as n from cart_line where guest = ${value}`.execute(app.owner);
  expect(rows[0]?.n).toBe(0n);
});

test('behavior: changed prices and stock are shown, fewer can always be set, and what is gone says so', async () => {
  const { goods } = await addOffer(app, { stock: 5 });
  const browser = openBrowser();
  await browser.add(goods, 4);
  await sql`update goods_sku set price = ${12n * coin}, stock = 2 where id = ${goods.skuid}`.execute(
    app.owner,
  );
  const [line] = await browser.cart();
  expect(line).toMatchObject({ price: '12', priceadded: '10', stock: 2, state: 'lessstock', quantity: 4 });
  expect((await browser.ask('Goods/ShopCar_Edit', { id: line?.id, quantity: 3 })).reason).toBe('ok');
  await sql`update goods_sku set stock = 0 where id = ${goods.skuid}`.execute(app.owner);
  expect((await browser.cart())[0]?.state).toBe('soldout');
  const shut = (isShut: boolean) =>
    sql`update goods set shop_open = ${!isShut} where id = ${goods.goodsid}`.execute(app.owner);
  await shut(true);
  expect((await browser.cart())[0]?.state).toBe('closed');
  await shut(false);
  await sql`update goods_sku set state = 'withdrawn' where id = ${goods.skuid}`.execute(app.owner);
  expect((await browser.cart())[0]?.state).toBe('gone');
});

test('behavior: login brings the cart along: the larger quantity up to stock; the cookie goes; others keep theirs', async () => {
  const { goods, shopId } = await addOffer(app, { stock: 10 });
  const [second, third] = [await addTo(app, shopId, { stock: 10 }), await addTo(app, shopId, { stock: 10 })];
  const buyer = await addPerson(app);
  const browser = openBrowser();
  await browser.add(goods, 2, buyer.token);
  await browser.add(second, 6, buyer.token);
  expect(browser.jar.cookie).toBe('');
  await browser.add(goods, 5);
  await browser.add(second, 1);
  await browser.add(third, 8);
  await sql`update goods_sku set stock = 3 where id = ${third.skuid}`.execute(app.owner);
  const cookie = browser.jar.cookie;
  const from = { ...buyer.member.from, guest: guestOf(cookie) };
  await inTransaction(app.db, (tx) => mergeCart({ tx }, { memberId: buyer.id, from }));
  expect(from.guest.isEnded).toBe(true);
  const merged = new Map((await browser.cart(buyer.token)).map(({ skuid, quantity }) => [skuid, quantity]));
  expect(merged).toEqual(
    new Map([
      [goods.skuid, 5],
      [second.skuid, 6],
      [third.skuid, 3],
    ]),
  );
  expect(await openBrowser(cookie).cart()).toEqual([]);
  // What is ordered leaves the cart; the rest stays.
  const ids = (await browser.cart(buyer.token))
    .filter(({ skuid }) => skuid !== second.skuid)
    .map(({ id }) => id);
  const made = await buyer.ask('Order/Create', {
    requestId: crypto.randomUUID(),
    cartids: ids,
    addressid: buyer.addressId,
  });
  expect(made.list[0]?.lines).toHaveLength(2);
  expect((await browser.cart(buyer.token)).map(({ skuid }) => skuid)).toEqual([second.skuid]);
});

const skuOf = ({ skuid }: TestGoods) => skuid;

function guestOf(cookie: string) {
  const guest = {
    hash: undefined as string | undefined,
    isEnded: false,
    begin: () => '',
    end: () => {
      guest.isEnded = true;
    },
  };
  return Object.assign(guest, { hash: fingerprint(`guest:${cookie.split('=')[1]}`) });
}

test('refuses: to lose what finds no room in a full cart: it waits, and comes along when there is some', async () => {
  const { goods, shopId } = await addOffer(app);
  const [second, third] = [await addTo(app, shopId), await addTo(app, shopId)];
  const buyer = await addPerson(app);
  const browser = openBrowser();
  for (const one of [goods, second, third]) await browser.add(one, 2);
  const others = await Promise.all(Array.from({ length: 2 }, () => addTo(app, shopId)));
  for (const one of others) await openBrowser().add(one, 1, buyer.token);
  await sql`insert into cart_line (id, member_id, goods_id, sku_id, quantity, price_added)
    select 'crt_x' || lpad(n::text, 25, '0'), ${buyer.id}, ${goods.goodsid}, 'sku_' || lpad(n::text, 26, '0'), 1, 1
    from generate_series(1, ${CART_LINES_MAX - 2}::int) n`.execute(app.owner);
  const from = { ...buyer.member.from, guest: guestOf(browser.jar.cookie) };
  await inTransaction(app.db, (tx) => mergeCart({ tx }, { memberId: buyer.id, from }));
  expect(from.guest.isEnded).toBe(false);
  expect((await browser.cart()).map(({ skuid }) => skuid)).toEqual([third, second, goods].map(skuOf));
  // Looked at, it is as full as before.
  expect((await browser.cart(buyer.token)).map(({ skuid }) => skuid)).toEqual(others.toReversed().map(skuOf));
  const remove = (ids: string[]) => browser.ask('Goods/ShopCar_Del', { ids }, buyer.token);
  const idOf = (n: number) => `crt_x${String(n).padStart(25, '0')}`;
  await remove([idOf(1)]);
  expect((await browser.cart(buyer.token)).map(({ skuid }) => skuid)).toContain(third.skuid);
  expect((await browser.cart()).map(({ skuid }) => skuid)).toEqual([second, goods].map(skuOf));
  await remove([idOf(2), idOf(3)]);
  expect(await browser.cart(buyer.token)).toHaveLength(5);
  expect(browser.jar.cookie).toBe('');
});

test('behavior: a full cart takes as many lines along as fit, and nobody is kept from logging in', async () => {
  const { goods } = await addOffer(app);
  const buyer = await addPerson(app);
  const browser = openBrowser();
  await browser.add(goods, 1);
  await sql`insert into cart_line (id, member_id, goods_id, sku_id, quantity, price_added)
    select 'crt_' || lpad(n::text, 26, '0'), ${buyer.id}, ${goods.goodsid}, 'sku_' || lpad(n::text, 26, '0'), 1, 1
    from generate_series(1, ${CART_LINES_MAX}::int) n`.execute(app.owner);
  expect((await browser.add((await addOffer(app)).goods, 1, buyer.token)).reason).toBe('mall.fullcart');
  const from = { ...buyer.member.from, guest: guestOf(browser.jar.cookie) };
  await inTransaction(app.db, (tx) => mergeCart({ tx }, { memberId: buyer.id, from }));
  const { rows } = await sql<{
    n: bigint;
  }>`select count(*) as n from cart_line where member_id = ${buyer.id}`.execute(app.owner);
  expect(rows[0]?.n).toBe(BigInt(CART_LINES_MAX));
  // A cart that cannot be merged at all: the transaction goes on.
  const broken = { ...from, guest: { ...from.guest, hash: 'no hash\u0000' } };
  const after = await inTransaction(app.db, async (tx) => {
    await mergeCart({ tx }, { memberId: buyer.id, from: broken });
    return sql<{ one: number }>`select 1 as one`.execute(tx);
  });
  expect(after.rows[0]?.one).toBe(1);
  // What found no room is not left to the next person at this browser.
  expect(browser.jar.cookie).not.toBe('');
  await browser.ask('Users/Logout', {}, buyer.token);
  expect(browser.jar.cookie).toBe('');
});

/** The code of the newest mail: the browser was never seen before. */
async function mailedCode(): Promise<string> {
  const { rows } = await sql<{
    sealed: string;
  }>`select sealed from mail_outbox order by id desc limit 1`.execute(app.owner);
  const { params } = JSON.parse(openSealed(rows[0]?.sealed ?? '')) as Mail;
  return String(params['code']).replaceAll(' ', '');
}

test('behavior: a login at the front door merges the cart and takes the browser’s cookie back', async () => {
  const { goods } = await addOffer(app, { stock: 4 });
  const buyer = await addPerson(app);
  const password = 'wide lake 7';
  await inTransaction(app.owner, async (tx) =>
    putLoginHash(tx, { memberId: buyer.id, hash: await hashPassword(password), now: new Date() }),
  );
  const browser = openBrowser();
  await browser.add(goods, 2, buyer.token);
  await browser.add(goods, 3);
  expect(browser.jar.cookie).not.toBe('');
  const logIn = async (proof: object = {}) =>
    browser.ask('Users/UserLogin', {
      account: `${buyer.id}@example.org`,
      password: await app.seal('Users/UserLogin', password),
      ...proof,
    });
  expect((await logIn()).reason).toBe('auth.needcode');
  expect(browser.jar.cookie).not.toBe('');
  const login = await logIn({ emailcode: await mailedCode() });
  expect(login.reason).toBe('ok');
  expect(browser.jar.cookie).toBe('');
  const { token } = login.data as unknown as { token: string };
  expect(await browser.cart(token)).toMatchObject([{ skuid: goods.skuid, quantity: 3, stock: 4 }]);
  expect(await browser.cart()).toEqual([]);
});

test('behavior: what guests left behind goes after a month; members’ carts stay', async () => {
  const { goods } = await addOffer(app);
  const buyer = await addPerson(app);
  const browser = openBrowser();
  await browser.add(goods, 1);
  await browser.add(goods, 1, buyer.token);
  await sql`update cart_line set added_at = now() - interval '40 days'`.execute(app.owner);
  await cleanEnded(app.db);
  expect(await browser.cart()).toEqual([]);
  expect(await browser.cart(buyer.token)).toHaveLength(1);
  expect((await order(buyer, goods)).reason).toBe('ok');
});
