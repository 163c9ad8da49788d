import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from './db/connect.ts';
import type { TestDatabase } from './db/test-database.ts';
import { cloneDatabase } from './db/test-setup.ts';
import { runJob } from './jobs.ts';
import { createListener } from './notify.ts';

let testDatabase: TestDatabase;
let one: Database;
let two: Database;

beforeAll(async () => {
  testDatabase = await cloneDatabase();
  one = testDatabase.connect('app');
  two = testDatabase.connect('app');
});
afterAll(() => testDatabase.drop());

const rowOf = async (name: string) =>
  (
    await sql<{
      runs: bigint;
      failures: number;
      last_error: string | null;
    }>`select runs, failures, last_error from job_run where name = ${name}`.execute(one.db)
  ).rows[0];

test('refuses: two runs at once, over two processes', async () => {
  let atWork = 0;
  let most = 0;
  let runs = 0;
  const work = async (): Promise<void> => {
    most = Math.max(most, (atWork += 1));
    await new Promise(setImmediate);
    atWork -= 1;
    runs += 1;
  };
  const options = { name: 'one-leader', everyMs: 1, timeoutMs: 1_000, leader: true };
  const jobs = [one, two, one, two].map(({ db }) => runJob({ db, ...options }, work));
  await expect.poll(() => runs, { timeout: 10_000 }).toBeGreaterThan(50);
  await Promise.all(jobs.map((job) => job.stop()));
  expect(most).toBe(1);
});

test('behavior: a failure is recorded, tried again later, and forgotten after a success', async () => {
  let runs = 0;
  let isBroken = true;
  const job = runJob({ db: one.db, name: 'flaky', everyMs: 5, timeoutMs: 1_000, leader: true }, async () => {
    runs += 1;
    if (isBroken) throw new Error('still broken');
  });
  await expect.poll(async () => (await rowOf('flaky'))?.failures ?? 0).toBeGreaterThan(1);
  expect((await rowOf('flaky'))?.last_error).toBe('still broken');
  isBroken = false;
  await expect.poll(async () => (await rowOf('flaky'))?.failures, { timeout: 10_000 }).toBe(0);
  expect(runs).toBeGreaterThan(2);
  await job.stop();
  expect(await rowOf('flaky')).toMatchObject({ failures: 0, last_error: null });
});

test('behavior: a run that takes too long has its signal aborted and counts as failed', async () => {
  const job = runJob(
    { db: one.db, name: 'slow', everyMs: 10_000, timeoutMs: 50, leader: true },
    (signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
  );
  await expect
    .poll(async () => (await rowOf('slow'))?.last_error ?? '', { timeout: 5_000 })
    .toMatch(/longer than 50 ms/);
  await job.stop();
});

test('behavior: a notification wakes it; stop waits for the run', async () => {
  const listener = await createListener(testDatabase.urlOf('app'), 'app');
  let runs = 0;
  let finished = true;
  const job = runJob(
    {
      db: one.db,
      name: 'woken',
      everyMs: 600_000,
      timeoutMs: 5_000,
      leader: false,
      wakeOn: { listener, channel: 'wake_test' },
    },
    async () => {
      finished = false;
      runs += 1;
      await sql`select pg_sleep(0.05)`.execute(two.db);
      finished = true;
    },
  );
  await expect.poll(() => runs).toBe(1);
  await expect.poll(() => finished).toBe(true);
  await sql`select pg_notify('wake_test', '')`.execute(two.db);
  await expect.poll(() => runs).toBe(2);
  await job.stop();
  expect(finished).toBe(true);
  await listener.close();
});

test('behavior: a job that begins while its listener is away runs by its beat, and is woken once it is back', async () => {
  const listener = await createListener(testDatabase.urlOf('app'), 'app');
  let back = 0;
  listener.onReconnect(() => (back += 1));
  const owner = testDatabase.connect('owner');
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'openmere app' and query = ''`.execute(
    owner.db,
  );
  let runs = 0;
  const wakeOn = { listener, channel: 'wake_late' };
  const job = runJob(
    { db: one.db, name: 'late-listener', everyMs: 600_000, timeoutMs: 5_000, leader: false, wakeOn },
    async () => void (runs += 1),
  );
  await expect.poll(() => runs).toBe(1);
  await expect.poll(() => back, { timeout: 5_000 }).toBe(1);
  await sql`select pg_notify('wake_late', '')`.execute(two.db);
  await expect.poll(() => runs).toBe(2);
  await job.stop();
  await listener.close();
});
