import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCursor, recordPoll, recordProblem } from './chain/cursor-store.ts';
import type { Database } from './db/connect.ts';
import type { TestDatabase } from './db/test-database.ts';
import { cloneDatabase } from './db/test-setup.ts';
import { runJob } from './jobs.ts';
import { createLog } from './log.ts';
import { CHAIN_LOOP, listLoops, recordSuccess } from './loops.ts';
import { watchLoops } from './watch-loops.ts';

const chainId = 31337;
let testDatabase: TestDatabase;
let one: Database;

beforeAll(async () => {
  testDatabase = await cloneDatabase();
  one = testDatabase.connect('app');
});
afterAll(() => testDatabase.drop());

const loopOf = async (name: string) => (await listLoops(one.db, chainId)).find((loop) => loop.name === name);
const age = (name: string, seconds: number) =>
  sql`update job_run set finished_at = now() - make_interval(secs => ${seconds}) where name = ${name}`.execute(
    one.db,
  );

test('refuses: to take a job for alive that only fails, from its first run on', async () => {
  const options = { db: one.db, name: 'broken', everyMs: 5, timeoutMs: 1_000, leader: true, lateMs: 100 };
  const job = runJob(options, () => Promise.reject(new Error('no node answers')));
  await expect.poll(async () => (await loopOf('broken'))?.isLate, { timeout: 10_000 }).toBe(true);
  expect(await loopOf('broken')).toMatchObject({ succeededAt: null, problem: 'no node answers' });
  await job.stop();
});

test('refuses: to count a term or an unknown job as a loop', async () => {
  const options = { db: one.db, name: 'term', everyMs: 5, timeoutMs: 1_000, leader: true, lateMs: null };
  let runs = 0;
  const job = runJob(options, () => Promise.resolve(void (runs += 1)));
  await expect.poll(() => runs).toBeGreaterThan(1);
  await job.stop();
  expect(await loopOf('term')).toBeUndefined();
});

test('behavior: a success makes a loop young; it is late after three rounds and a minute', async () => {
  const job = runJob(
    { db: one.db, name: 'steady', everyMs: 20_000, timeoutMs: 1_000, leader: true },
    async () => undefined,
  );
  await expect.poll(async () => (await loopOf('steady'))?.succeededAt ?? null).not.toBeNull();
  await job.stop();
  expect(await loopOf('steady')).toMatchObject({ isLate: false, lateAfterMs: 120_000, problem: null });
  await age('steady', 115);
  expect((await loopOf('steady'))?.isLate).toBe(false);
  await age('steady', 125);
  expect(await loopOf('steady')).toMatchObject({ isLate: true });
  await recordSuccess(one.db, 'steady', 120_000);
  expect((await loopOf('steady'))?.isLate).toBe(false);
});

test('behavior: polls of the chain are a loop; a failed one makes it no younger', async () => {
  await openCursor(one.db, chainId, 0n);
  expect(await loopOf(CHAIN_LOOP)).toMatchObject({ succeededAt: null, isLate: false });
  const hash = `0x${'1'.repeat(64)}` as const;
  const header = {
    number: 5n,
    hash,
    parentHash: hash,
    time: new Date(),
    bloom: undefined,
    receiptsRoot: hash,
  };
  await recordPoll(one.db, chainId, { head: header, final: header }, 5n, 0);
  await sql`update chain_cursor set polled_at = now() - interval '31 seconds'`.execute(one.db);
  await recordProblem(one.db, chainId, 'chain.unreachable');
  expect(await loopOf(CHAIN_LOOP)).toMatchObject({ isLate: true, problem: 'chain.unreachable' });
});

test('behavior: people are called when a loop stays late, once a while, and hear when it succeeds again', async () => {
  const lines: { level: number; msg: string; loop?: string; problem?: string }[] = [];
  const log = createLog('test', 'warn', {
    write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]),
  });
  await recordSuccess(one.db, 'watched', 1_000);
  await sql`update job_run set last_error = 'chain.unreachable' where name = 'watched'`.execute(one.db);
  await age('watched', 60);
  const started = Date.now();
  const stop = watchLoops({ db: one.db, chainId, log, everyMs: 5 });
  const of = (part: string) => lines.filter((line) => line.loop === 'watched' && line.msg.includes(part));
  await expect.poll(() => of('ALARM').length, { timeout: 10_000 }).toBeGreaterThan(1);
  expect(of('ALARM')[0]).toMatchObject({ level: 50, problem: 'chain.unreachable' });
  await recordSuccess(one.db, 'watched', 60_000);
  await expect.poll(() => of('succeeds again').length, { timeout: 10_000 }).toBe(1);
  // At one look in thirty, not at every one.
  expect(of('ALARM').length).toBeLessThanOrEqual((Date.now() - started) / 5 / 30 + 1);
  await stop();
});
