import { oneCoin } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../platform/db/connect.ts';
import type { Database } from '../platform/db/connect.ts';
import type { TestDatabase } from '../platform/db/test-database.ts';
import { cloneDatabase } from '../platform/db/test-setup.ts';
import { createListener } from '../platform/notify.ts';
import { EVERYONE_CHANNEL } from '../platform/outbox.ts';
import { createGatherer } from './gather.ts';
import { clearHalt, endHalt, listEndedHalts, listHalts, readHalt, setHalt } from './halt.ts';
import { findOutboundLock, lockOutboundFor, setOutboundLock } from './outbound.ts';
import { postEntry } from './post.ts';
import { depositEntry, fund, transferEntry } from './test-ledger.ts';

let clone: TestDatabase;
let app: Database;

beforeAll(async () => {
  clone = await cloneDatabase();
  app = clone.connect('app');
  await fund(app.db, 'mem_main', 100);
  await fund(app.db, 'mem_child', 100);
});
afterAll(() => clone.drop());

const inHours = (hours: number): Date => new Date(Date.now() + hours * 3_600_000);

/** A spend of the main account or of a sub-account: the family is the main member's in both. */
const spend = (key: string, from: string) => ({
  ...transferEntry(key, from, 'mem_other', oneCoin),
  outbound: { family: 'mem_main' },
});

test('refuses: every outbound entry of main and sub-accounts while the family is locked, posted or gathered', async () => {
  await inTransaction(app.db, (tx) => lockOutboundFor(tx, 'mem_main', 24));
  const gatherer = createGatherer(app);
  for (const from of ['mem_main', 'mem_child']) {
    const one = inTransaction(app.db, (tx) => postEntry(tx, spend(`one ${from}`, from)));
    await expect(one).rejects.toMatchObject({ code: 'ledger.locked' });
    await expect(gatherer.post(spend(`many ${from}`, from))).rejects.toMatchObject({ code: 'ledger.locked' });
  }
  await gatherer.close();
});

test('refuses: to shorten a lock', async () => {
  const until = await inTransaction(app.db, (tx) => setOutboundLock(tx, 'mem_short', inHours(24)));
  expect(await inTransaction(app.db, (tx) => setOutboundLock(tx, 'mem_short', inHours(1)))).toEqual(until);
  expect(await findOutboundLock(app.db, 'mem_short')).toEqual(until);
  const later = await inTransaction(app.db, (tx) => lockOutboundFor(tx, 'mem_short', 48));
  expect(later.getTime()).toBeGreaterThan(until.getTime());
});

test("behavior: a member's time zone and clock do not matter, the lock is over when the database's clock says so", async () => {
  await inTransaction(app.db, (tx) => setOutboundLock(tx, 'mem_over', new Date(Date.now() - 1)));
  expect(await findOutboundLock(app.db, 'mem_over')).toBeUndefined();
  const entry = {
    ...transferEntry('over', 'mem_main', 'mem_other', oneCoin),
    outbound: { family: 'mem_over' },
  };
  for (const zone of ['Pacific/Kiritimati', 'America/Los_Angeles']) {
    const posted = await inTransaction(app.db, async (tx) => {
      await sql`select set_config('timezone', ${zone}, true)`.execute(tx);
      return postEntry(tx, { ...entry, key: `over ${zone}` });
    });
    expect(posted.replayed).toBe(false);
  }
});

test('behavior: money still comes in while the family is locked, and other families go on', async () => {
  const came = await inTransaction(app.db, (tx) => postEntry(tx, depositEntry('in', 'mem_main', oneCoin)));
  expect(came.replayed).toBe(false);
  const gatherer = createGatherer(app);
  const answers = await Promise.allSettled([
    gatherer.post(spend('locked', 'mem_main')),
    gatherer.post({ ...spend('free', 'mem_child'), outbound: { family: 'mem_free' } }),
  ]);
  await gatherer.close();
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});

const reserves = {
  kind: 'reserves',
  subject: 'USDT',
  facts: { detail: 'reserves differ by 1 USDT' },
} as const;
const fork = { kind: 'fork', subject: 'chain 31337', facts: { detail: 'a final block changed' } } as const;

test('behavior: a halt keeps every reason, and payouts go on when the last one has ended', async () => {
  const set = (halt: Parameters<typeof setHalt>[1]) => inTransaction(app.db, (tx) => setHalt(tx, halt));
  expect(await readHalt(app.db)).toBeUndefined();
  const told: string[] = [];
  const listener = await createListener(clone.urlOf('app'), 'app');
  await listener.on(EVERYONE_CHANNEL, (text) => told.push(text));
  await set(reserves);
  await set(fork);
  await set({ ...reserves, facts: { detail: 'reserves differ by 2 USDT' } });
  const open = await listHalts(app.db);
  expect(open.map(({ facts }) => facts['detail'])).toEqual([
    'reserves differ by 2 USDT',
    'a final block changed',
  ]);
  expect(await readHalt(app.db)).toMatchObject({ kind: 'reserves', since: open[0]?.since });
  const [first, second] = open;
  await inTransaction(app.db, (tx) => endHalt(tx, first?.id ?? 0n, 'equal again'));
  expect(await readHalt(app.db)).toMatchObject({ kind: 'fork' });
  await inTransaction(app.db, (tx) => endHalt(tx, second?.id ?? 0n, 'followed again'));
  expect(await readHalt(app.db)).toBeUndefined();
  // Pages are told of the reason that stays, too: they showed the one that ended.
  await expect.poll(() => told).toHaveLength(3);
  await listener.close();
  expect(told.map((text) => (JSON.parse(text) as { data: unknown }).data)).toEqual([
    { halted: true, kind: 'reserves' },
    { halted: true, kind: 'fork' },
    { halted: false },
  ]);
  // The same again is a new halt, and what ended stays written.
  await set(reserves);
  const ended = await listEndedHalts(app.db, 10);
  expect(ended.map(({ endedHow }) => endedHow).sort()).toEqual(['equal again', 'followed again']);
  await inTransaction(app.db, clearHalt);
});
