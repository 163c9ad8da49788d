import { Refusal } from '@openmere/core/kit/refusal.ts';
import { availableAccount } from '@openmere/core/ledger/account.ts';
import type { JournalEntry } from '@openmere/core/ledger/entry.ts';
import { oneCoin } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../platform/db/connect.ts';
import type { Database } from '../platform/db/connect.ts';
import type { TestDatabase } from '../platform/db/test-database.ts';
import { cloneDatabase } from '../platform/db/test-setup.ts';
import { balanceOf } from './balances.ts';
import { createGatherer } from './gather.ts';
import type { Gatherer } from './gather.ts';
import { lockOutboundFor } from './outbound.ts';
import { postEntry } from './post.ts';
import type { Posted } from './posted.ts';
import { reconcileLedger } from './reconcile.ts';
import { fund, transferEntry } from './test-ledger.ts';

let clone: TestDatabase;
let app: Database;
let reader: Database;
let gatherers: Gatherer[];

beforeAll(async () => {
  clone = await cloneDatabase();
  app = clone.connect('app', { max: 64 });
  reader = clone.connect('readonly', { max: 2 });
  // Two of them: several API processes post on one database.
  gatherers = [createGatherer(app), createGatherer(app)];
});
afterAll(async () => {
  await Promise.all(gatherers.map((gatherer) => gatherer.close()));
  const result = await reconcileLedger(app.db);
  await clone.drop();
  expect(result.findings).toEqual([]);
});

type Way = { name: string; count: number; post: (entry: JournalEntry, index: number) => Promise<Posted> };
const ways: Way[] = [
  { name: 'gathered', count: 5_000, post: (entry, index) => (gatherers[index % 2] as Gatherer).post(entry) },
  {
    name: 'one transaction each',
    count: 2_000,
    post: (entry) => inTransaction(app.db, (tx) => postEntry(tx, entry)),
  },
];

/** Reads a balance every few milliseconds while `work` runs; the smallest value seen. */
async function lowestDuring(
  member: string,
  work: Promise<unknown>,
): Promise<{ lowest: bigint; reads: number }> {
  let running = true;
  const ended = work.finally(() => (running = false));
  let lowest = 0n;
  let reads = 0;
  while (running) {
    const balance = await balanceOf(reader.db, availableAccount(member), 'USDT');
    if (balance < lowest || reads === 0) lowest = balance;
    reads += 1;
  }
  await ended;
  return { lowest, reads };
}

/** `count` calls over `lanes` connections at once. */
async function race(
  count: number,
  lanes: number,
  call: (index: number) => Promise<Posted>,
): Promise<PromiseSettledResult<Posted>[]> {
  const results: PromiseSettledResult<Posted>[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      const [result] = await Promise.allSettled([call(next++)]);
      results.push(result);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}

const isRefusal = (result: PromiseSettledResult<Posted>, code: string): boolean =>
  result.status === 'rejected' && result.reason instanceof Refusal && result.reason.code === code;

test.each(ways)(
  'refuses: all but 10 of $count spends at once of a balance for exactly 10 ($name)',
  async ({ name, post, count }) => {
    const member = `mem_race_${name.length}`;
    await fund(app.db, member, 10);
    const spend = (index: number): Promise<Posted> =>
      post(transferEntry(`race ${name} ${index}`, member, `mem_to_${index % 50}`, oneCoin), index);
    const all = race(count, name === 'gathered' ? count : 64, spend);
    const { lowest, reads } = await lowestDuring(member, all);
    const results = await all;
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(10);
    expect(results.filter((result) => isRefusal(result, 'ledger.insufficient'))).toHaveLength(count - 10);
    expect(await balanceOf(app.db, availableAccount(member), 'USDT')).toBe(0n);
    expect(lowest).toBeGreaterThanOrEqual(0n);
    expect(reads).toBeGreaterThan(1);
  },
);

test.each(ways)('refuses: the same key with another amount, racing ($name)', async ({ name, post }) => {
  const member = `mem_other_${name.length}`;
  await fund(app.db, member, 100);
  const results = await Promise.allSettled(
    Array.from({ length: 40 }, (_, index) =>
      post(transferEntry(`other ${name}`, member, 'mem_z', BigInt(1 + (index % 4))), index),
    ),
  );
  const posted = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  expect(new Set(posted.map(({ entryId }) => entryId)).size).toBe(1);
  expect(posted).toHaveLength(10);
  expect(results.filter((result) => isRefusal(result, 'ledger.keyconflict'))).toHaveLength(30);
});

test.each(ways)(
  'behavior: 1,000 copies of one request post once and answer the same ($name)',
  async ({ name, post }) => {
    const member = `mem_copy_${name.length}`;
    await fund(app.db, member, 100);
    const entry = transferEntry(`copy ${name}`, member, 'mem_y', 3n * oneCoin);
    const results = await race(1_000, name === 'gathered' ? 1_000 : 64, (index) => post(entry, index));
    const answers = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(answers).toHaveLength(1_000);
    const distinct = new Set(
      answers.map(({ replayed: _, ...rest }) =>
        JSON.stringify(rest, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)),
      ),
    );
    expect(distinct.size).toBe(1);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await balanceOf(app.db, availableAccount(member), 'USDT')).toBe(97n * oneCoin);
  },
);

