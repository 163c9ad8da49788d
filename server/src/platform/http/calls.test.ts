import { Writable } from 'node:stream';
import { defineCall, member, open, operator } from '@openmere/core/kit/call.ts';
import { Fault } from '@openmere/core/kit/fault.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { decimalText, nothing, secretText } from '@openmere/core/kit/schema.ts';
import { getTime } from '@openmere/core/setting/contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Database } from '../db/connect.ts';
import type { TestDatabase } from '../db/test-database.ts';
import { cloneDatabase } from '../db/test-setup.ts';
import { createLog } from '../log.ts';
import type { AnyHandler } from './pipeline.ts';
import type { Api } from './serve.ts';
import { serve } from './serve.ts';
import { createTestApi, memorySessions } from './test-api.ts';
import type { TestApi } from './test-api.ts';

const CANARY = 'CANARY-7f3a9c';
const from = 'member-token-aaaaaaaaaaaaaaaa';
const opToken = 'operator-token-aaaaaaaaaaaaaa';

/** A member's call with one of everything. */
const echo = defineCall({
  path: 'Users/Echo',
  summary: 'Answers what it heard.',
  access: member,
  answer: 'data',
  input: z.strictObject({
    amount: decimalText.optional(),
    note: z.string().max(20).optional(),
    password: secretText.optional(),
  }),
  output: z.object({
    amount: z.string().optional(),
    note: z.string().optional(),
    password: z.string().optional(),
    id: z.string(),
  }),
  secrets: ['password'],
  errors: [],
});
const fail = defineCall({
  path: 'Users/Fail',
  summary: 'Fails as asked.',
  access: member,
  answer: 'none',
  input: z.strictObject({ how: z.string() }),
  output: z.undefined(),
});
const limited = defineCall({
  path: 'Users/Limited',
  summary: 'Three at once, then one a minute.',
  access: member,
  answer: 'none',
  input: nothing,
  output: z.undefined(),
  rate: { perMinute: 1, burst: 3 },
});
const decide = defineCall({
  path: 'Admin/Decide',
  summary: 'For risk operators.',
  access: operator('risk'),
  answer: 'none',
  input: nothing,
  output: z.undefined(),
});

let testDatabase: TestDatabase;
let database: Database;
let api: TestApi;
const lines: string[] = [];

function routes(target: Api): void {
  serve(target, echo, async ({ actor }, input) => ({ ...input, id: actor.id, secretColumn: CANARY }));
  serve(target, fail, async (_ctx, { how }) => {
    if (how === 'refusal')
      throw new Refusal('ledger.insufficient', { asset: 'USDT', needed: '20', available: '3' });
    if (how === 'barred') throw new Refusal('transfer.receiverbarred');
    if (how === 'noted') throw new Refusal('auth.barred', { signal: 'country', country: 'US', ref: '12' });
    if (how === 'fault') throw new Fault('chain.away', { retry: true });
    throw new Error(`bug with ${how}`);
  });
  serve(target, limited, async () => undefined);
  serve(target, decide, async () => undefined);
  serve(target, getTime, async ({ now }) => ({
    time: now.getTime(),
    zone: 'UTC',
    business: now.getTime(),
  }));
}

beforeAll(async () => {
  testDatabase = await cloneDatabase();
  database = testDatabase.connect('app');
  const owner = { kind: 'member' as const, id: 'mem_1', family: 'mem_1', sessionId: 'ses_1' };
  api = await createTestApi({
    db: database.db,
    routes,
    sessions: memorySessions({ [from]: owner }),
    operatorSessions: memorySessions({
      [opToken]: {
        kind: 'operator' as const,
        id: 'op_1',
        account: 'ada',
        role: 'support' as const,
        sessionId: 'ops_1',
      },
    }),
    log: createLog(
      'test',
      'info',
      new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) }),
    ),
    config: {
      origin: 'https://app.example',
      rates: { address: { perMinute: 1e9, burst: 1e9 }, member: { perMinute: 1e9, burst: 1e9 } },
    },
  });
});

afterAll(async () => {
  await api.close();
  await testDatabase.drop();
});

