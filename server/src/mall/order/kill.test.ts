import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp } from '../../test/app.ts';
import type { TestApp } from '../../test/app.ts';
import {
  addOffer,
  addPerson,
  balancesOf,
  buy,
  moveClock,
  order,
  poolOf,
  ship,
  stockOf,
} from '../../test/orders.ts';
import { findOrders } from './order-store.ts';
import { settleDueOrders } from './settle-due.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
}, 60_000);
afterAll(() => app.close());

const workerFile = fileURLToPath(new URL('./test-worker.ts', import.meta.url));

/** Runs a settler until it dies or is done. @returns the signal that ended it. */
function work(failpoint: string): Promise<NodeJS.Signals | null> {
  const child = spawn(process.execPath, [workerFile], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      OPENMERE_FAILPOINT: failpoint,
      DATABASE_URL: app.clone.urlOf('settler'),
    },
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (_code, signal) => resolve(signal));
  });
}

test('behavior: killed with -9 between orders and in the middle of one, the next settler ends it: each once, nothing half', async () => {
  const { seller, goods } = await addOffer(app, { stock: 100 });
  const buyer = await addPerson(app, { coins: 1_000 });
  const unpaid: string[] = [];
  const sent: string[] = [];
  const claimed: string[] = [];
  for (let one = 0; one < 4; one += 1) {
    unpaid.push((await order(buyer, goods)).list[0]?.id ?? '');
    for (const list of [sent, claimed]) {
      const id = await buy(app, buyer, goods);
      await ship(seller, id);
      list.push(id);
    }
    await buyer.ask('Order/AfterSale', {
      id: claimed.at(-1),
      requestId: randomUUID(),
      kind: 'refund',
      text: 'broken',
    });
  }
  await moveClock(app, 11 * 86_400_000);
  for (const failpoint of ['step:3', 'posting:1', 'posting:2'])
    expect(await work(failpoint), failpoint).toBe('SIGKILL');
  expect(await work('')).toBe(null);
  expect(await work('')).toBe(null);
  const states = async (ids: string[]) =>
    new Set((await findOrders(app.db, ids)).map(({ status, refund }) => `${status} ${refund}`));
  expect(await states(unpaid)).toEqual(new Set(['cancelled none']));
  expect(await states(sent)).toEqual(new Set(['completed none']));
  expect(await states(claimed)).toEqual(new Set(['pendingreceipt refunding']));
  expect(await stockOf(app, goods)).toBe(92);
  expect(await balancesOf(app, buyer)).toEqual({ USDT: '920/40', OBL: '1/0' });
  expect(await balancesOf(app, seller)).toEqual({ USDT: '38/0' });
  expect([await poolOf(app, 'fee:mall'), await poolOf(app, 'pool:mall-margin')]).toEqual([1, 1]);
}, 240_000);

test('behavior: an order that cannot be settled stops no other: it is named, and comes again', async () => {
  const { seller, goods } = await addOffer(app, { stock: 100 });
  const buyer = await addPerson(app, { coins: 1_000 });
  const bad = (await order(buyer, goods)).list[0]?.id ?? '';
  const unpaid = (await order(buyer, goods)).list[0]?.id ?? '';
  const sent = await buy(app, buyer, goods);
  await ship(seller, sent);
  await sql`create function break_one() returns trigger language plpgsql as $$ begin
    if new.id = ${sql.lit(bad)} then raise exception 'this order is broken'; end if; return new; end $$`.execute(
    app.owner,
  );
  await sql`create trigger break_one before update on mall_order for each row execute function break_one()`.execute(
    app.owner,
  );
  await moveClock(app, 11 * 86_400_000);
  const settle = () => settleDueOrders({ db: app.db });
  await expect(settle()).rejects.toThrow(`passed over ${bad}: this order is broken`);
  const states = async () => {
    const found = new Map(
      (await findOrders(app.db, [bad, unpaid, sent])).map(({ id, status }) => [id, status]),
    );
    return [bad, unpaid, sent].map((id) => found.get(id));
  };
  expect(await states()).toEqual(['pendingpayment', 'cancelled', 'completed']);
  await sql`drop trigger break_one on mall_order`.execute(app.owner);
  expect(await settle()).toBe(1);
  expect(await states()).toEqual(['cancelled', 'cancelled', 'completed']);
}, 60_000);
