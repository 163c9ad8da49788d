import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../platform/db/connect.ts';
import type { TestDatabase } from '../platform/db/test-database.ts';
import { cloneDatabase } from '../platform/db/test-setup.ts';
import { cleanEnded } from './clean.ts';

let clone: TestDatabase;
let database: Database;
beforeAll(async () => {
  clone = await cloneDatabase();
  database = clone.connect('app');
});
afterAll(() => clone.drop());

test('behavior: removes what has ended in every table, and nothing else', async () => {
  const { db } = database;
  await sql`insert into used_nonce values ('old', now() - interval '1 minute'), ('new', now() + interval '1 minute')`.execute(
    db,
  );
  await sql`insert into socket_message (member_id, seq, type, data, created_at)
    values ('mem_a', 1, 'notice', '{}', now() - interval '8 days'), ('mem_a', 2, 'notice', '{}', now())`.execute(
    db,
  );
  await sql`insert into auth_pot (scope, level, at) values ('gone', 1, now() - interval '3 days'), ('here', 1, now())`.execute(
    db,
  );
  await sql`insert into auth_browser (browser_hash, subject, last_login_at)
    values (repeat('0', 64), 'mem_a', now() - interval '500 days'), (repeat('1', 64), 'mem_a', now())`.execute(
    db,
  );
  expect(await cleanEnded(db)).toBe(4);
  expect(await cleanEnded(db)).toBe(0);
  const left = await sql<{ name: string }>`
    select nonce as name from used_nonce union all select scope from auth_pot
    union all select left(browser_hash, 3) from auth_browser
    union all select seq::text from socket_message order by 1`.execute(db);
  expect(left.rows.map((row) => row.name)).toEqual(['111', '2', 'here', 'new']);
});