function post(url: string, payload?: string | object, headers: Record<string, string> = {}) {
  return api.server.inject({
    method: 'POST',
    url,
    headers: { token: from, ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
}

test.each([
  ['a key that stands twice', '/Users/Echo?note=a&note=b'],
  ['a key in brackets', '/Users/Echo?note[]=a'],
  ['an escaped key in brackets', '/Users/Echo?note%5B%5D=a'],
  ['an undeclared key', '/Users/Echo?balance=5'],
  ['__proto__', '/Users/Echo?__proto__=1'],
  ['constructor', '/Users/Echo?constructor=1'],
  ['a broken escape', '/Users/Echo?note=%E0%A4%A'],
  ['an amount with exponent', '/Users/Echo?amount=1e2'],
  ['an amount in hex', '/Users/Echo?amount=0x14'],
  ['a negative amount', '/Users/Echo?amount=-1'],
  ['a full-width amount', `/Users/Echo?amount=${encodeURIComponent('２０')}`],
  ['a grouped amount', '/Users/Echo?amount=20,000'],
  ['19 decimals', '/Users/Echo?amount=1.0000000000000000001'],
  ['a text too long', `/Users/Echo?note=${'x'.repeat(21)}`],
])('refuses: query with %s', async (_name, url) => {
  const response = await post(url);
  expect(response.statusCode).toBe(200);
  expect(response.json()).toMatchObject({ success: false, code: 'invalid', list: [] });
});

test.each([
  ['an array', '[]'],
  ['a number', '7'],
  ['broken JSON', '{"note":'],
  ['__proto__', '{"__proto__":{"admin":true}}'],
  ['constructor.prototype', '{"constructor":{"prototype":{"admin":true}}}'],
  ['an array as value', '{"note":["a","b"]}'],
  ['an object as value', '{"note":{"a":1}}'],
  ['a number as amount', '{"amount":20}'],
  ['an undeclared key', '{"vip":6}'],
])('refuses: body with %s', async (_name, body) => {
  const response = await post('/Users/Echo', body, { 'content-type': 'application/json' });
  expect(response.statusCode).toBe(200);
  expect(response.json()).toMatchObject({ success: false, code: 'invalid' });
  expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
});

test('refuses: the same name in query and body', async () => {
  const response = await post('/Users/Echo?note=a', { note: 'b' });
  expect(response.json()).toMatchObject({ success: false, code: 'invalid', data: { field: 'note' } });
});

test('refuses: what is no call at all, with the envelope and its own status', async () => {
  const cases = [
    [404, await post('/Users/Nothing')],
    [404, await api.server.inject({ method: 'GET', url: '/Users/Echo', headers: { token: from } })],
    [413, await post('/Users/Echo', { note: 'x'.repeat(70_000) })],
    [415, await post('/Users/Echo', '<a/>', { 'content-type': 'application/xml' })],
    [415, await post('/Users/Echo', 'note=a', { 'content-type': 'application/x-www-form-urlencoded' })],
    [415, await post('/Users/Echo', '{}', { 'content-type': 'application/csp-report' })],
    [415, await post('/Users/Echo', '--x--', { 'content-type': 'multipart/form-data; boundary=x' })],
  ] as const;
  for (const [status, response] of cases) {
    expect(response.statusCode).toBe(status);
    expect(response.json()).toMatchObject({ success: false, list: [] });
  }
});

test('refuses: members’ calls without a session, operators’ calls without the role', async () => {
  for (const token of ['', 'x', 'unknown-token-aaaaaaaaaaaaaaaa', 'a'.repeat(500)]) {
    const response = await post('/Users/Echo', {}, { token });
    expect(response.json()).toMatchObject({ success: false, code: 'notlogin' });
  }
  expect((await post('/Admin/Decide', {})).json()).toMatchObject({ code: 'notlogin' });
  expect((await post('/Admin/Decide', {}, { token: opToken })).json()).toMatchObject({ code: 'forbidden' });
  expect((await post('/Users/Echo', {}, { token: opToken })).json()).toMatchObject({ code: 'notlogin' });
});

test('refuses: a secret that is plain, old, from the future, used twice, or made for another call', async () => {
  const seal = (call: string, now = new Date()) => api.seal(call, 'correct horse 1', now);
  const good = await seal('Users/Echo');
  const bad = [
    'plain-password',
    await seal('Users/Fail'),
    await seal('Users/Echo', new Date(Date.now() - 121_000)),
    await seal('Users/Echo', new Date(Date.now() + 121_000)),
    `${good.slice(0, -4)}AAAA`,
  ];
  for (const password of bad) {
    expect((await post('/Users/Echo', { password })).json()).toMatchObject({
      code: 'invalid',
      data: { reason: 'request.secret', field: 'password' },
    });
  }
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => api.call('Users/Echo', { password: good }, { token: from })),
  );
  expect(answers.filter((answer) => answer.success)).toHaveLength(1);
  expect(answers.find((answer) => answer.success)?.data).toMatchObject({ password: 'correct horse 1' });
});

test('refuses: more than the call’s rate, with Retry-After', async () => {
  const statuses = [];
  for (let index = 0; index < 4; index += 1) statuses.push(await post('/Users/Limited'));
  expect(statuses.map((response) => response.statusCode)).toEqual([200, 200, 200, 429]);
  expect(Number(statuses[3]?.headers['retry-after'])).toBeGreaterThan(0);
  expect(statuses[3]?.json()).toMatchObject({ success: false, code: 'ratelimited' });
});

test('refuses: to let a page of another origin read an answer, whatever it asks beforehand', async () => {
  const origin = 'https://elsewhere.example';
  const asks = {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'token, content-type',
    'access-control-request-private-network': 'true',
  };
  const answers = [
    await post('/Ctrls/gettime', {}, { origin }),
    await post('/Users/Echo', { note: 'a' }, { origin }),
    await post('/Users/Nothing', {}, { origin: 'null' }),
    await api.server.inject({ method: 'OPTIONS', url: '/Users/Echo', headers: asks }),
    await api.server.inject({ method: 'OPTIONS', url: '/Ctrls/gettime', headers: asks }),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 404, 404, 404]);
  for (const { headers } of answers)
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
});

