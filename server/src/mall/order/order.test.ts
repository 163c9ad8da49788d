import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { announceBalances } from '../../asset/announce.ts';
import { freezeOutbound, lockOutboundFor } from '../../ledger/outbound.ts';
import { inTransaction } from '../../platform/db/connect.ts';
import { openTestApp } from '../../test/app.ts';
import type { TestApp } from '../../test/app.ts';
import { coin } from '../../test/context.ts';
import {
  addOffer,
  addPerson,
  addTo,
  backObl,
  balancesOf,
  buy,
  moveClock,
  order,
  pay,
  poolOf,
  ship,
  stockOf,
} from '../../test/orders.ts';
import { RIGHT_PAYPASSWORD } from '../../test/people.ts';
import { decideDispute } from './conclude.ts';
import { settleDueOrders } from './settle-due.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
}, 60_000);
afterAll(() => app.close());

const due = () => settleDueOrders({ db: app.db, onPosted: announceBalances });
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test('refuses: to order nothing, to nowhere, of nobody, from oneself, more than there is, and under one key two things', async () => {
  const { seller, goods, shopId } = await addOffer(app, { stock: 3 });
  const buyer = await addPerson(app);
  const child = await addPerson(app, { main: seller.member });
  const create = (body: object) =>
    buyer.ask('Order/Create', { requestId: randomUUID(), addressid: buyer.addressId, ...body });
  const items = [{ ...goods, quantity: 1 }];
  expect((await create({})).reason).toBe('mall.nothingordered');
  expect((await create({ items, cartids: ['crt_1'] })).reason).toBe('mall.nothingordered');
  expect((await create({ cartids: ['crt_nobody'] })).reason).toBe('mall.nothingordered');
  expect((await create({ items, addressid: seller.addressId })).reason).toBe('mall.noaddress');
  expect((await create({ items, note: 'n'.repeat(201) })).reason).toBe('mall.badnote');
  expect((await create({ items: [{ ...goods, skuid: 'sku_nobody', quantity: 1 }] })).reason).toBe(
    'mall.nogoods',
  );
  const own = await order(seller, goods);
  expect(own).toMatchObject({ reason: 'mall.ownshop', params: { name: expect.stringMatching(/\S/) } });
  expect((await order(child, goods)).reason).toBe('mall.ownshop');
  const shopsOf = async (who: typeof buyer) =>
    (await who.ask<{ personshops: string[] }>('Users/Shopinfo')).data.personshops;
  expect([await shopsOf(seller), await shopsOf(child), await shopsOf(buyer)]).toEqual([
    [shopId],
    [shopId],
    [],
  ]);
  expect(await create({ items: [{ ...goods, quantity: 4 }] })).toMatchObject({
    reason: 'mall.lessstock',
    params: { stock: 3 },
  });
  const requestId = randomUUID();
  const first = await create({ requestId, items });
  expect((await create({ requestId, items: [{ ...goods, quantity: 2 }] })).reason).toBe('ledger.keyconflict');
  expect((await create({ requestId, items })).list[0]?.id).toBe(first.list[0]?.id);
  expect(await stockOf(app, goods)).toBe(2);
  const barred = await addPerson(app, { exitOnly: true });
  expect((await order(barred, goods)).reason).toBe('mall.barred');
  await sql`update shop set open = false where id = ${shopId}`.execute(app.owner);
  await sql`update goods set shop_open = false where shop_id = ${shopId}`.execute(app.owner);
  expect((await create({ items })).reason).toBe('mall.shopclosed');
});

test('refuses: to order at other prices than the buyer was shown; asked again the same orders are answered whatever they cost now', async () => {
  const { shopId, goods } = await addOffer(app, { stock: 3 });
  const other = await addTo(app, shopId, { price: 7n * coin, coinId: 'USDO' });
  const buyer = await addPerson(app);
  const items = [
    { ...goods, quantity: 2 },
    { ...other, quantity: 1 },
  ];
  const create = (sums: object[], requestId: string = randomUUID()) =>
    buyer.ask('Order/Create', { requestId, items, addressid: buyer.addressId, sums });
  const [usdt, usdo] = [
    { coinid: 'USDT', amount: '20' },
    { coinid: 'USDO', amount: '7' },
  ];
  for (const sums of [[], [usdt], [usdt, { ...usdo, amount: '6.9' }], [usdt, { ...usdo, coinid: 'OPEN' }]])
    expect((await create(sums)).reason).toBe('mall.pricechanged');
  await sql`update goods_sku set price = ${11n * coin} where id = ${goods.skuid}`.execute(app.owner);
  expect((await create([usdt, usdo])).reason).toBe('mall.pricechanged');
  expect(await stockOf(app, goods)).toBe(3);
  const requestId = randomUUID();
  const made = await create([{ ...usdt, amount: '22.00' }, usdo], requestId);
  expect(made.list.map(({ coinid, total }) => `${total} ${coinid}`).toSorted()).toEqual([
    '22 USDT',
    '7 USDO',
  ]);
  await sql`update goods_sku set price = ${12n * coin} where id = ${goods.skuid}`.execute(app.owner);
  expect((await create([{ ...usdt, amount: '24' }, usdo], requestId)).list.map(({ id }) => id)).toEqual(
    made.list.map(({ id }) => id),
  );
});

