import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from './connect.ts';
import { migrate } from './migrate.ts';
import type { TestDatabase } from './test-database.ts';
import { cloneDatabase } from './test-setup.ts';

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await cloneDatabase();
  folder = await mkdtemp(join(tmpdir(), 'openmere-migrate-'));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const own = async (files: Record<string, string>): Promise<TestDatabase> => {
  const clone = await cloneDatabase();
  await clone.connect('owner').pool.query('truncate migration');
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)));
  return clone;
};

test('refuses: a file that was changed after it was applied, by its name', async () => {
  const clone = await own({ '0001-first.sql': 'create table first (a int)' });
  expect(await migrate(clone.url, { folder })).toEqual([1]);
  await writeFile(join(folder, '0001-first.sql'), 'create table first (a int, b int)');
  await expect(migrate(clone.url, { folder })).rejects.toThrow('0001-first.sql was changed');
  await clone.drop();
});

test('refuses: a failing file as a whole, and keeps those before it', async () => {
  const clone = await own({
    '0001-first.sql': 'create table first (a int)',
    '0002-second.sql': 'create table second (a int); select 1 / 0;',
  });
  await expect(migrate(clone.url, { folder })).rejects.toThrow('0002-second.sql: division by zero');
  const { pool } = clone.connect('owner');
  const tables = await pool.query(
    `select to_regclass('first') is not null as first, to_regclass('second') is not null as second`,
  );
  expect(tables.rows).toEqual([{ first: true, second: false }]);
  await writeFile(join(folder, '0002-second.sql'), 'create table second (a int)');
  expect(await migrate(clone.url, { folder })).toEqual([2]);
  await clone.drop();
});

test('behavior: two runners at once apply each file once', async () => {
  const clone = await own({
    '0001-first.sql': 'create table first (a int)',
    '0002-second.sql': 'create table second (a int)',
  });
  const done = await Promise.all([migrate(clone.url, { folder }), migrate(clone.url, { folder })]);
  expect(done.flat().toSorted((a, b) => a - b)).toEqual([1, 2]);
  await clone.drop();
});

test('behavior: killed between a migration and the rights, the next start gives the rights all the same', async () => {
  const clone = await own({
    '0001-first.sql': 'create table first (a int); create table run (n int)',
    'rights.sql': 'insert into run values (1)',
  });
  const runs = async () => (await clone.connect('owner').pool.query('select from run')).rowCount;
  await migrate(clone.url, { folder });
  await migrate(clone.url, { folder });
  expect(await runs()).toBe(1);
  await writeFile(join(folder, '0003-third.sql'), 'create table third (a int)');
  await writeFile(join(folder, '0004-fourth.sql'), 'create table fourth (a int)');
  const log = (line: string) => {
    if (line.includes('0004')) throw new Error('killed');
  };
  await expect(migrate(clone.url, { folder, log })).rejects.toThrow('killed');
  await rm(join(folder, '0004-fourth.sql'));
  expect(await migrate(clone.url, { folder })).toEqual([]);
  expect(await runs()).toBe(2);
  await clone.drop();
  await Promise.all(['0003-third.sql', 'rights.sql'].map((name) => rm(join(folder, name))));
});

test('behavior: the migrations of the house are applied and run no second time', async () => {
  expect(await migrate(database.url)).toEqual([]);
});

test('behavior: whole numbers come as bigint, a numeric with a fraction throws', async () => {
  const { pool } = database.connect('app');
  const row = await pool.query(
    `select count(*) as n, 1e38::numeric as big, array[1, null]::numeric[] as list`,
  );
  expect(row.rows).toEqual([{ n: 1n, big: 10n ** 38n, list: [1n, null] }]);
  await expect(pool.query('select 1.5 as fraction')).rejects.toThrow();
});

test('behavior: a deadlock is run again and both transactions commit', async () => {
  const owner = database.connect('owner');
  await owner.pool.query(
    'create table pair (id int primary key, n int); insert into pair values (1, 0), (2, 0)',
  );
  let met = 0;
  const touch = (first: number, second: number) =>
    inTransaction(owner.db, async (tx) => {
      await sql`update pair set n = n + 1 where id = ${first}`.execute(tx);
      met += 1;
      await expect.poll(() => met, { timeout: 5_000 }).toBeGreaterThanOrEqual(2);
      await sql`update pair set n = n + 1 where id = ${second}`.execute(tx);
    });
  await Promise.all([touch(1, 2), touch(2, 1)]);
  expect((await owner.pool.query('select n from pair order by id')).rows).toEqual([{ n: 2 }, { n: 2 }]);
});