test('refuses: TRACE, which would say what was sent, and other methods that no call has', async () => {
  for (const method of ['TRACE', 'PUT', 'DELETE', 'PATCH'] as const) {
    const answer = await api.server.inject({ method, url: '/Users/Echo', headers: { token: from } });
    expect([method, answer.statusCode]).toEqual([method, 404]);
    expect(answer.body).not.toContain(from);
  }
});

test('refuses: contract and list of open calls that disagree, at start', async () => {
  const sneaky = defineCall({
    path: 'Users/Sneaky',
    summary: '',
    access: open,
    answer: 'none',
    input: nothing,
    output: z.undefined(),
  });
  const build = (
    surface: 'member' | 'console',
    call: Parameters<Api['pipeline']['serve']>[1],
    handler: AnyHandler,
  ) =>
    createTestApi({
      db: database.db,
      surface,
      routes: (target) => target.pipeline.serve(target.server, call, handler),
    });
  const handler = async (): Promise<void> => undefined;
  await expect(build('member', sneaky, handler)).rejects.toThrow(/open-calls/);
  await expect(build('member', decide, handler)).rejects.toThrow(/members' origin/);
  await expect(build('console', echo, handler)).rejects.toThrow(/console's origin/);
});

test('refuses: forwarded addresses and countries from anyone but the trusted proxy', async () => {
  const where = defineCall({
    path: 'Users/Where',
    summary: '',
    access: member,
    answer: 'data',
    input: nothing,
    output: z.object({ ip: z.string(), country: z.string().nullable() }),
  });
  const owner = { kind: 'member' as const, id: 'mem_1', family: 'mem_1', sessionId: 'ses_1' };
  const proxied = await createTestApi({
    db: database.db,
    sessions: memorySessions({ [from]: owner }),
    countryOf: (ip) => (ip === '198.51.100.7' ? 'JP' : null),
    config: { origin: 'https://app.example', trustedProxies: ['10.0.0.0/8'], countryHeader: 'cf-ipcountry' },
    routes: (target) =>
      serve(target, where, async ({ actor }) => ({ ip: actor.from.ip, country: actor.from.country })),
  });
  const ask = async (remoteAddress: string, headers: Record<string, string>) => {
    const options = { method: 'POST' as const, url: '/Users/Where', remoteAddress };
    return (await proxied.server.inject({ ...options, headers: { token: from, ...headers } })).json<{
      data: unknown;
    }>().data;
  };
  const forged = { 'x-forwarded-for': '198.51.100.7', 'cf-ipcountry': 'SG' };
  expect(await ask('203.0.113.5', forged)).toEqual({ ip: '203.0.113.5', country: null });
  expect(await ask('10.1.1.1', forged)).toEqual({ ip: '198.51.100.7', country: 'SG' });
  expect(await ask('10.1.1.1', { 'x-forwarded-for': '1.2.3.4, 198.51.100.7' })).toEqual({
    ip: '198.51.100.7',
    country: 'JP',
  });
  expect(await ask('10.1.1.1', { ...forged, 'cf-ipcountry': '<x>' })).toEqual({
    ip: '198.51.100.7',
    country: 'JP',
  });
  await proxied.close();
});

test('refuses: whoever comes from another network than those of the surface, through the proxy, too (T27)', async () => {
  const inside = await createTestApi({
    db: database.db,
    config: {
      origin: 'https://console.example',
      trustedProxies: ['10.0.0.0/8'],
      networks: ['192.0.2.0/24', '2001:db8::/32'],
    },
    routes: (target) => {
      target.server.get('/file.js', async () => 'a file');
    },
  });
  const ask = async (remoteAddress: string, forwarded?: string) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    return (await inside.server.inject({ url: '/file.js', remoteAddress, headers })).body;
  };
  type From = [remote: string, forwarded?: string];
  const known: From[] = [['192.0.2.7'], ['2001:db8::7'], ['10.0.0.1', '192.0.2.9']];
  for (const from of known) expect(await ask(...from)).toBe('a file');
  const foreign: From[] = [['198.51.100.7'], ['198.51.100.7', '192.0.2.9'], ['10.0.0.1', '198.51.100.7']];
  for (const from of foreign)
    expect(JSON.parse(await ask(...from))).toMatchObject({ success: false, code: 'forbidden' });
  await inside.close();
});

test('behavior: query and body are taken alike, empty and null parameters are dropped', async () => {
  const expected = { success: true, code: 'ok', data: { amount: '20.5', id: 'mem_1' } };
  expect((await post('/Users/Echo?amount=20.5&note=')).json()).toMatchObject(expected);
  expect((await post('/Users/Echo', { amount: '20.5', note: null })).json()).toMatchObject(expected);
  expect((await post('/Users/Echo', '', { 'content-type': 'application/json' })).json()).toMatchObject({
    success: true,
  });
});

test('behavior: each answer says that it is JSON in UTF-8, refused or not', async () => {
  const answers = [
    await post('/Users/Echo', { note: 'a' }),
    await post('/Users/Echo', { vip: 6 }),
    await post('/Users/Nothing'),
    await post('/Users/Fail', { how: 'bug' }),
  ];
  for (const { headers } of answers) expect(headers['content-type']).toBe('application/json; charset=utf-8');
});

test('behavior: only what the contract names leaves the house', async () => {
  const response = await post('/Users/Echo', { note: 'hello' });
  expect(response.json().data).toEqual({ note: 'hello', id: 'mem_1' });
  expect(response.body).not.toContain(CANARY);
});

test('behavior: who is kept out is told a number that the log has, with the reason and nothing of the request', async () => {
  const refused = await post('/Users/Fail', { how: 'barred' });
  const ref = String(refused.headers['x-request-id']);
  expect(refused.json().data).toEqual({ reason: 'transfer.receiverbarred', params: { ref } });
  expect(refused.json().msg).toMatch(new RegExp(`^This member cannot.* Reference: ${ref}$`));
  const line = lines.map((one) => JSON.parse(one) as Record<string, unknown>).find(({ id }) => id === ref);
  expect(line).toMatchObject({ call: 'Users/Fail', word: 'barred', reason: 'transfer.receiverbarred' });
  // Written down in a table: that number is the one to ask by.
  const noted = (await post('/Users/Fail', { how: 'noted' })).json();
  expect([noted.data.params.ref, noted.msg.match(/Reference/g)]).toEqual(['12', ['Reference']]);
});

test('behavior: refusals, faults and bugs are told apart, in the asked language', async () => {
  const refusal = await post('/Users/Fail', { how: 'refusal' }, { lang: '0' });
  expect(refusal.statusCode).toBe(200);
  expect(refusal.json()).toMatchObject({
    success: false,
    code: 'insufficient',
    msg: '余额不足：需要 20 USDT，可用 3 USDT。',
    data: { reason: 'ledger.insufficient', params: { asset: 'USDT', needed: '20', available: '3' } },
  });
  const fault = await post('/Users/Fail', { how: 'fault' });
  expect([fault.statusCode, fault.headers['retry-after'], fault.json().code]).toEqual([
    503,
    '1',
    'unavailable',
  ]);
  const bug = await post('/Users/Fail', { how: 'oops' }, { lang: '8' });
  expect(bug.statusCode).toBe(500);
  expect(bug.json()).toMatchObject({ success: false, code: 'unavailable', data: { reason: 'request.bug' } });
  expect(bug.body).not.toContain('oops');
});

test('behavior: every kind of response has the security headers', async () => {
  const responses = [
    await post('/Ctrls/gettime'),
    await post('/Users/Echo?note[]=1'),
    await post('/Users/Nothing'),
    await post('/Users/Echo', { note: 'x'.repeat(70_000) }),
    await post('/Users/Echo', 'x', { 'content-type': 'text/plain' }),
    await post('/Users/Fail', { how: 'fault' }),
    await post('/Users/Fail', { how: 'bug' }),
    await post('/Users/Limited'),
    await api.server.inject({ method: 'OPTIONS', url: '/Users/Echo' }),
    await api.server.inject({ method: 'GET', url: '/' }),
    await api.server.inject({ method: 'GET', url: '/%E0%A4%A' }),
    await api.server.inject({ method: 'GET', url: `/${'x'.repeat(5_000)}` }),
  ];
  for (const { headers } of responses) {
    expect(headers['content-security-policy']).toMatch(
      /script-src 'self'.*object-src 'none'.*base-uri 'none'.*frame-ancestors 'none'.*require-trusted-types-for 'script'/,
    );
    expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe-inline/);
    expect(headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-store',
    });
    expect(headers['permissions-policy']).toBeDefined();
  }
});

