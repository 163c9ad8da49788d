import { Refusal } from '@openmere/core/kit/refusal.ts';
import { availableAccount, heldAccount } from '@openmere/core/ledger/account.ts';
import type { JournalEntry } from '@openmere/core/ledger/entry.ts';
import { oneCoin } from '@openmere/core/money/amount.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../platform/db/connect.ts';
import type { Database } from '../platform/db/connect.ts';
import type { TestDatabase } from '../platform/db/test-database.ts';
import { cloneDatabase } from '../platform/db/test-setup.ts';
import { balancesOf, memberBalance, memberBalances, membersTotals } from './balances.ts';
import { findEntry, findEntryByKey, listEntries, listMemberEntries } from './entries.ts';
import { postEntry } from './post.ts';
import type { Posted } from './posted.ts';
import { readStatement } from './statement.ts';
import { fund, transferEntry } from './test-ledger.ts';

let clone: TestDatabase;
let app: Database;
const kinds = ['transfer', 'withdrawal', 'deposit'];

beforeAll(async () => {
  clone = await cloneDatabase();
  app = clone.connect('app');
  await fund(app.db, 'mem_a', 1_000);
  await fund(app.db, 'mem_a', 1_000, 'OPEN');
  for (let index = 1; index <= 25; index += 1)
    await post(withFee(`t${index}`, index % 5 === 0 ? 'OPEN' : 'USDT'));
  for (let index = 1; index <= 10; index += 1) await post(hold(`h${index}`));
});
afterAll(() => clone.drop());

const post = (entry: JournalEntry): Promise<Posted> => inTransaction(app.db, (tx) => postEntry(tx, entry));

function withFee(key: string, asset: string): JournalEntry {
  const entry = transferEntry(key, 'mem_a', 'mem_b', 2n * oneCoin, asset);
  const fee = {
    source: availableAccount('mem_a'),
    destination: 'fee:transfer',
    asset,
    amount: oneCoin / 2n,
  } as const;
  return { ...entry, data: { number: key }, postings: [...entry.postings, fee] };
}

function hold(key: string): JournalEntry {
  const posting = {
    source: availableAccount('mem_a'),
    destination: heldAccount('mem_a'),
    asset: 'USDT',
    amount: 20n * oneCoin,
  };
  return { key, kind: 'withdrawal', reference: `wdr_${key}`, actor: 'member:mem_a', postings: [posting] };
}

