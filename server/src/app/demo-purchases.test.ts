import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../platform/db/connect.ts';
import { openTestApp } from '../test/app.ts';
import type { TestApp } from '../test/app.ts';
import { addMember, RIGHT_PAYPASSWORD } from '../test/people.ts';
import type { TestMember } from '../test/people.ts';
import { seedDemoGoods } from './demo-goods.ts';
import { playDemoPurchases } from './demo-purchases.ts';

const PURCHASES = 16;
let app: TestApp;
let folder: string;
let community: TestMember[];
beforeAll(async () => {
  app = await openTestApp();
  folder = await mkdtemp(join(tmpdir(), 'openmere-demo-'));
  community = [];
  for (let one = 0; one < 7; one += 1)
    community.push(await addMember(app, { activated: true, coins: 1_000 }));
  const owners = [app.root.id, community[0]?.id ?? ''] as const;
  await inTransaction(app.owner, (tx) => seedDemoGoods({ tx, filesFolder: folder }, owners));
}, 120_000);
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const never = () => Promise.reject(new Error('not to be asked: everybody has money'));
const play = (signal: AbortSignal) =>
  playDemoPurchases({
    db: app.db,
    rpc: { call: never, batch: never },
    chainId: 31_337,
    wallets: community.map(({ address }) => address ?? ''),
    give: never,
    payPassword: RIGHT_PAYPASSWORD,
    signal,
  });

/** Ends the work in its middle, as a kill between two steps does. */
function endsAfter(steps: number): AbortSignal {
  let seen = 0;
  return {
    get aborted() {
      seen += 1;
      if (seen > steps) throw new Error('killed');
      return false;
    },
  } as AbortSignal;
}

const count = async (what: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.raw(what)}`.execute(app.db);
  return rows[0]?.n ?? -1;
};

test('behavior: ended anywhere, it goes on: sixteen purchases, each once, in every state, with comments that say demo', async () => {
  for (const steps of [1, 4, 11]) await expect(play(endsAfter(steps))).rejects.toThrow('killed');
  expect(await count('mall_order')).toBe(PURCHASES);
  await play(new AbortController().signal);
  await play(new AbortController().signal);
  const { rows } = await sql<{ status: string; n: number }>`
    select status, count(*)::int as n from mall_order group by status order by status`.execute(app.db);
  expect(rows).toEqual([
    { status: 'completed', n: 12 },
    { status: 'pendingreceipt', n: 2 },
    { status: 'pendingshipment', n: 2 },
  ]);
  expect(await count('order_payment')).toBe(PURCHASES);
  expect(await count('goods_comment')).toBe(10);
  expect(await count('goods_comment where answer is not null')).toBe(2);
  expect(await count('mall_order where comment_due')).toBe(2);
  const { rows: comments } = await sql<{ body: string }>`select body from goods_comment`.execute(app.db);
  for (const { body } of comments) expect(body).toMatch(/demo|演示|デモ|데모|dùng thử|ตัวอย่าง/i);
});

test('behavior: what a visitor did with such an order stays', async () => {
  const { rows } = await sql<{ id: string; buyer: string }>`
    select id, member_id as buyer from mall_order where status = 'pendingshipment' limit 1`.execute(app.db);
  const id = rows[0]?.id ?? '';
  const buyer = rows[0]?.buyer ?? '';
  const token = await app.session(buyer);
  const cancelled = await app.post('member', 'Order/Cancel', { id }, { token });
  expect(cancelled.envelope.success).toBe(true);
  await play(new AbortController().signal);
  expect(await count('mall_order')).toBe(PURCHASES);
  expect(await count(`mall_order where id = '${id}' and status = 'cancelled'`)).toBe(1);
});