test('refuses: code made of text, and every host but our own, in the policy of each answer', async () => {
  const { headers } = await api.server.inject({ method: 'GET', url: '/' });
  const sources = String(headers['content-security-policy'])
    .split('; ')
    .flatMap((directive) => directive.split(' ').slice(1));
  expect(sources).toContain(`'wasm-unsafe-eval'`);
  expect(
    sources.filter((source) => !/^'(self|none|script|wasm-unsafe-eval)'$/.test(source)).toSorted(),
  ).toEqual(['/policy-reports', 'blob:', 'data:', 'wss://app.example']);
});

test('behavior: a line of the log says when, which call, how it ended, who asked and from where', async () => {
  const options = { method: 'POST' as const, url: '/Users/Fail', remoteAddress: '198.51.100.7' };
  const began = Date.now();
  const answers = await Promise.all([
    api.server.inject({ ...options, headers: { token: from }, payload: { how: 'refusal' } }),
    api.server.inject({ ...options, headers: {}, payload: {} }),
    api.server.inject({ ...options, url: '/Users/Nothing', payload: {} }),
  ]);
  const said = answers.map(({ headers }) => {
    const line = lines.find((one) => one.includes(String(headers['x-request-id']))) ?? '{}';
    return JSON.parse(line) as Record<string, unknown>;
  });
  const common = { method: 'POST', ip: '198.51.100.7', msg: 'request' };
  expect(said).toMatchObject([
    { ...common, call: 'Users/Fail', status: 200, word: 'insufficient', who: 'mem_1' },
    { ...common, call: 'Users/Fail', status: 200, word: 'notlogin' },
    { ...common, call: '404', status: 404 },
  ]);
  for (const { time } of said) {
    expect(String(time)).toMatch(/Z$/);
    expect(Date.parse(String(time))).toBeGreaterThanOrEqual(began);
  }
});

test('behavior: no secret of a request reaches the log', async () => {
  const secret = await api.seal('Users/Echo', CANARY);
  await post(`/Users/Echo?password=${CANARY}&note=${CANARY}`);
  await post(
    `/Users/${CANARY}?${CANARY}=1&token=${CANARY}`,
    {},
    { token: `${CANARY}-aaaaaaaaaaaaaaaaaaaa`, cookie: CANARY },
  );
  await post('/Users/Echo', { password: secret, note: CANARY });
  await post('/Users/Echo', `{"note":"${CANARY}"`, { 'content-type': 'application/json' });
  await post('/Users/Echo', { [CANARY]: 1 });
  expect(lines.length).toBeGreaterThan(20);
  expect(
    lines.filter((line) => line.includes(CANARY) || line.includes(secret) || line.includes(from)),
  ).toEqual([]);
  const last = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .find((line) => line['call'] === 'Users/Echo' && line['query']);
  expect(last).toMatchObject({ msg: 'request', status: 200 });
});
