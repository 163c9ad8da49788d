import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createListener } from '../notify.ts';
import { createDatabase, inTransaction } from './connect.ts';
import type { ConnectOptions, Database, Tx } from './connect.ts';
import { isConnectionLoss } from './connection-loss.ts';
import { copyIn } from './copy-in.ts';
import type { TestDatabase } from './test-database.ts';
import { cloneDatabase } from './test-setup.ts';
import { openSilentProxy } from './test-silent-proxy.ts';
import type { SilentProxy } from './test-silent-proxy.ts';

let testDatabase: TestDatabase;
let proxy: SilentProxy;
const opened: Database[] = [];
beforeAll(async () => {
  testDatabase = await cloneDatabase();
});
afterAll(() => testDatabase.drop());
beforeEach(async () => {
  proxy = await openSilentProxy(testDatabase.url);
});
afterEach(async () => {
  proxy.close();
  await Promise.all(opened.splice(0).map((database) => database.close()));
});

function openThrough(options: ConnectOptions): Database {
  const database = createDatabase(proxy.through(testDatabase.urlOf('app')), 'app', options);
  opened.push(database);
  return database;
}

const one = (db: Database['db']) =>
  sql<{ one: number }>`select 1 as one`.execute(db).then(({ rows }) => rows);
const lossOf = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => false,
    (error: unknown) => isConnectionLoss(error),
  );

test('refuses: to wait for a database that has fallen silent; its connections are thrown away, and the next ones work', async () => {
  const { db } = openThrough({ max: 2, statementTimeoutMs: 500 });
  await Promise.all([one(db), one(db)]);
  const asleep = inTransaction(db, async (tx) => {
    await sql`select 1`.execute(tx);
    proxy.silence();
    await sql`select 1`.execute(tx);
  });
  await wait(50);
  const started = performance.now();
  expect(await Promise.all([lossOf(asleep), lossOf(one(db))])).toEqual([true, true]);
  expect(performance.now() - started).toBeLessThan(9_000);
  expect(await Promise.all([one(db), one(db)])).toEqual([[{ one: 1 }], [{ one: 1 }]]);
}, 30_000);

test('behavior: a copy, a lock that is held and a transaction with more time are not taken for silence', async () => {
  const { db, pool } = openThrough({ max: 2, statementTimeoutMs: 100 });
  let ended = 0;
  pool.on('remove', () => (ended += 1));
  const longer = inTransaction(db, async (tx) => {
    await sql`set local statement_timeout = '60s'`.execute(tx);
    await sql`select pg_sleep(6)`.execute(tx);
  });
  const locked = db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(7)`.execute(connection);
    await sql`create temporary table many (n int)`.execute(connection);
    await copyIn(connection as Tx, 'many', Array.from({ length: 1_000 }, (_, n) => `${n}\n`).join(''));
    await wait(6_000);
    await sql`select pg_advisory_unlock(7)`.execute(connection);
  });
  await Promise.all([longer, locked]);
  expect(ended).toBe(0);
  // The time was given to that transaction only.
  proxy.silence();
  expect(await Promise.all([lossOf(one(db)), lossOf(one(db))])).toEqual([true, true]);
}, 30_000);

test('behavior: the end of a transaction has its own time, which no limit of statements ends in the server', async () => {
  const owner = testDatabase.connect('owner');
  await sql`create table slow_end (n int)`.execute(owner.db);
  await sql`create function slow_end() returns trigger language plpgsql as 'begin perform pg_sleep(7); return null; end'`.execute(
    owner.db,
  );
  await sql`create constraint trigger slow after insert on slow_end deferrable initially deferred
    for each row execute function slow_end()`.execute(owner.db);
  await sql`grant all on slow_end to public`.execute(owner.db);
  const { db } = openThrough({ max: 1, statementTimeoutMs: 100 });
  await inTransaction(db, (tx) => sql`insert into slow_end values (1)`.execute(tx));
  const { rows } = await sql`select n from slow_end`.execute(owner.db);
  expect(rows).toEqual([{ n: 1 }]);
}, 30_000);

test('behavior: a listener whose connection fell silent comes back, and what is said then is heard', async () => {
  const heard: string[] = [];
  let back = 0;
  const listener = await createListener(proxy.through(testDatabase.urlOf('app')), 'app', { askEveryMs: 200 });
  listener.onReconnect(() => (back += 1));
  await listener.on('silence_test', (payload) => heard.push(payload));
  const { db } = testDatabase.connect('app');
  await wait(1_000);
  expect(back).toBe(0);
  proxy.silence();
  // Whoever begins to listen now is not turned away: the next connection listens for them.
  await listener.on('silence_late', (payload) => heard.push(payload));
  await expect.poll(() => back, { timeout: 12_000 }).toBe(1);
  for (const channel of ['silence_test', 'silence_late'])
    await sql`select pg_notify(${channel}, ${channel})`.execute(db);
  await expect.poll(() => heard).toEqual(['silence_test', 'silence_late']);
  await listener.close();
}, 40_000);