test('refuses: more than twenty unpaid orders', async () => {
  const { goods } = await addOffer(app);
  const buyer = await addPerson(app);
  for (let one = 0; one < 20; one += 1) expect((await order(buyer, goods)).reason).toBe('ok');
  expect((await order(buyer, goods)).reason).toBe('mall.manyunpaid');
});

test('refuses: to pay what is not one’s own, twice, late, mixed, with too much OBL, without password or money', async () => {
  const { seller, goods, shopId } = await addOffer(app, { obl: 4n * coin });
  const dear = await addTo(app, shopId, { price: 50n * coin, coinId: 'USDO' });
  const buyer = await addPerson(app, { coins: 15 });
  const stranger = await addPerson(app, { coins: 100 });
  const id = (await order(buyer, goods)).list[0]?.id ?? '';
  const other = (await order(buyer, dear)).list[0]?.id ?? '';
  expect((await pay(app, stranger, [id])).reason).toBe('mall.noorder');
  expect((await pay(app, seller, [id])).reason).toBe('mall.noorder');
  expect((await pay(app, buyer, ['ord_nobody'])).reason).toBe('mall.noorder');
  expect((await pay(app, buyer, [id, other])).reason).toBe('mall.mixedcoins');
  expect(await pay(app, buyer, [id], { obl: '1' })).toMatchObject({
    reason: 'mall.badobl',
    params: { most: '0' },
  });
  await backObl(app.db, stranger.id, 9);
  expect(await pay(app, buyer, [id], { obl: '5' })).toMatchObject({
    reason: 'mall.badobl',
    params: { most: '4' },
  });
  expect(await pay(app, buyer, [id], { obl: '3' })).toMatchObject({
    reason: 'ledger.insufficient',
    params: { asset: 'OBL' },
  });
  const wrong = {
    requestId: randomUUID(),
    ids: [id],
    coinid: 'USDT',
    paypassword: await app.seal('Order/Pay', 'wrong1'),
  };
  expect((await buyer.ask('Order/Pay', wrong)).reason).toBe('auth.wrongpaypassword');
  expect((await pay(app, buyer, [other], { coinid: 'USDO' })).reason).toBe('ledger.insufficient');
  const requestId = randomUUID();
  expect((await pay(app, buyer, [id], { requestId })).list[0]?.status).toBe('pendingshipment');
  expect((await pay(app, buyer, [id], { requestId })).list[0]?.status).toBe('pendingshipment');
  expect((await pay(app, buyer, [id], { requestId, obl: '1' })).reason).toBe('ledger.keyconflict');
  expect((await pay(app, buyer, [id])).reason).toBe('mall.alreadypaid');
  expect(await balancesOf(app, buyer)).toEqual({ USDT: '5/10' });
  await moveClock(app, 31 * MINUTE);
  expect((await pay(app, buyer, [other], { coinid: 'USDO' })).reason).toBe('mall.orderexpired');
  expect(RIGHT_PAYPASSWORD).not.toBe('wrong1');
});

