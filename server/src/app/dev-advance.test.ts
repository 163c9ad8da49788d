import { setTimeout as wait } from 'node:timers/promises';
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { beginAdvance, businessNow, endAdvance, readBusinessClock } from '../platform/business-clock.ts';
import type { Rpc } from '../platform/chain/rpc.ts';
import type { Database } from '../platform/db/connect.ts';
import type { TestDatabase } from '../platform/db/test-database.ts';
import { cloneDatabase } from '../platform/db/test-setup.ts';
import { JOB_CHANNEL, runJob } from '../platform/jobs.ts';
import type { Job } from '../platform/jobs.ts';
import { createListener } from '../platform/notify.ts';
import type { Listener } from '../platform/notify.ts';
import { completeAdvance, serveDevAdvance } from './dev-advance.ts';
import type { AdvanceDeps } from './dev-advance.ts';

const DAY_SEC = 86_400;
const CHAIN_ID = 31_337;

let testDatabase: TestDatabase;
let api: Database;
let owner: Database;
let listener: Listener;
let server: FastifyInstance;
let deps: AdvanceDeps;
let running: Job[];
/** What happened, in order. */
let said: string[];
let aheadMs: number;
let left: number;

/** Stands for the chain: remembers how far ahead it was moved, and is followed at once. */
const rpc: Rpc = {
  call: async (method, params = []) => {
    if (method === 'eth_blockNumber') return '0x5';
    if (method !== 'openmere_setAhead') throw new Error(method);
    const asked = Number(params[0]);
    if (asked > aheadMs) {
      aheadMs = asked;
      said.push(`chain ${asked / 1_000 / DAY_SEC}`);
    }
    return aheadMs;
  },
  batch: async () => {
    throw new Error('nobody asks in batches');
  },
};

beforeEach(async () => {
  testDatabase = await cloneDatabase();
  api = testDatabase.connect('app');
  owner = testDatabase.connect('owner');
  listener = await createListener(testDatabase.url, 'app');
  [said, aheadMs, left] = [[], 0, 0];
  await sql`insert into chain_cursor (chain_id, block_number) values (${CHAIN_ID}, 5)`.execute(owner.db);
  deps = { db: api.db, rpc, chainId: CHAIN_ID, confirmations: 1 };
  const options = { db: api.db, everyMs: 60_000, timeoutMs: 5_000, leader: true };
  running = ['first', 'second'].map((name) => {
    const job = runJob({ ...options, name }, async () => {
      const { offsetMs } = await readBusinessClock(api.db);
      said.push(`${name} ${offsetMs / 1_000 / DAY_SEC}`);
      if (name === 'second') left -= 1;
    });
    void listener.on(JOB_CHANNEL, (asked) => {
      if (asked === name) job.wake();
    });
    return job;
  });
  await expect.poll(() => said.length).toBe(2);
  said = [];
  server = Fastify();
  serveDevAdvance(server, deps, [{ name: 'first' }, { name: 'second', isLeft: async () => left > 0 }]);
});
afterEach(async () => {
  await server.close();
  await Promise.all(running.map((job) => job.stop()));
  await listener.close();
  await testDatabase.drop();
});

type Advanced = { success: boolean; code: string; now: string };