test('behavior: who spent everything hears at a replay what was answered then, and a used key is a used key', async () => {
  const [one, other] = gatherers as [Gatherer, Gatherer];
  await fund(app.db, 'mem_poor', 5);
  const entry = transferEntry('everything', 'mem_poor', 'mem_x', 5n * oneCoin);
  const first = await one.post(entry);
  await lockOutbound('mem_poor');
  const answers = await Promise.allSettled([
    other.post(entry),
    other.post(transferEntry('more', 'mem_poor', 'mem_x', oneCoin)),
    one.post({ ...entry, reference: 'tra_other' }),
    one.post(transferEntry('from another', 'mem_copy_8', 'mem_poor', oneCoin)),
  ]);
  expect(answers[0]).toEqual({ status: 'fulfilled', value: { ...first, replayed: true } });
  expect(isRefusal(answers[1] as PromiseSettledResult<Posted>, 'ledger.locked')).toBe(true);
  expect(isRefusal(answers[2] as PromiseSettledResult<Posted>, 'ledger.keyconflict')).toBe(true);
  expect(answers[3]?.status).toBe('fulfilled');
});

/** Nothing leaves this family for a day. */
function lockOutbound(family: string): Promise<Date> {
  return inTransaction(app.db, (tx) => lockOutboundFor(tx, family, 24));
}

test('behavior: groups of two processes and single entries on the same accounts lose nothing', async () => {
  const members = Array.from({ length: 6 }, (_, index) => `mem_busy_${index}`);
  for (const member of members) await fund(app.db, member, 1_000);
  const posts = Array.from({ length: 1_200 }, (_, index) => {
    const from = members[index % 6] as string;
    const to = members[(index * 5 + 1) % 6] as string;
    const entry = transferEntry(`busy ${index}`, from, to === from ? 'mem_x' : to, oneCoin);
    return index % 10 === 0
      ? inTransaction(app.db, (tx) => postEntry(tx, entry))
      : (gatherers[index % 2] as Gatherer).post(entry);
  });
  const posted = await Promise.all(posts);
  expect(new Set(posted.map(({ seq }) => seq)).size).toBe(1_200);
  expect((await reconcileLedger(app.db)).findings).toEqual([]);
});

test('behavior: the hook runs in the transaction of what is posted, once for each entry, and never for a refusal', async () => {
  await clone
    .connect('owner')
    .pool.query('create table seen (entry text primary key); grant all on seen to openmere_app');
  await fund(app.db, 'mem_hook', 10);
  const hooked = createGatherer(app, {
    onPosted: async (tx, posted) => {
      const ids = posted.map(({ entryId }) => entryId);
      await sql`insert into seen select unnest(${ids}::text[])`.execute(tx);
    },
  });
  const results = await Promise.allSettled(
    Array.from({ length: 60 }, (_, index) =>
      hooked.post(transferEntry(`hook ${index % 30}`, 'mem_hook', 'mem_x', oneCoin)),
    ),
  );
  await hooked.close();
  const posted = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.entryId] : []));
  const seen = await app.pool.query<{ entry: string }>('select entry from seen');
  expect(new Set(posted)).toEqual(new Set(seen.rows.map(({ entry }) => entry)));
  expect(seen.rows).toHaveLength(10);
});

test('behavior: a failing hook fails its group only, and nothing of it is posted', async () => {
  await fund(app.db, 'mem_broken', 10);
  const broken = createGatherer(app, { onPosted: () => Promise.reject(new Error('outbox is broken')) });
  await expect(broken.post(transferEntry('broken', 'mem_broken', 'mem_x', oneCoin))).rejects.toThrow(
    'outbox is broken',
  );
  await broken.close();
  expect(await balanceOf(app.db, availableAccount('mem_broken'), 'USDT')).toBe(10n * oneCoin);
});

test('behavior: an entry that breaks its group does not hurt the others', async () => {
  await fund(app.db, 'mem_ok', 10);
  const gatherer = createGatherer(app, {
    onPosted: (_tx, posted) =>
      posted.some(({ reference }) => reference === 'tra_bad')
        ? Promise.reject(new Error('cannot be told'))
        : Promise.resolve(),
  });
  const results = await Promise.allSettled(
    ['fine 1', 'bad', 'fine 2'].map((key) => gatherer.post(transferEntry(key, 'mem_ok', 'mem_x', oneCoin))),
  );
  await gatherer.close();
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await balanceOf(app.db, availableAccount('mem_ok'), 'USDT')).toBe(8n * oneCoin);
});
