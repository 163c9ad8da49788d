import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestDatabase } from '../db/test-database.ts';
import { cloneDatabase } from '../db/test-setup.ts';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { createTestApi } from './test-api.ts';
import type { TestApi } from './test-api.ts';

const CANARY = 'CANARY-5d1f77';
const metrics = createMetrics();
const lines: string[] = [];
let database: TestDatabase;
let api: TestApi;

beforeAll(async () => {
  database = await cloneDatabase();
  const sink = new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) });
  api = await createTestApi({
    db: database.connect('app').db,
    metrics,
    log: createLog('test', 'trace', sink),
    config: { origin: 'https://app.example' },
    routes: () => undefined,
  });
});
afterAll(async () => {
  await api.close();
  await database.drop();
});
beforeEach(() => metrics.policyViolations.reset());

let lastHost = 0;

/** From an address that has sent nothing yet, unless it is named. */
function send(payload: string, { ip, type = 'application/csp-report' }: { ip?: string; type?: string } = {}) {
  return api.server.inject({
    method: 'POST',
    url: '/policy-reports',
    headers: { 'content-type': type },
    payload,
    remoteAddress: ip ?? `198.51.100.${(lastHost += 1)}`,
  });
}

const report = (fields: object): string => JSON.stringify({ 'csp-report': fields });

async function counted(): Promise<Record<string, number>> {
  const { values } = await metrics.policyViolations.get();
  return Object.fromEntries(values.map(({ labels, value }) => [String(labels.directive), value]));
}

test('refuses: what is no report, too much of it, and other forms', async () => {
  const bad = [
    '',
    '{',
    '[]',
    'null',
    '7',
    '{"csp-report":[]}',
    '{"csp-report":{}}',
    report({ 'effective-directive': 7 }),
  ];
  for (const text of bad) expect([text, (await send(text)).json().code]).toEqual([text, 'invalid']);
  expect(
    (await send(report({ 'effective-directive': 'img-src', sample: 'x'.repeat(20_000) }))).statusCode,
  ).toBe(413);
  expect((await send('a=b', { type: 'application/x-www-form-urlencoded' })).statusCode).toBe(415);
  expect((await api.server.inject({ method: 'GET', url: '/policy-reports' })).statusCode).toBe(404);
  expect(await counted()).toEqual({});
});

test('refuses: more of them from one address than a page can need, and figures of names that a sender made up', async () => {
  const answers = [];
  for (let index = 0; index < 30; index += 1)
    answers.push(await send(report({ 'effective-directive': `made-up-${index}` }), { ip: '203.0.113.9' }));
  expect(answers.slice(0, 20).map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(204));
  expect(answers.at(-1)?.statusCode).toBe(429);
  expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);
  expect(Object.keys(await counted())).toEqual(['other']);
});

test('behavior: what browsers report is counted by directive, and nothing else of it is kept', async () => {
  lines.length = 0;
  const fields = {
    'document-uri': `https://app.example/?code=${CANARY}`,
    'blocked-uri': `https://evil.example/${CANARY}`,
    'script-sample': CANARY,
  };
  for (const directive of ['script-src-elem', 'script-src-elem', 'require-trusted-types-for'])
    expect((await send(report({ ...fields, 'effective-directive': directive }))).statusCode).toBe(204);
  // What older browsers say: the directive as it stands in the policy.
  await send(report({ ...fields, 'violated-directive': `connect-src 'self' wss://app.example` }));
  expect(await counted()).toEqual({ 'script-src-elem': 2, 'require-trusted-types-for': 1, 'connect-src': 1 });
  expect(lines).toHaveLength(4);
  expect(lines.filter((line) => line.includes(CANARY))).toEqual([]);
  expect(await metrics.registry.metrics()).toContain(
    'openmere_policy_violations_total{directive="connect-src"} 1',
  );
});

test('behavior: every answer’s policy says where reports go', async () => {
  const { headers } = await api.server.inject({ method: 'GET', url: '/' });
  expect(headers['content-security-policy']).toMatch(/; report-uri \/policy-reports$/);
});