test('refuses: everybody every move that is not theirs or not now', async () => {
  const { seller, goods } = await addOffer(app);
  const buyer = await addPerson(app, { coins: 100 });
  const stranger = await addPerson(app, { activated: true });
  const id = (await order(buyer, goods)).list[0]?.id ?? '';
  const parcel = { id, carrier: 'Post', tracking: '1' };
  const reasons = async (who: typeof buyer) => [
    (await who.ask('Order/First', { id })).reason,
    (await who.ask('Order/ShopFirst', { id })).reason,
    (await who.ask('Order/Ship', parcel)).reason,
    (await who.ask('Order/ShopCancel', { id, reason: 'none left' })).reason,
    (await who.ask('Order/Receive', { id })).reason,
    (await who.ask('Order/AfterSale', { id, requestId: randomUUID(), kind: 'refund', text: 'broken' }))
      .reason,
    (await who.ask('Order/AfterSaleAct', { id, requestId: randomUUID(), act: 'message', text: 'hello' }))
      .reason,
  ];
  expect(await reasons(stranger)).toEqual(Array.from({ length: 7 }, () => 'mall.noorder'));
  expect((await stranger.ask('Order/Cancel', { id })).reason).toBe('mall.noorder');
  expect((await stranger.ask('Order/ShopList')).reason).toBe('mall.noshop');
  expect(await reasons(buyer)).toEqual([
    'ok',
    'mall.noorder',
    'mall.noorder',
    'mall.noorder',
    'mall.notreceivable',
    'mall.notrefundable',
    'mall.notyourturn',
  ]);
  expect(await reasons(seller)).toEqual([
    'mall.noorder',
    'ok',
    'mall.notshippable',
    'mall.notcancellable',
    'mall.noorder',
    'mall.noorder',
    'mall.notyourturn',
  ]);
  // Before it is paid the shop does not learn where it would go.
  expect((await seller.ask('Order/ShopFirst', { id })).data.address.detail).toBe('');
  await pay(app, buyer, [id]);
  expect((await seller.ask('Order/ShopFirst', { id })).data.address.detail).toBe('Hauptstr. 1');
  expect((await seller.ask('Order/Ship', { ...parcel, carrier: ' ' })).reason).toBe('mall.badcarrier');
  expect((await seller.ask('Order/Ship', { ...parcel, tracking: 'a\nb' })).reason).toBe('mall.badtracking');
  await ship(seller, id);
  expect((await buyer.ask('Order/Cancel', { id })).reason).toBe('mall.notcancellable');
  expect((await seller.ask('Order/ShopCancel', { id, reason: 'too late' })).reason).toBe(
    'mall.notcancellable',
  );
  const claim = (body: object) =>
    buyer.ask('Order/AfterSale', { id, requestId: randomUUID(), kind: 'refund', text: 'broken', ...body });
  expect((await claim({ amount: '10.1' })).reason).toBe('mall.badrefund');
  expect((await claim({ amount: '0' })).reason).toBe('mall.badrefund');
  expect((await claim({ text: ' ' })).reason).toBe('mall.badtext');
  const others = `/files/${'b'.repeat(32)}.webp`;
  await sql`insert into upload (name, member_id, bytes) values (${others.slice(7)}, ${seller.id}, 1)`.execute(
    app.owner,
  );
  for (const picture of ['https://elsewhere.example/1.webp', `/files/${'c'.repeat(32)}.webp`, others])
    expect((await claim({ pictures: [picture] })).reason, picture).toBe('mall.badpicture');
  expect((await buyer.ask('Order/Receive', { id })).data.status).toBe('completed');
  expect((await buyer.ask('Order/Receive', { id })).data.status).toBe('completed');
  expect((await claim({})).reason).toBe('mall.notrefundable');
  expect((await seller.ask('Order/Ship', parcel)).reason).toBe('mall.notshippable');
});

