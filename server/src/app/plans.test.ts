import { createHash, randomUUID } from 'node:crypto';
import { allCalls } from '@openmere/core/calls.ts';
import type { Call } from '@openmere/core/kit/call.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endedOfCarts } from '../mall/cart/cart-store.ts';
import { settleDueOrders } from '../mall/order/settle-due.ts';
import type { MemberActor } from '../platform/actor.ts';
import { TEST_CHAIN_ID } from '../platform/chain/test-anvil.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { listRewards } from '../reward/reward-store.ts';
import { openTestApp } from '../test/app.ts';
import type { TestApp } from '../test/app.ts';
import { addMember } from '../test/people.ts';
import { captureQueries, fillLarge } from './test-large.ts';
import type { Captured } from './test-large.ts';
import { findCostly } from './test-plans.ts';
import { sampleOf } from './test-samples.ts';

/** `OPENMERE_PLAN_ROWS=1000000` for a million rows in each table that grows. */
const rows = Number(process.env['OPENMERE_PLAN_ROWS'] ?? 20_000);

let app: TestApp;
let who: MemberActor;
let tokens: Record<'member' | 'operator', string>;
let examiner: pg.Client;
beforeAll(async () => {
  app = await openTestApp();
  who = await addMember(app, { coins: 100 });
  await fillLarge(app.clone, rows, who);
  await sql`update member set vip_level = 1 where id = ${who.id}`.execute(app.owner);
  tokens = { member: await app.session(who.id), operator: await app.operator('admin') };
  examiner = new pg.Client({ connectionString: app.clone.url });
  await examiner.connect();
}, 1_800_000);
afterAll(async () => {
  await examiner?.end();
  await app.close();
});

/** As fillLarge gives it to its member number i. */
const walletOfLarge = (i: number): string =>
  `0x${createHash('md5').update(`wallet ${i}`).digest('hex')}${i.toString(16).padStart(8, '0')}`;
const ofLarge = (prefix: string, i: number): string => `${prefix}_${String(i).padStart(26, '0')}`;
/** So many tenths ago of all the time that the rows of fillLarge are of. */
const partAgo = (tenths: number): string =>
  new Date(Date.now() - (tenths / 10) * rows * 5 * 60_000).toISOString();
