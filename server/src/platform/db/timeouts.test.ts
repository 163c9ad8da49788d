import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectionConfig } from './connect.ts';
import type { DatabaseRole } from './connect.ts';
import type { TestDatabase } from './test-database.ts';
import { cloneDatabase } from './test-setup.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

const roles: DatabaseRole[] = ['api', 'indexer', 'settler', 'signer', 'readonly'];

test.each(roles)(
  'refuses: to let the role %s hold a statement or an idle transaction for ever (T28)',
  async (role) => {
    const { db } = database.connect(role, { max: 1 });
    const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings
    where name in ('statement_timeout', 'idle_in_transaction_session_timeout', 'TimeZone')`.execute(db);
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      idle_in_transaction_session_timeout: '10000',
      statement_timeout: '5000',
      TimeZone: 'UTC',
    });
  },
);

test('refuses: a statement over its time, and the connection works on', async () => {
  const { db } = database.connect('app', { max: 1, statementTimeoutMs: 50 });
  await expect(sql`select pg_sleep(10)`.execute(db)).rejects.toThrow('statement timeout');
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(db);
  expect(rows).toEqual([{ one: 1 }]);
});

test.each(roles)('refuses: the role %s tables of its own and programs of the machine', async (role) => {
  const client = new pg.Client(connectionConfig(database.urlOf(role), role));
  await client.connect();
  try {
    const { rows } = await client.query<{ own: boolean; super: string }>(
      `select current_user = session_user as own, current_setting('is_superuser') as super`,
    );
    expect(rows).toEqual([{ own: true, super: 'off' }]);
    for (const statement of ['create table public.mine (id int)', `copy (select 1) to program 'true'`])
      await expect(client.query(statement)).rejects.toThrow(/permission denied|must be superuser/);
  } finally {
    await client.end();
  }
});
