import { userLogin } from '@openmere/core/auth/contract.ts';
import { defineCall, member, open } from '@openmere/core/kit/call.ts';
import { nothing, requestId } from '@openmere/core/kit/schema.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Database } from '../db/connect.ts';
import type { TestDatabase } from '../db/test-database.ts';
import { cloneDatabase } from '../db/test-setup.ts';
import { serve } from './serve.ts';
import type { Api } from './serve.ts';
import { createTestApi, memorySessions } from './test-api.ts';
import type { TestApi } from './test-api.ts';

const token = 'member-token-aaaaaaaaaaaaaaaa';
const plenty = { perMinute: 1e9, burst: 1e9 };

const wait = defineCall({
  path: 'Users/Wait',
  summary: '',
  access: member,
  answer: 'none',
  input: nothing,
  output: z.undefined(),
});
const pay = defineCall({
  path: 'Users/Pay',
  summary: '',
  access: member,
  transport: 'body',
  answer: 'none',
  input: z.strictObject({ requestId: requestId.optional() }),
  output: z.undefined(),
});
const time = defineCall({
  path: 'Ctrls/gettime',
  summary: '',
  access: open,
  answer: 'none',
  input: nothing,
  output: z.undefined(),
});

let testDatabase: TestDatabase;
let database: Database;
const apis: TestApi[] = [];

beforeAll(async () => {
  testDatabase = await cloneDatabase();
  database = testDatabase.connect('app');
});

afterAll(async () => {
  await Promise.all(apis.map((api) => api.close()));
  await testDatabase.drop();
});

async function build(config: object, routes: (api: Api) => void): Promise<TestApi> {
  const owner = { kind: 'member' as const, id: 'mem_1', family: 'mem_1', sessionId: 'ses_1' };
  const sessions = memorySessions({ [token]: owner });
  const api = await createTestApi({
    db: database.db,
    sessions,
    config: { origin: 'https://app.example', ...config },
    routes,
  });
  apis.push(api);
  return api;
}

const post = (
  api: TestApi,
  url: string,
  headers: Record<string, string> = {},
  remoteAddress = '203.0.113.5',
) => api.server.inject({ method: 'POST', url, headers, remoteAddress });

test('refuses: all but a hundredth of a stream of logins, whatever addresses they claim (T01)', async () => {
  let reached = 0;
  const api = await build({ rates: { address: plenty, member: plenty } }, (target) =>
    serve(target, userLogin, async () => {
      reached += 1;
      return { token: 'x', userid: 'y' };
    }),
  );
  const password = await api.seal('Users/UserLogin', 'abc123');
  for (let index = 0; index < 2_000; index += 1) {
    const headers = {
      'x-forwarded-for': `198.51.100.${index % 200}`,
      'x-real-ip': `198.51.100.${index % 200}`,
      forwarded: `for=198.51.100.${index % 200}`,
    };
    await api.server.inject({
      method: 'POST',
      url: '/Users/UserLogin',
      headers,
      payload: { account: `user${index % 1000}`, password },
      remoteAddress: '203.0.113.5',
    });
  }
  expect(reached).toBeLessThanOrEqual(20);
  const other = await api.server.inject({
    method: 'POST',
    url: '/Users/UserLogin',
    payload: { account: 'owner', password: await api.seal('Users/UserLogin', 'abc123') },
    remoteAddress: '203.0.113.6',
  });
  expect(other.json()).toMatchObject({ success: true });
});

test('refuses: an address beyond its rate on every path, before anything is read; others are served', async () => {
  const rates = { address: { perMinute: 60, burst: 5 }, member: plenty };
  const api = await build({ rates }, (target) => serve(target, time, async () => undefined));
  const paths = ['/Ctrls/gettime', '/nothing', '/Ctrls/gettime?x[]=1', '/', '/Ctrls/gettime'];
  for (const path of paths) expect((await post(api, path)).statusCode).not.toBe(429);
  for (const path of paths) {
    const response = await post(api, path);
    expect([response.statusCode, response.headers['retry-after']]).toEqual([429, '1']);
    expect(response.json()).toMatchObject({ success: false, code: 'ratelimited' });
  }
  expect((await post(api, '/Ctrls/gettime', {}, '203.0.113.6')).statusCode).toBe(200);
});

