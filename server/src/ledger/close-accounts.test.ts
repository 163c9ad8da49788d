import { availableAccount } from '@openmere/core/ledger/account.ts';
import { oneCoin } from '@openmere/core/money/amount.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../platform/db/connect.ts';
import type { Database } from '../platform/db/connect.ts';
import type { TestDatabase } from '../platform/db/test-database.ts';
import { cloneDatabase } from '../platform/db/test-setup.ts';
import { balanceOf } from './balances.ts';
import { closeAccounts } from './close-accounts.ts';
import { createGatherer } from './gather.ts';
import type { Gatherer } from './gather.ts';
import { postEntry } from './post.ts';
import { reconcileLedger } from './reconcile.ts';
import { depositEntry, fund, transferEntry } from './test-ledger.ts';

let clone: TestDatabase;
let app: Database;
let gatherer: Gatherer;

beforeAll(async () => {
  clone = await cloneDatabase();
  app = clone.connect('app');
  gatherer = createGatherer(app);
  await fund(app.db, 'mem_sender', 1_000);
});
afterAll(async () => {
  await gatherer.close();
  const { findings } = await reconcileLedger(app.db);
  await clone.drop();
  expect(findings).toEqual([]);
});

const close = (member: string) =>
  inTransaction(app.db, (tx) => closeAccounts(tx, availableAccount(member), ['USDT', 'OPEN']));
const held = (member: string) => balanceOf(app.db, availableAccount(member), 'USDT');
const send = (key: string, to: string) => transferEntry(key, 'mem_sender', to, oneCoin);

test('refuses: a transfer to a closed account, posted or gathered, whatever else stands in the group', async () => {
  await close('mem_gone');
  const posted = inTransaction(app.db, (tx) => postEntry(tx, send('one', 'mem_gone')));
  await expect(posted).rejects.toMatchObject({ code: 'ledger.closed' });
  const before = await held('mem_sender');
  const answers = await Promise.allSettled([
    gatherer.post(send('to another', 'mem_open')),
    gatherer.post(send('to the closed one', 'mem_gone')),
    gatherer.post(send('to another again', 'mem_open')),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(answers[1]).toMatchObject({ reason: { code: 'ledger.closed' } });
  expect([await held('mem_gone'), before - (await held('mem_sender'))]).toEqual([0n, 2n * oneCoin]);
});

test('refuses: an entry as a whole when only its second posting goes to a closed account', async () => {
  await close('mem_second');
  const { postings, ...entry } = send('two', 'mem_first');
  const [first] = postings;
  const second = first && { ...first, destination: availableAccount('mem_second') };
  const both = { ...entry, postings: [first, second].flatMap((posting) => posting ?? []) };
  await expect(gatherer.post(both)).rejects.toMatchObject({ code: 'ledger.closed' });
  expect([await held('mem_first'), await held('mem_second')]).toEqual([0n, 0n]);
});

test('behavior: what was posted before the closing is answered again; a reward may still come', async () => {
  const entry = send('before', 'mem_leaving');
  const first = await gatherer.post(entry);
  await close('mem_leaving');
  expect(await gatherer.post(entry)).toEqual({ ...first, replayed: true });
  await inTransaction(app.db, (tx) => postEntry(tx, depositEntry('late', 'mem_leaving', oneCoin)));
  expect(await held('mem_leaving')).toBe(2n * oneCoin);
});

test('behavior: a transfer that came while the closing was under way waits for it, and is refused', async () => {
  await fund(app.db, 'mem_closing', 1);
  await fund(app.db, 'mem_other', 1);
  await gatherer.post(send('the accounts are known', 'mem_closing'));
  let waiting: Promise<unknown> = Promise.resolve();
  await inTransaction(app.db, async (tx) => {
    await closeAccounts(tx, availableAccount('mem_closing'), ['USDT']);
    waiting = gatherer.post(send('meanwhile', 'mem_closing')).catch((error: unknown) => error);
    // Who spends from another account is not held up by it.
    await gatherer.post(transferEntry('beside it', 'mem_other', 'mem_open', oneCoin));
  });
  expect(await waiting).toMatchObject({ code: 'ledger.closed' });
  expect(await held('mem_closing')).toBe(2n * oneCoin);
});

test('behavior: of many transfers around the moment of closing none arrives after it', async () => {
  for (let round = 0; round < 20; round += 1) {
    const member = `mem_race_${round}`;
    await fund(app.db, member, 1);
    const sent = Array.from({ length: 20 }, (_, index) => gatherer.post(send(`${member} ${index}`, member)));
    const atClosing = inTransaction(app.db, async (tx) => {
      await closeAccounts(tx, availableAccount(member), ['USDT']);
      return balanceOf(tx, availableAccount(member), 'USDT');
    });
    const later = Array.from({ length: 20 }, (_, index) =>
      gatherer.post(send(`${member} later ${index}`, member)),
    );
    await Promise.allSettled([...sent, ...later]);
    expect(await held(member)).toBe(await atClosing);
  }
});
