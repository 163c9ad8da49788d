import { oneCoin } from '@openmere/core/money/amount.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../platform/db/connect.ts';
import type { Database } from '../platform/db/connect.ts';
import type { TestDatabase } from '../platform/db/test-database.ts';
import { cloneDatabase } from '../platform/db/test-setup.ts';
import { postEntry } from './post.ts';
import { reconcileLedger } from './reconcile.ts';
import { replayBalances } from './replay.ts';
import { fund, transferEntry } from './test-ledger.ts';
import { verifyRecent } from './verify-recent.ts';

let clone: TestDatabase;
let app: Database;
let owner: Database;

beforeAll(async () => {
  clone = await cloneDatabase();
  app = clone.connect('app');
  owner = clone.connect('owner', { max: 1 });
  await fund(app.db, 'mem_a', 100);
  for (let index = 0; index < 20; index += 1) {
    await inTransaction(app.db, (tx) => postEntry(tx, transferEntry(`t${index}`, 'mem_a', 'mem_b', oneCoin)));
  }
});
afterAll(() => clone.drop());

const writes = [
  `insert into ledger.journal (id, source_previous, destination_previous, source, destination, line, amount, source_balance, destination_balance) values (1, 0, 0, 1, 2, 1, 1, 1, 1)`,
  'update ledger.journal set amount = amount + 1',
  'delete from ledger.journal',
  'truncate ledger.journal',
  'insert into ledger.batch (id, lane, rows, previous, time, hash) values (1, 1, 1, 0, now(), decode(repeat($$00$$, 32), $$hex$$))',
  'update ledger.batch set time = now()',
  'delete from ledger.batch',
  'truncate ledger.batch',
  `insert into ledger.account (name, asset, may_be_negative, balance) values ('member:mem_thief:available', 'USDT', false, 1000)`,
  'update ledger.account set balance = balance + 1',
  'delete from ledger.account',
  'truncate ledger.account',
  'update ledger.lane set batch = 0',
  'delete from ledger.lane',
  `insert into ledger.kind (name) values ('theft')`,
  `insert into ledger.outbound_lock values ('mem_a', now())`,
  `update ledger.outbound_lock set locked_until = now()`,
  'delete from ledger.outbound_lock',
  `insert into ledger.halt (kind, subject, facts) values ('other', 'x', '{}')`,
  'delete from ledger.halt',
  `select nextval('ledger.batch_id')`,
  'alter table ledger.journal disable trigger all',
  'create table ledger.more (a int)',
  'create or replace function ledger.set_halt(p_reason text) returns void language sql as $$ select null $$',
];

test.each(writes)('refuses: as the app, %s', async (statement) => {
  await expect(app.pool.query(statement)).rejects.toMatchObject({ code: '42501' });
});

const forbiddenToFunctions = writes.filter(
  (statement) =>
    /ledger\.(journal|batch|account)/.test(statement) &&
    /^(update|delete|truncate)/.test(statement) &&
    !/set balance/.test(statement),
);

