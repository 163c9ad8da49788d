import { Refusal } from '@openmere/core/kit/refusal.ts';
import { availableAccount, heldAccount } from '@openmere/core/ledger/account.ts';
import type { JournalEntry } from '@openmere/core/ledger/entry.ts';
import { oneCoin } from '@openmere/core/money/amount.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../platform/db/connect.ts';
import type { Database } from '../platform/db/connect.ts';
import type { TestDatabase } from '../platform/db/test-database.ts';
import { cloneDatabase } from '../platform/db/test-setup.ts';
import { balanceOf, memberBalance } from './balances.ts';
import { findEntry } from './entries.ts';
import { setOutboundLock } from './outbound.ts';
import { postEntry } from './post.ts';
import type { Posted } from './posted.ts';
import { reconcileLedger } from './reconcile.ts';
import { fund, transferEntry } from './test-ledger.ts';

let clone: TestDatabase;
let app: Database;

beforeAll(async () => {
  clone = await cloneDatabase();
  app = clone.connect('app');
  await fund(app.db, 'mem_a', 100);
});
afterAll(async () => {
  const result = await reconcileLedger(app.db);
  await clone.drop();
  expect(result.findings).toEqual([]);
});

const post = (entry: JournalEntry): Promise<Posted> => inTransaction(app.db, (tx) => postEntry(tx, entry));
async function refusalOf(promise: Promise<unknown>): Promise<Refusal> {
  const reason: unknown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(reason).toBeInstanceOf(Refusal);
  return reason as Refusal;
}

test('refuses: the same key with another input, before anything else is looked at', async () => {
  await post(transferEntry('conflict', 'mem_a', 'mem_b', oneCoin));
  const other = transferEntry('conflict', 'mem_a', 'mem_b', 10n ** 30n);
  await inTransaction(app.db, (tx) => setOutboundLock(tx, 'mem_a_locked', new Date(Date.now() + 60_000)));
  const refusal = await refusalOf(post({ ...other, outbound: { family: 'mem_a_locked' } }));
  expect(refusal.code).toBe('ledger.keyconflict');
});

test('refuses: more than there is, and says what was needed and what there is', async () => {
  await fund(app.db, 'mem_poor', 5);
  const refusal = await refusalOf(post(transferEntry('too much', 'mem_poor', 'mem_b', 7n * oneCoin)));
  expect(refusal).toMatchObject({
    code: 'ledger.insufficient',
    params: { asset: 'USDT', needed: '7', available: '5' },
  });
  expect(await balanceOf(app.db, availableAccount('mem_poor'), 'USDT')).toBe(5n * oneCoin);
});

test('refuses: an entry as a whole when a later posting cannot be paid', async () => {
  await fund(app.db, 'mem_fee', 10);
  const entry = transferEntry('with fee', 'mem_fee', 'mem_b', 10n * oneCoin);
  const fee = {
    source: availableAccount('mem_fee'),
    destination: 'fee:transfer',
    asset: 'USDT',
    amount: 1n,
  } as const;
  const before = await balanceOf(app.db, availableAccount('mem_b'), 'USDT');
  const refusal = await refusalOf(post({ ...entry, postings: [...entry.postings, fee] }));
  expect(refusal.params).toEqual({ asset: 'USDT', needed: '10.000000000000000001', available: '10' });
  expect(await balanceOf(app.db, availableAccount('mem_b'), 'USDT')).toBe(before);
});

test('refuses: an outbound entry of a locked family until the database says that the time is over', async () => {
  await fund(app.db, 'mem_l', 10);
  const until = new Date(Date.now() + 3_600_000);
  await inTransaction(app.db, (tx) => setOutboundLock(tx, 'mem_l', until));
  const refusal = await refusalOf(post(transferEntry('locked', 'mem_l', 'mem_b', oneCoin)));
  expect(refusal).toMatchObject({ code: 'ledger.locked', params: { until: until.toISOString() } });
});

test('refuses: an entry with a mistake, as a bug and not as a refusal', async () => {
  const entry = transferEntry('mistake', 'mem_a', 'mem_b', 0n);
  await expect(post(entry)).rejects.toThrow('amount "0"');
  await expect(post({ ...transferEntry('mistake', 'mem_a', 'mem_b', 1n), kind: 'Transfer' })).rejects.toThrow(
    'kind',
  );
});