async function wholeStatement(limit: number): Promise<Awaited<ReturnType<typeof readStatement>>['records']> {
  const records = [];
  let cursor: string | undefined;
  do {
    const page = await readStatement(app.db, {
      account: availableAccount('mem_a'),
      asset: 'USDT',
      limit,
      ...(cursor === undefined ? {} : { cursor }),
    });
    expect(page.records.length).toBeLessThanOrEqual(limit);
    records.push(...page.records);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return records;
}

test('refuses: a cursor that it did not write', async () => {
  const query = { account: availableAccount('mem_a'), asset: 'USDT', limit: 5 };
  for (const cursor of [
    '',
    'x',
    '!!',
    Buffer.from("1.zz'; drop").toString('base64url'),
    'a'.repeat(10_000),
  ]) {
    await expect(readStatement(app.db, { ...query, cursor })).rejects.toBeInstanceOf(Refusal);
  }
});

test("refuses: to read on at another account's row", async () => {
  const theirs = await readStatement(app.db, { account: availableAccount('mem_b'), asset: 'OPEN', limit: 1 });
  const row = Buffer.from(theirs.cursor ?? '', 'base64url')
    .toString()
    .split('.')[1];
  const mine = await app.pool.query(
    `select id from ledger.account where name = 'member:mem_a:held' and asset = 'USDT'`,
  );
  const forged = Buffer.from(`${mine.rows[0].id}.${row}`).toString('base64url');
  const page = await readStatement(app.db, {
    account: heldAccount('mem_a'),
    asset: 'USDT',
    limit: 5,
    cursor: forged,
  });
  expect(page.records).toEqual([]);
});

test('behavior: a statement has one record an entry, newest first, and each balance follows from the one before', async () => {
  const records = await wholeStatement(1_000);
  expect(records).toHaveLength(1 + 20 + 10);
  expect(records[0]).toMatchObject({
    kind: 'withdrawal',
    amount: -20n * oneCoin,
    reference: 'wdr_h10',
    data: null,
  });
  expect(records.at(-2)).toMatchObject({
    kind: 'transfer',
    amount: (-5n * oneCoin) / 2n,
    data: { number: 't1' },
  });
  for (const [index, record] of records.entries()) {
    expect(record.balanceAfter).toBe((records[index + 1]?.balanceAfter ?? 0n) + record.amount);
  }
});

test.each([1, 2, 7, 31])('behavior: pages of %i join to the whole statement', async (limit) => {
  expect(await wholeStatement(limit)).toEqual(await wholeStatement(1_000));
});

test.each([1, 4, 50])(
  "behavior: a member's entries over all coins in pages of %i, each once, newest first",
  async (limit) => {
    const seqs: bigint[] = [];
    let cursor: string | undefined;
    do {
      const page = await listMemberEntries(app.db, {
        memberId: 'mem_a',
        kinds,
        limit,
        ...(cursor === undefined ? {} : { cursor }),
      });
      seqs.push(...page.entries.map(({ seq }) => seq));
      cursor = page.cursor;
    } while (cursor !== undefined);
    expect(seqs).toHaveLength(2 + 25 + 10);
    expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => (a < b ? 1 : -1)));
  },
);

test('behavior: only the wanted kinds are listed, for either side', async () => {
  const mine = await listMemberEntries(app.db, { memberId: 'mem_a', kinds: ['withdrawal'], limit: 100 });
  const theirs = await listMemberEntries(app.db, { memberId: 'mem_b', kinds: ['transfer'], limit: 100 });
  expect(mine.entries).toHaveLength(10);
  expect(theirs.entries).toHaveLength(25);
  expect(theirs.entries[0]?.postings.map(({ amount }) => amount)).toEqual([2n * oneCoin, oneCoin / 2n]);
});

test('behavior: an entry is found by its id and by its key', async () => {
  const byKey = await findEntryByKey(app.db, { actor: 'member:mem_a', kind: 'transfer', key: 't7' });
  expect(byKey).toMatchObject({ reference: 'tra_t7', actor: 'member:mem_a', data: { number: 't7' } });
  expect(await findEntry(app.db, byKey?.entryId ?? '')).toEqual(byKey);
  expect(
    await findEntryByKey(app.db, { actor: 'member:mem_b', kind: 'transfer', key: 't7' }),
  ).toBeUndefined();
  expect((await listEntries(app.db, { limit: 3 })).map(({ reference }) => reference)).toEqual([
    'wdr_h10',
    'wdr_h9',
    'wdr_h8',
  ]);
});

test('behavior: balances of many members, with zero for whoever has none', async () => {
  const balances = await memberBalances(app.db, ['mem_a', 'mem_b', 'mem_nobody']);
  expect(balances.get('mem_a')?.get('USDT')).toEqual({ available: 750n * oneCoin, held: 200n * oneCoin });
  expect(balances.get('mem_b')?.get('OPEN')).toEqual({ available: 10n * oneCoin, held: 0n });
  expect(balances.get('mem_nobody')?.size).toBe(0);
  expect(await memberBalance(app.db, 'mem_nobody', 'USDT')).toEqual({ available: 0n, held: 0n });
  expect(await membersTotals(app.db)).toEqual(
    new Map([
      ['OPEN', (1_000n * oneCoin * 2n - 5n * oneCoin) / 2n],
      ['USDT', 990n * oneCoin],
    ]),
  );
  expect((await balancesOf(app.db, 'treasury:bsc')).get('USDT')).toBe(-1_000n * oneCoin);
});
