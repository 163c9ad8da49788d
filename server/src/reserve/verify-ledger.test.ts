import { availableAccount, heldAccount } from '@openmere/core/ledger/account.ts';
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
import { askForRun, findLastRun } from './verification-run-store.ts';
import type { VerificationRun } from './verification-run-store.ts';
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
  expect((await readHalt(app.db))?.facts['invariants']).toMatch(/^I0/);
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

/** What the last run says, read by whoever looks at health. */
async function lastRun(): Promise<VerificationRun> {
  const run = await findLastRun(app.db);
  if (!run) throw new Error('a run stands there');
  return run;
}
/** The whole, asked for by an operator. */
async function recompute(signal?: AbortSignal): Promise<string> {
  await askForRun(app.db, 'operator-one');
  return verifyWholeLedger({ db: app.db, now: new Date(), signal });
}
const HOUR_MS = 3_600_000;
const goneThrough = async (): Promise<bigint> => {
  const { rows } = await sql<{ rows: bigint }>`select count(*) as rows from ledger.journal`.execute(app.db);
  return rows[0]?.rows ?? 0n;
};

test('behavior: the whole is due once a night, at once when that was too long ago, and whenever somebody asks', async () => {
  expect(await verifyWholeLedger({ db: app.db, now: new Date() })).toBe('verified');
  const { endedAt, askedBy } = await lastRun();
  if (!endedAt) throw new Error('it ended');
  expect(askedBy).toBeNull();
  const after = (hours: number): Date => new Date(endedAt.getTime() + hours * HOUR_MS);
  // The first three o'clock (UTC) that is a day away.
  const night = after(20);
  night.setUTCHours(night.getUTCHours() < 3 ? 3 : 27, 0, 0, 0);
  expect(await verifyWholeLedger({ db: app.db, now: after(5) })).toBe('notdue');
  // By night, too, not twice within twenty hours.
  expect(await verifyWholeLedger({ db: app.db, now: after(19.9) })).toBe('notdue');
  expect(await verifyWholeLedger({ db: app.db, now: night })).toBe('verified');
  await sql`select pg_sleep(0.01)`.execute(app.db);
  expect(await verifyWholeLedger({ db: app.db, now: new Date() })).toBe('notdue');
  expect(await recompute()).toBe('verified');
  expect(await lastRun()).toMatchObject({ askedBy: 'operator-one', findingCount: 0, percent: 100 });
  expect(await verifyWholeLedger({ db: app.db, now: after(31 + 24) })).toBe('verified');
});

test('behavior: the whole goes on where it was ended, beside what is posted meanwhile', async () => {
  const { db } = app;
  const stopping = new AbortController();
  await askForRun(db, 'operator-one');
  // Aborted as soon as the first step is kept: as if the process had ended there.
  const watching = (async () => {
    while ((await lastRun()).percent === 0) await sql`select pg_sleep(0.002)`.execute(db);
    stopping.abort();
  })();
  const outcome = await verifyWholeLedger({
    db,
    now: new Date(),
    signal: stopping.signal,
    batchesPerStep: 2,
  });
  await watching;
  const middle = await lastRun();
  expect([outcome, middle.endedAt]).toEqual(['stopped', null]);
  expect(Number(middle.rows)).toBeGreaterThan(0);
  await transfer(5);
  // What is done is not done again: a row of the first step that is changed now is not seen by this run, but by the next.
  await forge(`update ledger.journal set reference = 'other' where id = ${oldest}`);
  expect(await verifyWholeLedger({ db, now: new Date(), batchesPerStep: 2 })).toBe('verified');
  const end = await lastRun();
  expect(end.id).toBe(middle.id);
  expect(end.rows).toBe(await goneThrough());
  expect(await recompute()).toBe('broken');
  await forge(`update ledger.journal j set reference = 'tra_v1' where id = ${oldest}`);
  expect(await recompute()).toBe('verified');
});

test('refuses: payouts when an old row, hold, balance or batch was changed', async () => {
  const [source, destination] = [availableAccount('mem_b'), heldAccount('mem_b')];
  const held = {
    ...transferEntry('h1', 'mem_b', 'mem_b', 5n),
    postings: [{ source, destination, asset: 'USDT', amount: 5n }],
  };
  await inTransaction(app.db, (tx) => postEntry(tx, held));
  expect(await recompute()).toBe('verified');
  const first = await sql<{ id: bigint }>`select min(id) as id from ledger.journal j
    where j.line = 0 and j.amount = ${oneCoin}`.execute(app.db);
  const id = String(first.rows[0]?.id);
  const broken: [string, string, RegExp][] = [
    [
      `update ledger.journal set reference = 'other' where id = ${id}`,
      `update ledger.journal set reference = 'tra_v1' where id = ${id}`,
      /I05 batch \d+: its hash does not fit its rows/,
    ],
    [
      `update ledger.journal set amount = amount + 1 where id = ${id}`,
      `update ledger.journal set amount = amount - 1 where id = ${id}`,
      /I02 row \d+, member:mem_a:available USDT: balance is/,
    ],
    [
      `update ledger.account set balance = balance + 1 where name = 'member:mem_b:held'`,
      `update ledger.account set balance = balance - 1 where name = 'member:mem_b:held'`,
      /I02 member:mem_b:held USDT: balance 6, its postings give 5/,
    ],
    [
      `insert into ledger.journal select (max(id) over () / 4096 + 100) * 4096, source_previous, destination_previous, source,
         destination, line, kind, gen_random_uuid(), input, amount, source_balance, destination_balance, actor, reference, data
         from ledger.journal order by id desc limit 1`,
      `delete from ledger.journal where id = ${newest}`,
      /I05 rows from \d+ on: no batch names them/,
    ],
  ];
  for (const [change, back, finding] of broken) {
    await forge(change);
    expect(await recompute()).toBe('broken');
    const run = await lastRun();
    expect(run.findings.join('\n')).toMatch(finding);
    expect(run.findingCount).toBeGreaterThan(0);
    expect(await readHalt(app.db)).toMatchObject({ kind: 'ledger', subject: 'journal' });
    await forge(back);
    expect(await recompute()).toBe('verified');
    await inTransaction(app.db, clearHalt);
  }
});

test('refuses: two runs at a time; who asks meanwhile is told of the one under way', async () => {
  expect(await askForRun(app.db, 'operator-one')).toBe(true);
  expect(await askForRun(app.db, 'operator-two')).toBe(false);
  expect(await lastRun()).toMatchObject({ askedBy: 'operator-one', startedAt: null, endedAt: null });
  expect(await verifyWholeLedger({ db: app.db, now: new Date() })).toBe('verified');
});
