import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../platform/db/connect.ts';
import { openTestApp, reasonIn } from '../../test/app.ts';
import type { Heard, TestApp } from '../../test/app.ts';
import { addType } from '../../test/goods.ts';
import { addPerson, order } from '../../test/orders.ts';
import { addMember } from '../../test/people.ts';
import type { TestMember } from '../../test/people.ts';
import { createShop } from './shop-store.ts';

type Owner = TestMember & { token: string; picture: string };
let app: TestApp;
let ann: Owner;
let bob: Owner;
let typeid: string;

let pictures = 0;
async function addOwner(name: string): Promise<Owner> {
  const member = await addMember(app, { activated: true });
  pictures += 1;
  const file = `${String(pictures).padStart(32, 'a')}.webp`;
  await sql`insert into upload (name, member_id, bytes) values (${file}, ${member.id}, 1)`.execute(app.owner);
  await inTransaction(app.owner, (tx) =>
    createShop(tx, { memberId: member.id, name, logo: '', kind: 'home', about: '' }),
  );
  return { ...member, token: await app.session(member.id), picture: `/files/${file}` };
}

beforeAll(async () => {
  app = await openTestApp();
  [ann, bob] = [await addOwner('Lake Pottery'), await addOwner('Harbour Tea')];
  typeid = await addType(app, { en: 'Kitchen' });
}, 60_000);
afterAll(() => app.close());

const ask = (who: Owner, path: string, body: object = {}): Promise<Heard> =>
  app.post('member', path, body, { token: who.token });
const dataOf = <T>({ envelope }: Heard): T => envelope.data as T;

const draft = (who: Owner, more: object = {}) => ({
  requestId: randomUUID(),
  typeid,
  coinid: 'USDT',
  names: { en: 'Blue cup', 'zh-Hans': '蓝色杯子' },
  contents: { en: '<p>Thrown by hand</p><script>alert(1)</script>' },
  pictures: [who.picture],
  skus: [{ price: '12.5', obl: '2', stock: 5 }],
  state: 'forsale',
  ...more,
});
type Saved = { id: string; version: number };
type Shown = {
  version: number;
  skus: { id: string; stock: number; price: string }[];
  contents: { en: string };
};
const save = async (who: Owner, more: object = {}) => ask(who, 'Goods/ShopGoodsSave', draft(who, more));
const first = async (who: Owner, id: string) => dataOf<Shown>(await ask(who, 'Goods/ShopGoodsFirst', { id }));

test('refuses: who has no shop, a draft that is not right, others’ pictures, types and variants that are not there', async () => {
  const cat = await addMember(app, { activated: true });
  const stranger = { ...ann, ...cat, token: await app.session(cat.id) };
  expect(reasonIn(await save(stranger))).toBe('mall.noshop');
  const refusal = async (more: object) => reasonIn(await save(ann, more));
  expect(await refusal({ names: { en: ' ' } })).toBe('mall.noname');
  expect(await refusal({ skus: [{ price: '0' }] })).toBe('mall.badprice');
  expect(await refusal({ skus: [{ price: '1', obl: '2' }] })).toBe('mall.bigobl');
  expect(await refusal({ skus: [{ price: '1' }, { price: '2' }] })).toBe('mall.twovariants');
  expect(await refusal({ typeid: 'gty_none' })).toBe('mall.notype');
  expect(await refusal({ pictures: [bob.picture] })).toBe('mall.badpicture');
  expect(await refusal({ pictures: ['/files/\0'] })).toBe('mall.badpicture');
  expect(await refusal({ pictures: [] })).toBe('request.invalid');
  expect(await refusal({ skus: [{ id: 'sku_none', price: '1' }] })).toBe('mall.nosku');
});

test('refuses: names that steer what stands beside them', async () => {
  const names = { en: 'Cup \u202eTDSU 1\u202c', es: '\u200b' };
  const skus = [
    { names: { en: 'Red\u2067' }, price: '12', stock: 1 },
    { names: { en: 'Blue\n(sale)' }, price: '12', stock: 1 },
  ];
  const { id } = dataOf<Saved>(await save(ann, { names, skus }));
  const shown = await first(ann, id);
  expect(shown).toMatchObject({
    names: { en: 'Cup TDSU 1' },
    skus: [{ names: { en: 'Red' } }, { names: { en: 'Blue (sale)' } }],
  });
  expect(Object.keys((shown as unknown as { names: object }).names)).toEqual(['en']);
});