test('behavior: two shops and two coins become three orders; paid by coin, each to the last unit', async () => {
  const one = await addOffer(app, { price: 10n * coin + 1n, obl: 4n * coin });
  const two = await addOffer(app, { price: 20n * coin });
  const usdo = await addTo(app, two.shopId, { price: 5n * coin, coinId: 'USDO' });
  const buyer = await addPerson(app, { coins: 100 });
  await backObl(app.db, buyer.id, 10);
  const before = [await poolOf(app, 'pool:mall-margin'), await poolOf(app, 'fee:mall')];
  const made = await buyer.ask('Order/Create', {
    requestId: randomUUID(),
    items: [one.goods, two.goods, usdo].map((goods) => ({ ...goods, quantity: 1 })),
    addressid: buyer.addressId,
    note: 'Please ring twice',
  });
  expect(made.list.map(({ coinid, total }) => `${total} ${coinid}`).toSorted()).toEqual([
    '10.000000000000000001 USDT',
    '20 USDT',
    '5 USDO',
  ]);
  const ids = made.list.filter(({ coinid }) => coinid === 'USDT').map(({ id }) => id);
  const paid = await pay(app, buyer, ids, { obl: '4' });
  expect(paid.reason).toBe('ok');
  expect(await balancesOf(app, buyer)).toMatchObject({
    USDT: '73.999999999999999999/26.000000000000000001',
    OBL: '6/4',
  });
  expect(await poolOf(app, 'pool:mall-orders')).toBe(4);
  // Wallet/Locks names what holds it, and adds up.
  const locks = await buyer.ask<{ kind: string; amount: string }>('Wallet/Locks', { coinid: 'USDT' });
  expect(locks.list.map(({ kind, amount }) => `${kind} ${amount}`).toSorted()).toEqual([
    'order 20',
    'order 6.000000000000000001',
  ]);
  expect(
    (await buyer.ask<{ amount: string }>('Wallet/Locks', { coinid: 'OBL' })).list.map(({ amount }) => amount),
  ).toEqual(['4']);
  const [first = '', second = ''] = [...ids].toSorted();
  for (const id of ids) await ship(id === (await owner(one.seller, id)) ? one.seller : two.seller, id);
  const done = await Promise.all([first, second].map((id) => buyer.ask('Order/Receive', { id })));
  expect(done.map(({ data }) => data.status)).toEqual(['completed', 'completed']);
  // 5 %: of 10 and a unit 0.5, of 20 one; half of each is OBL again, half is a fee.
  expect(await balancesOf(app, buyer)).toMatchObject({ USDT: '73.999999999999999999/0', OBL: '6.75/0' });
  expect(await balancesOf(app, one.seller)).toEqual({ USDT: '9.500000000000000001/0' });
  expect(await balancesOf(app, two.seller)).toEqual({ USDT: '19/0' });
  expect(await poolOf(app, 'pool:mall-orders')).toBe(0);
  expect((await poolOf(app, 'pool:mall-margin')) - (before[0] ?? 0)).toBeCloseTo(0.75 - 4, 12);
  expect((await poolOf(app, 'fee:mall')) - (before[1] ?? 0)).toBeCloseTo(0.75, 12);
  const records = await buyer.ask<{ description: string }>('trade/GetUserBalanceRecord', { coinid: 'OBL' });
  expect(records.list.map(({ description }) => description)).toContain('Order paid');
  const { rows } = await sql<{ amount: bigint }>`select sum(amount)::numeric as amount from performance_day
    where member_id = ${buyer.id} and kind = 'mall'`.execute(app.db);
  expect(rows[0]?.amount).toBe(30n * coin);
});

/** The order's id where the shop may see it. */
async function owner(
  seller: { ask: (path: string, body: object) => Promise<{ reason: string }> },
  id: string,
) {
  return (await seller.ask('Order/ShopFirst', { id })).reason === 'ok' ? id : '';
}

test('behavior: cancelled before and after payment, and by the shop: stock and money are back', async () => {
  const { seller, goods } = await addOffer(app, { stock: 5, obl: 10n * coin });
  const buyer = await addPerson(app, { coins: 50 });
  await backObl(app.db, buyer.id, 5);
  const id = (await order(buyer, goods, 2)).list[0]?.id ?? '';
  expect((await buyer.ask('Order/Cancel', { id })).data).toMatchObject({
    status: 'cancelled',
    refund: 'none',
    cancelreason: 'member',
  });
  const paid = await buy(app, buyer, goods, { quantity: 2, obl: '5' });
  expect([await stockOf(app, goods), await balancesOf(app, buyer)]).toEqual([
    3,
    { USDT: '35/15', OBL: '0/5' },
  ]);
  expect((await buyer.ask('Order/Cancel', { id: paid, reason: 'changed my mind' })).data).toMatchObject({
    status: 'cancelled',
    refund: 'refunded',
    refunded: '20',
  });
  expect((await buyer.ask('Order/Cancel', { id: paid })).reason).toBe('ok');
  const third = await buy(app, buyer, goods);
  expect(
    (await seller.ask('Order/ShopCancel', { id: third, reason: 'Broken in the store' })).data.cancelreason,
  ).toBe('shop');
  expect([await stockOf(app, goods), await balancesOf(app, buyer)]).toEqual([
    5,
    { USDT: '50/0', OBL: '5/0' },
  ]);
  expect(await poolOf(app, 'pool:mall-orders')).toBe(0);
  const tabs = await buyer.ask('Order/List', { tab: 'cancelled' });
  expect(tabs.list).toHaveLength(3);
  expect((await buyer.ask('Order/List', { pageSize: 2 })).list).toHaveLength(2);
});