const typeOfLarge = (i: number): string => `gty_${String(i).padStart(26, '0')}`;
const hash = `0x${'12'.repeat(32)}`;
/** What else a list can be asked for, besides the sample of each call. */
const variants: Readonly<Record<string, () => Readonly<Record<string, unknown>>[]>> = {
  'trade/GetUserBalanceRecord': () => [
    { coinid: 'USDT', kind: 'transfer' },
    { coinid: 'USDT', kind: 'mall' },
  ],
  'Wallet/Transfers': () => [{}, { id: 'tra_1000' }],
  'trade/Kline': () => ['1m', '1h', '1w'].map((interval) => ({ interval, limit: '1000' })),
  'trade/Trades': () => [
    {},
    { scope: 'all' },
    { scope: 'mine' },
    { scope: 'all', type: 'sell' },
    { scope: 'mine', type: 'sell' },
    { id: `trd_${'a'.repeat(40)}-0` },
  ],
  'Goods/GetGoodsPage': () => [
    ...['new', 'price', '-price', 'sold'].flatMap((sort) => [{ sort }, { sort, pid: typeOfLarge(3) }]),
    { pid: typeOfLarge(77), sort: 'price' },
    { pid: typeOfLarge(3), coinid: 'USDO', instock: '1' },
    { shopid: `shp_${'7'.padStart(26, '0')}`, sort: 'sold' },
    { instock: '1', page: '40', pageSize: '25' },
    { pid: 'gty_nobody' },
    { search: 'goods' },
    { search: 'goods', sort: 'price', pid: typeOfLarge(3) },
    { search: 'goods 777' },
    { search: '商品' },
    { search: 'gooods 777' },
    { search: 'nothing like it' },
  ],
  'Goods/GoodsFirst': () => [{ id: `gds_${'77'.padStart(26, '0')}` }],
  'Goods/MallShopInfo': () => [{ id: `shp_${'7'.padStart(26, '0')}` }],
  'Goods/CollectGoods': () => [{ goodsid: `gds_${'77'.padStart(26, '0')}` }],
  'Goods/GetGoodsTypePage': () => [{ pid: '0' }, { pid: typeOfLarge(3) }],
  'Goods/GoodsTypeFirst': () => [{ id: typeOfLarge(77) }],
  'trade/LiquidityRecords': () => [{}, { type: 'readd' }],
  'Users/CaptainUsers': () => [
    {},
    { page: '40', pageSize: '20' },
    { search: walletOfLarge(4_000) },
    { search: walletOfLarge(4_001) },
    { search: 'nobody' },
  ],
  'Users/Rewards': () => [
    {},
    ...['pending', 'claimable', 'claimed', 'notqualified'].map((status) => ({ status, pageSize: '100' })),
    { kind: 'direct' },
    { kind: 'team', status: 'claimed' },
  ],
  'Users/linqu': () => [
    { requestId: randomUUID(), kind: 'bonus' },
    { requestId: randomUUID(), kind: 'direct' },
    { requestId: randomUUID() },
  ],
  'Cast/Deductions': () => [{}, { kind: 'bonus' }],
  'Usdo/Records': () => [{}, { type: 'redeem' }],
  'Order/List': () => [
    {},
    ...['pendingpayment', 'pendingshipment', 'pendingreceipt', 'completed', 'cancelled'].map((tab) => ({
      tab,
    })),
    { tocomment: '1' },
  ],
  'Order/ShopList': () => [
    {},
    ...['pendingpayment', 'pendingshipment', 'pendingreceipt', 'completed', 'cancelled'].map((tab) => ({
      tab,
    })),
    { aftersale: '1' },
  ],
  'Order/First': () => [{ id: ofLarge('ord', 3_000) }],
  'Order/ShopFirst': () => [{ id: ofLarge('ord', 49) }],
  'Order/Create': () => [
    {
      requestId: randomUUID(),
      items: [{ goodsid: ofLarge('gds', 77), skuid: ofLarge('sku', 77), quantity: 1 }],
      addressid: ofLarge('adr', 1_000),
    },
    { requestId: randomUUID(), cartids: [ofLarge('crt', 2_000)], addressid: ofLarge('adr', 1_000) },
  ],
  'Order/Cancel': () => [{ id: ofLarge('ord', 1_000) }],
  'Order/Ship': () => [{ id: ofLarge('ord', 2_049), carrier: 'Post', tracking: '1' }],
  'Order/Receive': () => [{ id: ofLarge('ord', 3_000) }],
  'Goods/ShopCar_Add': () => [{ goodsid: ofLarge('gds', 77), skuid: ofLarge('sku', 77), quantity: 1 }],
  'Goods/ShopCar_Edit': () => [{ id: ofLarge('crt', 3_000), quantity: 1 }],
  'Goods/ShopCar_Del': () => [{ ids: [ofLarge('crt', 4_000)] }],
  'Goods/CommentByGoods': () => [{ goodsid: ofLarge('gds', 7) }],
  'Goods/ShopComments': () => [{}, { unanswered: '1' }],
  'Goods/ShopGoods': () => [
    {},
    ...['forsale', 'withdrawn', 'hidden', 'soldout'].map((state) => ({ state })),
    { search: 'goods' },
    { search: '商品' },
    { search: 'nothing like it' },
  ],
  'Goods/ShopGoodsFirst': () => [{ id: ofLarge('gds', 99) }],
  'Goods/ShopStock': () => [{ requestId: randomUUID(), skuid: ofLarge('sku', 99), change: '+1' }],
  'Goods/ShopStatement': () => [{}, { month: new Date().toISOString().slice(0, 7) }],
  'Goods/ShopSold': () => [{ month: new Date().toISOString().slice(0, 7) }],
  'Admin/Identities': () => [{ state: 'all' }, { state: 'all', search: who.id }],
  'Admin/Audit': () => [
    {},
    { account: 'account3' },
    { action: 'action4' },
    { account: 'nobody', action: 'action4' },
    { about: who.id },
    { about: 'ord_nobody', action: 'action4' },
  ],
  'Admin/Deposits': () => [
    {},
    ...['seen', 'credited', 'ignored', 'orphaned'].map((status) => ({ status })),
    { search: who.id },
    { search: who.id, status: 'orphaned' },
    { search: hash },
    { search: 'nobody at all' },
  ],
  'Admin/Withdrawals': () => [
    {},
    ...[
      'waiting',
      'reviewing',
      'approved',
      'sending',
      'sent',
      'confirmed',
      'rejected',
      'cancelled',
      'failed',
    ].map((status) => ({ status })),
    { search: who.id },
    { search: who.id, status: 'failed' },
    { search: hash },
    { search: 'wdr_nobody', status: 'reviewing' },
  ],
  'Admin/Goods': () => [
    {},
    { hidden: '1' },
    { shopid: `shp_${'7'.padStart(26, '0')}` },
    { search: 'goods' },
    { search: '商品' },
    { search: 'nothing like it' },
  ],
  'Admin/GoodsComments': () => [{}, { hidden: '1' }, { goodsid: `gds_${'7'.padStart(26, '0')}` }],
  'Admin/Orders': () => [
    {},
    { status: 'pendingshipment' },
    { aftersale: '1' },
    { search: '20260101-ABCDEFGH' },
    { shopid: `shp_${'7'.padStart(26, '0')}` },
    { userid: who.id, status: 'completed' },
    { from: '2026-01-01T00:00:00.000Z', to: '2026-01-02T00:00:00.000Z' },
    // Long ago, and a long time: neither is walked to from today.
    ...[9, 5, 1].map((parts) => ({ from: partAgo(parts + 0.9), to: partAgo(parts) })),
    { from: partAgo(5.9), to: partAgo(5), status: 'cancelled' },
    { from: partAgo(5.9), to: partAgo(5), shopid: ofLarge('shp', 7) },
    { to: partAgo(9) },
    { search: 'nobody' },
    { shopid: ofLarge('shp', 7), status: 'pendingpayment' },
    { shopid: ofLarge('shp', 7), aftersale: '1', status: 'pendingreceipt' },
    { userid: who.id, shopid: ofLarge('shp', 7) },
  ],
  'Admin/Order': () => [{ id: ofLarge('ord', 49) }],
  'Admin/Disputes': () => [{}, { status: 'disputed' }, { status: 'decided' }],
  'Admin/Dispute': () => [{ id: ofLarge('aft', 3) }],
  'Admin/Shops': () => [{}, { search: 'Shop 77' }, { search: 'sh' }, { search: 'nobody' }],
  'Admin/ShopApplications': () => [{}, { state: 'pending' }, { state: 'approved' }, { state: 'rejected' }],
  'Admin/Members': () => [{}, { search: who.id }, { search: 'Member' }, { search: 'zzz' }],
  'Admin/Member': () => [{ id: who.id }],
  'Admin/Team': () => [{}, { id: who.id }],
  'Admin/TeamLegs': () => [{}, { id: who.id }],
  'Admin/Proposals': () => [{}, { status: 'all' }, { status: 'ended', kind: 'setting' }],
  'Admin/LedgerEntries': () => [
    {},
    { kind: 'transfer' },
    { kind: 'nothing' },
    { reference: 'tra_17' },
    { from: partAgo(6), until: partAgo(5) },
    { account: `member:${who.id}:available` },
    { account: `member:${who.id}:available`, kind: 'nothing' },
  ],
  'Admin/LedgerAccounts': () => [{}, { prefix: 'member:mem_large4' }, { prefix: 'fee:' }],
  'Admin/LedgerVerify': () => [{ account: `member:${who.id}:available`, coinid: 'USDT' }],
};