test('refuses: goods of an owner who may only leave, made or changed; what was made is answered again', async () => {
  const cat = await addOwner('Canal Books');
  const request = draft(cat, { requestId: randomUUID() });
  const made = dataOf<Saved>(await ask(cat, 'Goods/ShopGoodsSave', request));
  await sql`update member set exit_only = true where id = ${cat.id}`.execute(app.owner);
  expect(reasonIn(await save(cat))).toBe('mall.barred');
  expect(dataOf<Saved>(await ask(cat, 'Goods/ShopGoodsSave', request))).toEqual(made);
});

test('refuses: another shop’s goods to read, change or restock, and an edit over somebody else’s', async () => {
  const { id, version } = dataOf<Saved>(await save(ann));
  expect(reasonIn(await ask(bob, 'Goods/ShopGoodsFirst', { id }))).toBe('mall.nogoods');
  expect(reasonIn(await save(bob, { id, version }))).toBe('mall.nogoods');
  const [sku] = (await first(ann, id)).skus;
  const more = { requestId: randomUUID(), skuid: sku?.id, change: '+1' };
  expect(reasonIn(await ask(bob, 'Goods/ShopStock', more))).toBe('mall.nosku');
  const skus = [{ id: sku?.id, price: '13' }];
  expect(reasonIn(await save(ann, { id, version, skus }))).toBe('ok');
  expect(reasonIn(await save(ann, { id, version, skus }))).toBe('mall.changedmeanwhile');
});

test('behavior: a picture of a variant that stands there stays, whoever uploaded it; another one is one’s own', async () => {
  const { id, version } = dataOf<Saved>(await save(ann));
  const skuid = (await first(ann, id)).skus[0]?.id;
  await sql`update goods_sku set picurl = ${bob.picture} where id = ${skuid}`.execute(app.owner);
  const skus = (picurl: string) => [{ id: skuid, price: '1', picurl }];
  expect(reasonIn(await save(ann, { id, version, skus: skus(bob.picture) }))).toBe('ok');
  expect((await first(ann, id)).skus[0]).toMatchObject({ picurl: bob.picture });
  const others = `/files/${'d'.repeat(32)}.webp`;
  const more = { id, version: version + 1, skus: skus(others) };
  expect(reasonIn(await save(ann, more))).toBe('mall.badpicture');
});

test('behavior: made once however often it is asked for, listed with what it is, its HTML cleaned', async () => {
  const request = draft(ann, { requestId: randomUUID(), names: { en: 'Green bowl' } });
  const [one, two] = [
    await ask(ann, 'Goods/ShopGoodsSave', request),
    await ask(ann, 'Goods/ShopGoodsSave', request),
  ];
  expect(dataOf<Saved>(two)).toEqual(dataOf<Saved>(one));
  const other = await ask(ann, 'Goods/ShopGoodsSave', { ...request, names: { en: 'Another bowl' } });
  expect(reasonIn(other)).toBe('ledger.keyconflict');
  const { list } = (await ask(ann, 'Goods/ShopGoods', { search: 'green' })).envelope;
  expect(list).toHaveLength(1);
  expect(list).toMatchObject([
    { name: 'Green bowl', state: 'forsale', sold: 0, skus: [{ price: '12.5', obl: '2', stock: 5 }] },
  ]);
  const { contents } = await first(ann, dataOf<Saved>(one).id);
  expect(contents.en).toBe('<p>Thrown by hand</p>');
  const shown = (await app.post('member', 'Goods/GetGoodsPage', {})).envelope.list as { name: string }[];
  expect(shown.map(({ name }) => name)).toContain('Green bowl');
});