test.each(forbiddenToFunctions)('refuses: as the owner of the posting functions, %s', async (statement) => {
  const client = await owner.pool.connect();
  try {
    await client.query('begin; set local role openmere_ledger');
    await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' });
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test.each(['update ledger.journal set amount = 1', 'delete from ledger.batch', 'truncate ledger.journal'])(
  'refuses: even as the owner of the tables, %s',
  async (statement) => {
    await expect(owner.pool.query(statement)).rejects.toThrow('the journal is immutable');
    await expect(owner.pool.query(`set session_replication_role = replica; ${statement}`)).rejects.toThrow(
      'immutable',
    );
    await owner.pool.query('reset session_replication_role');
  },
);

/** Does to the stored ledger what only somebody with the whole server in hand could do, looks, and takes it back. */
async function findingsAfter(statement: string): Promise<string[]> {
  const open =
    'alter table ledger.journal disable trigger immutable; alter table ledger.batch disable trigger immutable;';
  await owner.pool
    .query(`create table kept as select * from ledger.journal; create table kept_batch as select * from ledger.batch;
    create table kept_account as select * from ledger.account; create table kept_lane as select * from ledger.lane; ${open} ${statement}`);
  const { findings } = await reconcileLedger(app.db);
  const { differences } = await replayBalances(app.db);
  // The incremental check must find it, too, whether it begins at the beginning or just before the change.
  const fromZero = await verifyRecent(app.db, {});
  expect(fromZero.findings).not.toEqual([]);
  await owner.pool
    .query(`delete from ledger.journal; delete from ledger.batch; delete from ledger.account; delete from ledger.lane;
    insert into ledger.journal select * from kept; insert into ledger.batch select * from kept_batch;
    insert into ledger.account overriding system value select * from kept_account; insert into ledger.lane select * from kept_lane;
    drop table kept, kept_batch, kept_account, kept_lane;
    alter table ledger.journal enable always trigger immutable; alter table ledger.batch enable always trigger immutable`);
  return [...findings.map(({ invariant }) => invariant), ...differences.map(() => 'replay')];
}

const newest = '(select max(id) from ledger.journal)';
test.each([
  {
    what: 'a changed amount',
    statement: `update ledger.journal set amount = amount + 1 where id = ${newest}`,
    found: ['I02', 'I05', 'replay'],
  },
  {
    what: 'a changed reference',
    statement: `update ledger.journal set reference = 'other' where id = ${newest}`,
    found: ['I05'],
  },
  {
    what: 'a changed time',
    statement: `update ledger.batch set time = now() where id = (select min(id) from ledger.batch)`,
    found: ['I05'],
  },
  {
    what: 'a removed entry',
    statement: `delete from ledger.journal where id = ${newest}`,
    found: ['I02', 'I05', 'replay'],
  },
  {
    what: 'a removed batch with its rows',
    statement: `delete from ledger.journal where id = ${newest}; delete from ledger.batch where id = (select max(id) from ledger.batch)`,
    found: ['I02', 'I05', 'replay'],
  },
  {
    what: 'a link that was cut',
    statement: `update ledger.batch set previous = 0 where id = (select max(id) from ledger.batch)`,
    found: ['I05'],
  },
  {
    what: 'a forged balance',
    statement: `update ledger.account set balance = balance + 5 where name = 'member:mem_b:available'`,
    found: ['I02', 'replay'],
  },
])('refuses: to overlook $what', async ({ statement, found }) => {
  expect([...new Set(await findingsAfter(statement))].toSorted((a, b) => (a < b ? -1 : 1))).toEqual(found);
});

test('behavior: an untouched ledger has no findings, and replays to the same balances', async () => {
  expect(await reconcileLedger(app.db)).toMatchObject({ batches: 21, rows: 21, findings: [] });
  expect((await replayBalances(app.db)).differences).toEqual([]);
});

test('behavior: the incremental check goes on where it ended, and costs what is new', async () => {
  const first = await verifyRecent(app.db, {});
  expect(first).toMatchObject({ batches: 21, findings: [] });
  expect(await verifyRecent(app.db, first.checkpoint)).toEqual({ ...first, batches: 0 });
  await inTransaction(app.db, (tx) => postEntry(tx, transferEntry('later', 'mem_a', 'mem_b', oneCoin)));
  const second = await verifyRecent(app.db, structuredClone(first.checkpoint));
  expect(second).toMatchObject({ batches: 1, findings: [] });
  const [lane = ''] = Object.keys(first.checkpoint);
  const rewritten = {
    ...second.checkpoint,
    [lane]: { batch: second.checkpoint[lane]?.batch ?? '', hash: '00' },
  };
  expect((await verifyRecent(app.db, rewritten)).findings.map(({ invariant }) => invariant)).toContain('I05');
  expect(
    (await verifyRecent(app.db, { ...second.checkpoint, 77: { batch: '9', hash: '00' } })).findings,
  ).toHaveLength(1);
});

/** Hashes every batch again as it was done before migration 0230: row by row. */
const HASH_AS_BEFORE = `
  alter table ledger.batch disable trigger immutable;
  do $$
  declare b ledger.batch; before bytea; after bytea;
  begin
    for b in select * from ledger.batch order by id loop
      before := coalesce((select p.hash from ledger.batch p where p.id = b.previous), decode(repeat('00', 32), 'hex'));
      after := ledger.batch_hash(before, b.id, b.lane, b.previous, b.time, (select string_agg(ledger.row_text(j), E'\\n' order by j.id)
                 from ledger.journal j where j.id between b.id * 4096 and b.id * 4096 + 4095));
      update ledger.batch set hash = after, format = 1 where id = b.id;
      update ledger.lane set hash = after where id = b.lane and batch = b.id;
    end loop;
  end $$;
  alter table ledger.batch enable always trigger immutable;`;

test('behavior: rows that were hashed as before are still proved, newer ones follow them, and a changed one is found', async () => {
  await owner.pool.query(HASH_AS_BEFORE);
  await inTransaction(app.db, (tx) => postEntry(tx, transferEntry('newer', 'mem_a', 'mem_b', oneCoin)));
  const { rows } = await app.pool.query('select distinct format from ledger.batch order by format');
  expect(rows).toEqual([{ format: 1 }, { format: 2 }]);
  expect((await reconcileLedger(app.db)).findings).toEqual([]);
  expect((await verifyRecent(app.db, {})).findings).toEqual([]);
  const oldest = '(select min(id) from ledger.journal)';
  expect(await findingsAfter(`update ledger.journal set actor = 'other' where id = ${oldest}`)).toEqual([
    'I05',
  ]);
});