/** Everything that is asked of the database while the call is answered, with each of its variants. */
async function queriesOf(call: Call): Promise<Captured[]> {
  const isConsole = call.path.startsWith('Admin/');
  const sample = await sampleOf(call, app.seal);
  const { captured, stop } = captureQueries();
  try {
    for (const body of variants[call.path]?.() ?? [sample]) {
      const ask = { token: isConsole ? tokens.operator : tokens.member };
      await app.post(isConsole ? 'console' : 'member', call.path, body, ask);
    }
  } finally {
    stop();
  }
  return captured;
}

const ends = new Set(['Users/Logout', 'Admin/Logout']);
/** It ends the session, too, and leaves the member frozen: after all others. */
const isLast = ({ path }: Call): number => Number(path === 'Users/FreezeOwn');
const calls = allCalls
  .filter((call) => call.transport !== 'multipart' && !ends.has(call.path))
  .toSorted((a, b) => isLast(a) - isLast(b));

test('refuses: a query that reads a growing table from end to end, or sorts it', async () => {
  const find = (text: string, values: unknown[] = []) => findCostly(examiner, { text, values });
  expect(await find('select count(*) from deposit where amount > $1', [5])).toEqual([
    expect.stringContaining('deposit'),
  ]);
  expect(await find('select * from trade order by usdt_amount limit 3')).not.toEqual([]);
  expect(await find(`select * from audit_log where hash = 'none' order by seq desc limit 1`)).not.toEqual([]);
  expect(
    await find('select * from deposit where member_id = $1 order by id desc limit 20', [who.id]),
  ).toEqual([]);
});