test('behavior: after a refusal the transaction goes on', async () => {
  const posted = await inTransaction(app.db, async (tx) => {
    await refusalOf(postEntry(tx, transferEntry('too much again', 'mem_a', 'mem_b', 10n ** 30n)));
    return postEntry(tx, transferEntry('instead', 'mem_a', 'mem_b', oneCoin));
  });
  expect(posted.replayed).toBe(false);
});

test('behavior: the same request twice answers the same, and posts once', async () => {
  const entry = transferEntry('twice', 'mem_a', 'mem_c', 3n * oneCoin);
  const first = await post(entry);
  await post(transferEntry('between', 'mem_a', 'mem_c', oneCoin));
  const again = await post(entry);
  expect(again).toEqual({ ...first, replayed: true });
  expect(first.balances.at(-1)).toEqual({
    account: 'member:mem_c:available',
    asset: 'USDT',
    balance: 3n * oneCoin,
  });
  expect(await balanceOf(app.db, availableAccount('mem_c'), 'USDT')).toBe(4n * oneCoin);
});

test('behavior: several postings in several coins keep order, balances and data', async () => {
  await fund(app.db, 'mem_m', 50);
  await fund(app.db, 'mem_m', 7, 'OPEN');
  const posted = await post({
    key: 'many',
    kind: 'withdrawal',
    reference: 'wdr_1',
    actor: 'member:mem_m',
    data: { address: '0xabc', confirmations: 3, note: 'Ā 你好 "quoted" \\ {x}, NULL', none: null },
    postings: [
      {
        source: availableAccount('mem_m'),
        destination: heldAccount('mem_m'),
        asset: 'USDT',
        amount: 20n * oneCoin,
      },
      {
        source: availableAccount('mem_m'),
        destination: 'fee:withdrawal',
        asset: 'OPEN',
        amount: 7n * oneCoin,
      },
      { source: heldAccount('mem_m'), destination: 'fee:withdrawal', asset: 'USDT', amount: 1n },
    ],
  });
  expect(posted.balances).toEqual([
    { account: 'member:mem_m:available', asset: 'USDT', balance: 30n * oneCoin },
    { account: 'member:mem_m:held', asset: 'USDT', balance: 20n * oneCoin - 1n },
    { account: 'member:mem_m:available', asset: 'OPEN', balance: 0n },
    { account: 'fee:withdrawal', asset: 'OPEN', balance: 7n * oneCoin },
    { account: 'fee:withdrawal', asset: 'USDT', balance: 1n },
  ]);
  const entry = await findEntry(app.db, posted.entryId);
  expect(entry?.data).toEqual({
    address: '0xabc',
    confirmations: 3,
    note: 'Ā 你好 "quoted" \\ {x}, NULL',
    none: null,
  });
  expect(entry?.postings).toHaveLength(3);
  expect(await memberBalance(app.db, 'mem_m', 'USDT')).toEqual({
    available: 30n * oneCoin,
    held: 20n * oneCoin - 1n,
  });
});

test('behavior: a rolled back transaction leaves nothing, and its key is free', async () => {
  const entry = transferEntry('rolled back', 'mem_a', 'mem_d', oneCoin);
  const broken = inTransaction(app.db, async (tx) => {
    await postEntry(tx, entry);
    throw new Error('the use case failed');
  });
  await expect(broken).rejects.toThrow('the use case failed');
  expect(await balanceOf(app.db, availableAccount('mem_d'), 'USDT')).toBe(0n);
  expect((await post(entry)).replayed).toBe(false);
});

test('behavior: 10^20 coins with all 18 places are exact', async () => {
  const huge = 10n ** 38n - 1n;
  const entry = transferEntry('huge', 'mem_h', 'mem_h2', huge);
  await post({
    ...transferEntry('huge in', 'x', 'x', 1n),
    postings: [{ source: 'world', destination: availableAccount('mem_h'), asset: 'EQUITY', amount: huge }],
  });
  await post({ ...entry, postings: entry.postings.map((posting) => ({ ...posting, asset: 'EQUITY' })) });
  expect(await balanceOf(app.db, availableAccount('mem_h2'), 'EQUITY')).toBe(huge);
});
