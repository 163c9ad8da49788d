import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from './db/connect.ts';
import type { TestDatabase } from './db/test-database.ts';
import { cloneDatabase } from './db/test-setup.ts';
import { removeExpired } from './expiry.ts';
import { toSockets } from './outbox.ts';

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await cloneDatabase();
});
afterAll(() => testDatabase.drop());

test('behavior: what has had its time goes, the rest and everyone’s last message stay', async () => {
  const { db } = testDatabase.connect('app');
  const owner = testDatabase.connect('owner');
  await sql`insert into used_nonce select n::text, now() + make_interval(secs => n) from unnest(array[-5, 60]) n`.execute(
    db,
  );
  await sql`insert into socket_ticket select n::text, 'mem_1', 'ses_1', 0, now() + make_interval(secs => n) from unnest(array[-5, 60]) n`.execute(
    db,
  );
  await inTransaction(db, (tx) =>
    toSockets(
      tx,
      Array.from({ length: 3 }, () => ({ memberId: 'mem_1', type: 'notice' as const, data: {} })),
    ),
  );
  await sql`update socket_message set created_at = now() - interval '8 days'`.execute(owner.db);
  expect(await removeExpired(db)).toBe(4);
  expect(await removeExpired(db)).toBe(0);
  const { rows } = await sql<{ seq: bigint }>`select seq from socket_message`.execute(db);
  expect(rows).toEqual([{ seq: 3n }]);
});