test.each(calls.map((call) => [call.path, call] as const))(
  'behavior: %s scans no table that grows',
  async (_path, call) => {
    const costly: string[] = [];
    let settings: Captured | undefined;
    for (const captured of await queriesOf(call)) {
      if (captured.text.startsWith('select set_config(')) settings = captured;
      costly.push(...(await findCostly(examiner, captured, settings)));
    }
    expect(costly).toEqual([]);
  },
);

test('behavior: what orders wait for, and what guests left behind, is found without reading the others', async () => {
  const { captured, stop } = captureQueries();
  await settleDueOrders({ db: app.db, signal: AbortSignal.abort() }).finally(stop);
  const { captured: ended, stop: stopEnded } = captureQueries();
  await inTransaction(app.db, async (tx) => {
    for (const one of endedOfCarts(10)) await one.execute(tx);
  }).finally(stopEnded);
  const asked = [...captured, ...ended].filter(({ text }) => /mall_order|after_sale|cart_line/.test(text));
  expect(asked).toHaveLength(5);
  const costly: string[] = [];
  for (const one of asked) costly.push(...(await findCostly(examiner, one)));
  expect(costly).toEqual([]);
});

test('behavior: a page of a member’s rewards reads no more than a page of each state', async () => {
  await sql`insert into reward (member_id, kind, coin_id, amount, status, reason, pool, period, at)
    select 'mem_large7', 'direct', 'USDT', i, s.status, case when s.status = 'notqualified' then 'power' end, 'referral', 1, now()
    from generate_series(1, 12000) i,
      lateral (select (array['claimable', 'claimed', 'notqualified'])[i % 3 + 1] as status) s`.execute(
    app.owner,
  );
  await sql`analyze reward`.execute(app.owner);
  const { captured, stop } = captureQueries();
  const all = await listRewards(app.db, 'mem_large7', {}, 100);
  const last = { before: String(all.at(-1)?.serial) };
  for (const filter of [last, { ...last, kind: 'direct' as const }, { ...last, status: 'claimed' as const }])
    expect(await listRewards(app.db, 'mem_large7', filter, 100)).toHaveLength(100);
  stop();
  const costly: string[] = [];
  for (const one of captured) costly.push(...(await findCostly(examiner, one)));
  expect(captured).toHaveLength(4);
  expect(costly).toEqual([]);
});

test('behavior: the large tables are large, and belong to the member in part', async () => {
  const { rows: found } = await examiner.query(
    'select (select count(*) from ledger.journal) as journal, (select count(*) from deposit where member_id = $1) as deposits',
    [who.id],
  );
  expect(Number(found[0].journal)).toBeGreaterThanOrEqual(rows);
  expect(Number(found[0].deposits)).toBe(Math.floor(rows / 1_000));
  expect(TEST_CHAIN_ID).toBe(31337);
});
