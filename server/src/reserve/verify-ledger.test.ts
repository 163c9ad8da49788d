import { oneCoin } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { clearHalt, readHalt } from '../ledger/halt.ts';
import { postEntry } from '../ledger/post.ts';
import { fund, transferEntry } from '../ledger/test-ledger.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Database } from '../platform/db/connect.ts';
import type { TestDatabase } from '../platform/db/test-database.ts';
import { cloneDatabase } from '../platform/db/test-setup.ts';
import { readVerification } from './verification-store.ts';
import { verifyLedger, verifyWholeLedger } from './verify-ledger.ts';

let clone: TestDatabase;
let app: Database;
let owner: Database;
let transfers = 0;
beforeAll(async () => {
  clone = await cloneDatabase();
  app = clone.connect('app');
  owner = clone.connect('owner', { max: 1 });
  await fund(app.db, 'mem_a', 1_000);
  await transfer(20);
});
beforeEach(() => inTransaction(app.db, clearHalt));
afterAll(() => clone.drop());

async function transfer(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    transfers += 1;
    const entry = transferEntry(`v${transfers}`, 'mem_a', 'mem_b', oneCoin, 'USDT');
    await inTransaction(app.db, (tx) => postEntry(tx, entry));
  }
}
/** What only an owner of the tables with all triggers off can do. */
async function forge(statement: string): Promise<void> {
  const client = await owner.pool.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query('alter table ledger.journal disable trigger immutable');
    await client.query(statement);
    await client.query('alter table ledger.journal enable always trigger immutable');
  } finally {
    client.release(true);
  }
}
const oldest = `(select min(id) from ledger.journal j where j.line = 0 and j.amount = ${oneCoin})`;
const newest = '(select max(id) from ledger.journal)';

test('behavior: what is proved is not proved again; what is new is, and the hashes are kept', async () => {
  const lines: { batches?: number }[] = [];
  const log = { info: (fields: { batches?: number }) => lines.push(fields), fatal: () => undefined } as never;
  await verifyLedger({ db: app.db, log });
  await verifyLedger({ db: app.db, log });
  await transfer(3);
  await verifyLedger({ db: app.db, log });
  expect(lines.map(({ batches }) => batches)).toEqual([21, 0, 3]);
  expect(Object.values((await readVerification(app.db)).lanes)[0]?.hash).toMatch(/^[0-9a-f]{64}$/);
  expect(await readHalt(app.db)).toBeUndefined();
});

test('refuses: payouts when a new row, a balance or a proved hash was changed', async () => {
  await verifyLedger({ db: app.db });
  await transfer(2);
  await forge(`update ledger.journal set reference = 'other' where id = ${newest}`);
  await expect(verifyLedger({ db: app.db })).rejects.toThrow('its hash does not fit its rows');
  expect((await readHalt(app.db))?.reason).toContain('the ledger does not agree');
  await forge(`update ledger.journal set reference = 'tra_v${transfers}' where id = ${newest}`);
  await verifyLedger({ db: app.db });
  await forge(`update ledger.account set balance = balance + 1 where name = 'member:mem_b:available'`);
  await expect(verifyLedger({ db: app.db })).rejects.toThrow(
    'its balance is not the one after its newest row',
  );
  await forge(`update ledger.account set balance = balance - 1 where name = 'member:mem_b:available'`);
  await verifyLedger({ db: app.db });
  const lane = await sql<{ batch: bigint }>`select batch from ledger.lane where batch > 0`.execute(app.db);
  await forge(`alter table ledger.batch disable trigger immutable;
    update ledger.batch set hash = sha256('x') where id = ${lane.rows[0]?.batch};
    alter table ledger.batch enable always trigger immutable`);
  await expect(verifyLedger({ db: app.db })).rejects.toThrow('what was verified before has changed');
  await forge(`alter table ledger.batch disable trigger immutable;
    update ledger.batch b set hash = l.hash from ledger.lane l where l.batch = b.id;
    alter table ledger.batch enable always trigger immutable`);
  await verifyLedger({ db: app.db });
});

test('refuses: payouts when an old row was changed, the night after; the whole is due once a night', async () => {
  const at = (day: number, hour: number): Date => new Date(Date.UTC(2026, 0, day, hour));
  expect(await verifyWholeLedger({ db: app.db, now: at(1, 12) })).toBe('verified');
  expect(await verifyWholeLedger({ db: app.db, now: at(2, 1) })).toBe('notdue');
  expect(await verifyWholeLedger({ db: app.db, now: at(2, 3) })).toBe('notdue');
  expect(await verifyWholeLedger({ db: app.db, now: at(2, 9) })).toBe('notdue');
  expect(await verifyWholeLedger({ db: app.db, now: at(2, 19) })).toBe('verified');
  expect(await verifyWholeLedger({ db: app.db, now: at(3, 3) })).toBe('notdue');
  await forge(`update ledger.journal set reference = 'other' where id = ${oldest}`);
  await verifyLedger({ db: app.db });
  await expect(verifyWholeLedger({ db: app.db, now: at(4, 3) })).rejects.toThrow(
    'its hash does not fit its rows',
  );
  expect(await readHalt(app.db)).toBeDefined();
});