test('refuses: a member beyond their rate over all calls, from any address', async () => {
  const rates = { address: plenty, member: { perMinute: 60, burst: 4 } };
  const api = await build({ rates }, (target) => {
    serve(target, wait, async () => undefined);
    serve(target, pay, async () => undefined);
  });
  const statuses: number[] = [];
  for (let index = 0; index < 6; index += 1) {
    statuses.push(
      (await post(api, index % 2 ? '/Users/Wait' : '/Users/Pay', { token }, `203.0.113.${index}`)).statusCode,
    );
  }
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
});

test('refuses: reading at once with "try again" when full, while money still passes', async () => {
  let entered = 0;
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  const config = { rates: { address: plenty, member: plenty }, lanes: { money: 4, member: 8 } };
  const api = await build(config, (target) => {
    serve(target, wait, () => {
      entered += 1;
      return gate;
    });
    serve(target, pay, async () => undefined);
  });
  const full = Array.from({ length: 8 }, () =>
    post(api, '/Users/Wait', { token }).then((response) => response),
  );
  await expect.poll(() => entered).toBe(8);
  // At once: the gate is still shut.
  const refused = await post(api, '/Users/Wait', { token });
  expect([refused.statusCode, refused.headers['retry-after'], refused.json().code]).toEqual([
    503,
    '1',
    'unavailable',
  ]);
  for (let index = 0; index < 20; index += 1)
    expect((await post(api, '/Users/Pay', { token })).statusCode).toBe(200);
  release();
  expect((await Promise.all(full)).map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
  expect((await post(api, '/Users/Wait', { token })).statusCode).toBe(200);
});

test('refuses: to wait for ever for a handler', async () => {
  const config = { rates: { address: plenty, member: plenty }, handlerTimeoutMs: 50 };
  const api = await build(config, (target) => serve(target, time, () => new Promise(() => undefined)));
  const response = await post(api, '/Ctrls/gettime');
  expect([response.statusCode, response.json().code, response.headers['retry-after']]).toEqual([
    503,
    'unavailable',
    '1',
  ]);
});

test('behavior: a database that is away is "try again", not a bug', async () => {
  const gone = testDatabase.connect('owner', { max: 1 });
  const api = await build({ rates: { address: plenty, member: plenty } }, (target) =>
    serve(target, time, async () => {
      await gone.pool.query(`select pg_terminate_backend(pg_backend_pid())`);
    }),
  );
  const response = await post(api, '/Ctrls/gettime');
  expect([response.statusCode, response.json().code]).toEqual([503, 'unavailable']);
});

test('refuses: whoever is unknown and comes when too many wait, with "try again" and all headers; known callers pass', async () => {
  const config = {
    rates: { address: plenty, member: plenty },
    turns: { startsPerTurn: 1, waitingMax: 3 },
  };
  const api = await build(config, (target) => serve(target, wait, async () => undefined));
  expect((await post(api, '/Users/Wait', { token })).statusCode).toBe(200);
  const all = Array.from({ length: 50 }, () => post(api, '/nothing').then((response) => response));
  const known = await post(api, '/Users/Wait', { token });
  expect(known.statusCode).toBe(200);
  const refused = (await Promise.all(all)).filter(({ statusCode }) => statusCode === 503);
  expect(refused.length).toBeGreaterThan(0);
  for (const response of refused) {
    const { headers } = response;
    expect([headers['retry-after'], response.json().code]).toEqual(['1', 'unavailable']);
    expect(headers['content-security-policy']).toContain("default-src 'self'");
  }
});

test('behavior: whatever strangers send begins a few at a time; whoever is known begins at once', async () => {
  const config = { rates: { address: plenty, member: plenty }, turns: { startsPerTurn: 1 } };
  const api = await build(config, (target) => {
    serve(target, wait, async () => undefined);
    serve(target, time, async () => undefined);
  });
  expect((await post(api, '/Users/Wait', { token })).statusCode).toBe(200);
  const done: string[] = [];
  const send = async (name: string, url: string, headers: Record<string, string> = {}): Promise<number> => {
    const { statusCode } = await post(api, url, headers);
    done.push(name);
    return statusCode;
  };
  const unknown = ['/nothing', '/Ctrls/gettime', '/Users/Wait', '/Ctrls/gettime?x[]=1'].flatMap((url) =>
    Array.from({ length: 100 }, () => send('unknown', url)),
  );
  const inventor = send('invented token', '/Users/Wait', { token: 'x'.repeat(43) });
  const known = send('known', '/Users/Wait', { token });
  expect(await known).toBe(200);
  await Promise.all([...unknown, inventor]);
  expect(done.indexOf('known')).toBeLessThan(100);
  expect(done.indexOf('invented token')).toBeGreaterThan(350);
});