test('behavior: by themselves: unpaid expires after 30 minutes, shipped is completed after 10 days, silence disputes after 72 hours', async () => {
  const { seller, goods } = await addOffer(app, { stock: 10 });
  const buyer = await addPerson(app, { coins: 100 });
  const unpaid = (await order(buyer, goods)).list[0]?.id ?? '';
  const [kept, claimed, let_] = [
    await buy(app, buyer, goods),
    await buy(app, buyer, goods),
    await buy(app, buyer, goods),
  ];
  for (const id of [kept, claimed, let_]) await ship(seller, id);
  const claim = (id: string) =>
    buyer.ask('Order/AfterSale', {
      id,
      requestId: randomUUID(),
      kind: 'refund',
      text: 'It is broken',
      amount: '4',
    });
  expect((await claim(claimed)).data).toMatchObject({
    refund: 'refunding',
    receiveby: null,
    aftersale: { status: 'requested', amount: '4' },
  });
  await claim(let_);
  await seller.ask('Order/AfterSaleAct', {
    id: let_,
    requestId: randomUUID(),
    act: 'refuse',
    text: 'It was whole',
  });
  // Those that other tests left behind go first.
  await due();
  expect(await due()).toBe(0);
  await moveClock(app, 31 * MINUTE);
  await due();
  expect((await buyer.ask('Order/First', { id: unpaid })).data).toMatchObject({
    status: 'cancelled',
    cancelreason: 'expired',
  });
  expect(await stockOf(app, goods)).toBe(7);
  await moveClock(app, 72 * HOUR);
  await due();
  const show = async (id: string) => (await buyer.ask('Order/First', { id })).data;
  expect((await show(claimed)).aftersale?.status).toBe('disputed');
  // Nobody called an operator: the request is over, and the order goes on with the ten days that it had.
  expect(await show(let_)).toMatchObject({
    status: 'pendingreceipt',
    refund: 'none',
    aftersale: { status: 'withdrawn' },
  });
  await moveClock(app, 7 * 24 * HOUR);
  await due();
  expect(await show(kept)).toMatchObject({ status: 'completed', refund: 'none' });
  expect((await show(kept)).events.map(({ kind, by }) => `${by} ${kind}`)).toEqual([
    'buyer created',
    'buyer paid',
    'shop shipped',
    'system completed',
  ]);
  expect((await show(claimed)).status).toBe('pendingreceipt');
  await moveClock(app, 4 * 24 * HOUR);
  await due();
  expect((await show(let_)).status).toBe('completed');
  expect((await show(claimed)).status).toBe('pendingreceipt');
});