test('behavior: stock moves by what is added or taken, never below zero; sold out and withdrawn are found as such', async () => {
  const { id, version } = dataOf<Saved>(await save(ann, { names: { en: 'Plate' } }));
  const [sku] = (await first(ann, id)).skus;
  const change = (by: string, requestId: string = randomUUID()) =>
    ask(ann, 'Goods/ShopStock', { requestId, skuid: sku?.id, change: by });
  const once = randomUUID();
  const both = await Promise.all([change('+3', once), change('+3', once)]);
  expect(both.map((answer) => dataOf(answer))).toEqual([{ stock: 8 }, { stock: 8 }]);
  expect(reasonIn(await change('+4', once))).toBe('ledger.keyconflict');
  expect(reasonIn(await change('-9'))).toBe('mall.badstock');
  // What cancelled orders gave back may be more than a shop can enter: it can be made less all the same.
  await sql`update goods_sku set stock = 1000500 where id = ${sku?.id}`.execute(app.owner);
  expect(reasonIn(await change('+1'))).toBe('mall.badstock');
  expect(dataOf(await change('-10'))).toEqual({ stock: 1_000_490 });
  await sql`update goods_sku set stock = 8 where id = ${sku?.id}`.execute(app.owner);
  expect(dataOf(await change('-8'))).toEqual({ stock: 0 });
  const found = async (state: string) =>
    ((await ask(ann, 'Goods/ShopGoods', { state })).envelope.list as { id: string }[]).map((one) => one.id);
  expect(await found('soldout')).toEqual([id]);
  await save(ann, { id, version, skus: [{ id: sku?.id, price: '1', stock: 99 }], state: 'withdrawn' });
  expect(await found('withdrawn')).toEqual([id]);
  // What a form says of the stock of a variant that is there is not taken: it may have been sold meanwhile.
  expect((await first(ann, id)).skus[0]?.stock).toBe(0);
});

test('behavior: a closed shop sells nothing, an open one does; its logo is a picture of one’s own', async () => {
  await save(bob, { names: { en: 'Green tea' } });
  const seen = async () =>
    JSON.stringify((await app.post('member', 'Goods/GetGoodsPage', {})).envelope.list).includes('Green tea');
  expect(await seen()).toBe(true);
  await ask(bob, 'Goods/ShopSave', { open: '0', about: 'Back in May' });
  expect(await seen()).toBe(false);
  expect(dataOf(await ask(bob, 'Users/Shopinfo'))).toMatchObject({
    shop: { open: false, about: 'Back in May' },
  });
  await ask(bob, 'Goods/ShopSave', { open: '1' });
  expect(await seen()).toBe(true);
  expect(reasonIn(await ask(bob, 'Goods/ShopSave', { logo: ann.picture }))).toBe('mall.badpicture');
});

test('behavior: a shop takes off its logo and its text by name; what is left out or empty stays', async () => {
  const shown = async () => dataOf<{ shop: object }>(await ask(bob, 'Users/Shopinfo')).shop;
  await ask(bob, 'Goods/ShopSave', { logo: bob.picture, about: 'Tea by the sea' });
  await ask(bob, 'Goods/ShopSave', { logo: '', about: '' });
  expect(await shown()).toMatchObject({ logo: bob.picture, about: 'Tea by the sea', open: true });
  await ask(bob, 'Goods/ShopSave', { clear: ['logo'] });
  expect(await shown()).toMatchObject({ logo: '', about: 'Tea by the sea' });
  await ask(bob, 'Goods/ShopSave', { logo: bob.picture, clear: ['about'] });
  expect(await shown()).toMatchObject({ logo: bob.picture, about: '' });
  expect(reasonIn(await ask(bob, 'Goods/ShopSave', { clear: ['open'] }))).toBe('request.invalid');
});

test.each(['closed', 'suspended'])(
  'refuses: to sell goods that are added while the shop is %s; opened again it sells them',
  async (state) => {
    const name = `Basket of a ${state} shop`;
    const eve = await addOwner(`Reed Baskets ${state}`);
    const { shop } = dataOf<{ shop: { id: string } }>(await ask(eve, 'Users/Shopinfo'));
    const operator = await app.operator('content');
    const sell = async (flag: '0' | '1'): Promise<string> => {
      if (state === 'closed') return reasonIn(await ask(eve, 'Goods/ShopSave', { open: flag }));
      const body = { id: shop.id, suspend: flag === '1' ? '0' : '1', reason: 'Sells counterfeits' };
      return reasonIn(await app.post('console', 'Admin/ShopSuspend', body, { token: operator }));
    };
    expect(await sell('0')).toBe('ok');
    const { id } = dataOf<Saved>(await save(eve, { names: { en: name } }));
    const goods = { goodsid: id, skuid: (await first(eve, id)).skus[0]?.id ?? '' };
    const seen = async () =>
      JSON.stringify((await app.post('member', 'Goods/GetGoodsPage', {})).envelope.list).includes(name);
    const buyer = await addPerson(app);
    expect(await seen()).toBe(false);
    expect((await order(buyer, goods)).reason).toBe('mall.shopclosed');
    expect(await sell('1')).toBe('ok');
    expect(await seen()).toBe(true);
    expect((await order(buyer, goods)).reason).toBe('ok');
  },
);