/** Over a real connection, with the limits that it has. */
async function post(to: FastifyInstance, payload: unknown): Promise<Advanced & { status: number }> {
  const url = to.server.listening ? to.listeningOrigin : await to.listen({ host: '127.0.0.1', port: 0 });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/dev/advance`, {
    method: 'POST',
    headers,
    body: JSON.stringify(payload),
  });
  return { ...((await answer.json()) as Advanced), status: answer.status };
}

const ask = (payload: unknown) => post(server, payload);

test('refuses: what is no whole number of seconds up to forty days', async () => {
  const wrong = [
    {},
    [],
    { seconds: '5' },
    { seconds: 0 },
    { seconds: -1 },
    { seconds: 1.5 },
    { seconds: null },
  ];
  for (const body of [...wrong, { seconds: 40 * DAY_SEC + 1 }, { seconds: 1e300 }]) {
    const answer = await ask(body);
    expect([answer.status, answer.code]).toEqual([400, 'invalid']);
  }
  expect(await readBusinessClock(api.db)).toEqual({ offsetMs: 0, targetMs: 0 });
  expect(said).toEqual([]);
});

test('refuses: moving time where another chain is followed, or back, or away', async () => {
  await expect(sql`update business_clock set offset_ms = -1`.execute(owner.db)).rejects.toThrow();
  await expect(sql`insert into business_clock (one) values (false)`.execute(owner.db)).rejects.toThrow();
  await expect(sql`delete from business_clock`.execute(owner.db)).rejects.toThrow(/one row/);
  await expect(sql`truncate business_clock`.execute(owner.db)).rejects.toThrow();
  await beginAdvance(api.db, 5_000);
  await endAdvance(api.db);
  await expect(sql`update business_clock set offset_ms = 0`.execute(owner.db)).rejects.toThrow(/back/);
  await sql`insert into chain_cursor (chain_id, block_number) values (56, 1)`.execute(owner.db);
  await expect(beginAdvance(api.db, 9_000)).rejects.toThrow(/development chain/);
});

test('behavior: both clocks move by the same, what is due runs in its order, and the answer says what time it is', async () => {
  const before = Date.now();
  const { success, now } = await ask({ seconds: 28 * DAY_SEC });
  expect(success).toBe(true);
  expect(Date.parse(now) - before).toBeGreaterThanOrEqual(28 * DAY_SEC * 1_000);
  expect(Date.parse(now) - before).toBeLessThan(28 * DAY_SEC * 1_000 + 60_000);
  expect(said).toEqual(['chain 28', 'first 28', 'second 28']);
  expect((await businessNow(api.db)).getTime()).toBeGreaterThanOrEqual(Date.parse(now));
});

test('behavior: a move that takes longer than any other call may is answered all the same', async () => {
  const short = Fastify({ handlerTimeout: 100, connectionTimeout: 100 });
  const slow: Rpc = {
    ...rpc,
    call: async (method, params) => {
      if (method === 'openmere_setAhead') await wait(400);
      return rpc.call(method, params);
    },
  };
  serveDevAdvance(short, { ...deps, rpc: slow }, [{ name: 'first' }]);
  onTestFinished(() => short.close());
  expect(await post(short, { seconds: DAY_SEC })).toMatchObject({ success: true, status: 200 });
  expect(said).toEqual(['chain 1', 'first 1']);
});

test('behavior: a job that says that something is left runs again', async () => {
  left = 3;
  await ask({ seconds: DAY_SEC });
  expect(said).toEqual(['chain 1', 'first 1', 'second 1', 'second 1', 'second 1']);
});

test('behavior: calls at once stand in line, also over two processes, and each has moved by its own', async () => {
  const other = Fastify();
  serveDevAdvance(other, { ...deps, db: testDatabase.connect('app').db }, [{ name: 'first' }]);
  await Promise.all([server, other].map((one) => one.listen({ host: '127.0.0.1', port: 0 })));
  const calls = [server, other, server, other].map((one, index) =>
    post(one, { seconds: (index + 1) * DAY_SEC }),
  );
  const times = (await Promise.all(calls)).map(({ now }) => Date.parse(now));
  expect(new Set(times.map((time) => Math.round((time - Date.now()) / 1_000 / DAY_SEC))).size).toBe(4);
  expect(await readBusinessClock(api.db)).toEqual({
    offsetMs: 10 * DAY_SEC * 1_000,
    targetMs: 10 * DAY_SEC * 1_000,
  });
  expect(aheadMs).toBe(10 * DAY_SEC * 1_000);
  await other.close();
});

test('behavior: a move that was broken off between the two clocks is brought to its end by the next start', async () => {
  await beginAdvance(api.db, 3 * DAY_SEC * 1_000);
  expect((await readBusinessClock(api.db)).offsetMs).toBe(0);
  await completeAdvance(deps);
  expect(await readBusinessClock(api.db)).toEqual({
    offsetMs: 3 * DAY_SEC * 1_000,
    targetMs: 3 * DAY_SEC * 1_000,
  });
  expect(said).toEqual(['chain 3']);
});

test('behavior: a chain that is further ahead takes the business clock along; one that lost its clock gets it again', async () => {
  aheadMs = 5 * DAY_SEC * 1_000;
  await ask({ seconds: DAY_SEC });
  expect((await readBusinessClock(api.db)).offsetMs).toBe(5 * DAY_SEC * 1_000);
  aheadMs = 0;
  await completeAdvance(deps);
  expect(aheadMs).toBe(5 * DAY_SEC * 1_000);
});