test('behavior: after the sale: agreed in part, withdrawn and asked again, disputed and decided; each request once', async () => {
  const { seller, goods } = await addOffer(app, { obl: 10n * coin });
  const buyer = await addPerson(app, { coins: 100 });
  await backObl(app.db, buyer.id, 4);
  const id = await buy(app, buyer, goods, { obl: '4' });
  await ship(seller, id);
  const requestId = randomUUID();
  const ask = { id, requestId, kind: 'refund', text: 'Half of it is missing', amount: '5' };
  await buyer.ask('Order/AfterSale', ask);
  expect((await buyer.ask('Order/AfterSale', ask)).reason).toBe('ok');
  expect((await buyer.ask('Order/AfterSale', { ...ask, amount: '6' })).reason).toBe('ledger.keyconflict');
  const act = (who: typeof buyer, name: string, text?: string) =>
    who.ask('Order/AfterSaleAct', { id, requestId: randomUUID(), act: name, ...(text ? { text } : {}) });
  expect((await act(buyer, 'agree')).reason).toBe('mall.notyourturn');
  expect((await act(buyer, 'escalate')).reason).toBe('mall.notyourturn');
  expect((await act(seller, 'refuse')).reason).toBe('mall.badtext');
  expect((await seller.ask('Order/ShopList', { aftersale: '1' })).list.map((one) => one.id)).toEqual([id]);
  expect((await act(seller, 'message', 'A photograph, please')).data.events.at(-1)).toMatchObject({
    kind: 'message',
    by: 'shop',
  });
  const said = { id, requestId: randomUUID(), act: 'message', text: 'Twice, once' };
  const again = async (more: object) => (await seller.ask('Order/AfterSaleAct', { ...said, ...more })).reason;
  expect([await again({}), await again({})]).toEqual(['ok', 'ok']);
  expect(await again({ act: 'agree' })).toBe('ledger.keyconflict');
  expect(await again({ text: 'Something else' })).toBe('ledger.keyconflict');
  expect((await act(buyer, 'withdraw')).data).toMatchObject({
    refund: 'none',
    aftersale: { status: 'withdrawn' },
  });
  const stale = (await buyer.ask('Order/First', { id })).data.aftersale?.id;
  await buyer.ask('Order/AfterSale', { ...ask, requestId: randomUUID(), amount: '10' });
  // What the shop still saw was about half of it.
  const meant = { id, requestId: randomUUID(), act: 'agree', aftersale: stale };
  expect((await seller.ask('Order/AfterSaleAct', meant)).reason).toBe('mall.notyourturn');
  expect(await balancesOf(app, buyer)).toEqual({ USDT: '94/6', OBL: '0/4' });
  await act(seller, 'refuse', 'It was complete');
  expect((await act(buyer, 'escalate', 'It was not')).data.aftersale?.status).toBe('disputed');
  const saleId = (await buyer.ask('Order/First', { id })).data.aftersale?.id ?? '';
  const decide = (toBuyer: bigint, reason = 'The photograph shows it') =>
    inTransaction(app.db, (tx) =>
      decideDispute({ tx, onPosted: announceBalances }, { afterSaleId: saleId, toBuyer, reason }),
    );
  await expect(decide(11n * coin)).rejects.toThrow('mall.badrefund');
  await expect(decide(1n, '')).rejects.toThrow('mall.badtext');
  await decide(5n * coin);
  await expect(decide(5n * coin)).rejects.toThrow('mall.nodispute');
  // Of 6 USDT and 4 OBL half goes back; 5 % of the rest is 0.25, of which the buyer gets 0.125 in OBL.
  expect(await balancesOf(app, buyer)).toEqual({ USDT: '97/0', OBL: '2.125/0' });
  expect(await balancesOf(app, seller)).toEqual({ USDT: '4.75/0' });
  expect((await buyer.ask('Order/First', { id })).data).toMatchObject({
    status: 'completed',
    refund: 'refunded',
    refunded: '5',
    aftersale: { status: 'decided', given: '5', reason: 'The photograph shows it' },
  });
  const whole = await buy(app, buyer, goods);
  await ship(seller, whole);
  await buyer.ask('Order/AfterSale', {
    id: whole,
    requestId: randomUUID(),
    kind: 'returnrefund',
    text: 'Sent back',
  });
  await seller.ask('Order/AfterSaleAct', { id: whole, requestId: randomUUID(), act: 'agree' });
  expect((await buyer.ask('Order/First', { id: whole })).data).toMatchObject({
    status: 'cancelled',
    refund: 'refunded',
    cancelreason: 'refund',
  });
  expect(await balancesOf(app, buyer)).toEqual({ USDT: '97/0', OBL: '2.125/0' });
});

test('refuses: to pay a shop from main or sub-account while money may not leave the family (T15)', async () => {
  const { goods } = await addOffer(app);
  const main = await addPerson(app, { coins: 100 });
  const child = await addPerson(app, { coins: 100, main: main.member });
  const reasons = async () => {
    const heard: string[] = [];
    for (const buyer of [main, child]) {
      const { list } = await order(buyer, goods);
      heard.push((await pay(app, buyer, [list[0]?.id ?? ''])).reason);
    }
    return heard;
  };
  expect(await reasons()).toEqual(['ok', 'ok']);
  await inTransaction(app.db, (tx) => lockOutboundFor(tx, main.id, 24));
  expect(await reasons()).toEqual(['ledger.locked', 'ledger.locked']);
  await inTransaction(app.db, (tx) => freezeOutbound(tx, main.id));
  expect(await reasons()).toEqual(['ledger.frozen', 'ledger.frozen']);
  expect(await balancesOf(app, main)).toMatchObject({ USDT: '90/10' });
});

test('refuses: to complete an order while money may not leave the buyer’s family; by itself it is put off, but not for ever (I21)', async () => {
  const { seller, goods } = await addOffer(app);
  const buyer = await addPerson(app, { coins: 100 });
  const id = await buy(app, buyer, goods);
  await ship(seller, id);
  await inTransaction(app.db, (tx) => freezeOutbound(tx, buyer.id));
  expect((await buyer.ask('Order/Receive', { id })).reason).toBe('ledger.frozen');
  await moveClock(app, 10 * 24 * HOUR + MINUTE);
  await due();
  await moveClock(app, 9 * 24 * HOUR);
  await due();
  expect(await balancesOf(app, buyer)).toMatchObject({ USDT: '90/10' });
  await moveClock(app, 24 * HOUR);
  await due();
  expect(await balancesOf(app, buyer)).toMatchObject({ USDT: '90/0' });
});
