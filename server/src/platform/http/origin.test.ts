import { defineCall, member } from '@openmere/core/kit/call.ts';
import { nothing } from '@openmere/core/kit/schema.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { TestDatabase } from '../db/test-database.ts';
import { cloneDatabase } from '../db/test-setup.ts';
import { serve } from './serve.ts';
import { createTestApi, memorySessions } from './test-api.ts';
import type { TestApi } from './test-api.ts';

const token = 'member-token-aaaaaaaaaaaaaaaa';
const proxy = '10.0.0.1';
const where = defineCall({
  path: 'Users/Where',
  summary: 'Answers where it was asked from.',
  access: member,
  answer: 'data',
  input: nothing,
  output: z.object({ ip: z.string() }),
});

let database: TestDatabase;
let api: TestApi;

beforeAll(async () => {
  database = await cloneDatabase();
  const owner = { kind: 'member' as const, id: 'mem_1', family: 'mem_1', sessionId: 'ses_1' };
  const plenty = { perMinute: 1e9, burst: 1e9 };
  api = await createTestApi({
    db: database.connect('app').db,
    sessions: memorySessions({ [token]: owner }),
    config: {
      origin: 'https://app.example',
      trustedProxies: ['10.0.0.0/8', 'fd00::/8'],
      rates: { address: plenty, member: plenty },
    },
    routes: (target) => serve(target, where, async ({ actor }) => ({ ip: actor.from.ip })),
  });
});
afterAll(async () => {
  await api.close();
  await database.drop();
});

async function askFrom(remoteAddress: string, forwarded?: string): Promise<string> {
  const headers = { token, ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }) };
  const response = await api.server.inject({ method: 'POST', url: '/Users/Where', headers, remoteAddress });
  expect(response.statusCode).toBe(200);
  return response.json<{ data: { ip: string } }>().data.ip;
}

test.each([
  '0x8.8.8.8',
  '8.8.8',
  '08.8.8.8',
  '256.1.1.1',
  '8.8.8.8:',
  '8.8.8.8:123456',
  '"8.8.8.8',
  '[8.8.8.8',
  '[2001:db8::1]:x',
  '[fe80::1%eth0]',
  '2001:db8::1::2',
  'unknown',
  '_hidden',
  'for=8.8.8.8',
  '<script>',
  '\u00e9',
  '',
  ',',
  ' ',
  '8.8.8.8 9.9.9.9',
  'a'.repeat(8_000),
])('refuses: to believe %j, and what stands left of it: the proxy stands for the sender', async (text) => {
  expect(await askFrom(proxy, text)).toBe(proxy);
  expect(await askFrom(proxy, `203.0.113.66, ${text}`)).toBe(proxy);
});

test.each([
  ['8.8.8.8', '8.8.8.8'],
  ['8.8.8.8:1234', '8.8.8.8'],
  ['"8.8.8.8"', '8.8.8.8'],
  ['"8.8.8.8:1234"', '8.8.8.8'],
  ['  8.8.8.8\t', '8.8.8.8'],
  ['2001:DB8:0:0::1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['"[2001:db8::1]:443"', '2001:db8::1'],
  ['::ffff:8.8.8.8', '8.8.8.8'],
  ['[::ffff:808:808]:80', '8.8.8.8'],
  ['1.1.1.1, 8.8.8.8:99, 10.2.2.2:443', '8.8.8.8'],
  ['8.8.8.8, [fd00::7]:1', '8.8.8.8'],
  ['10.1.1.1', '10.1.1.1'],
])('behavior: %j from a trusted proxy is %s', async (text, address) => {
  expect(await askFrom(proxy, text)).toBe(address);
  expect(await askFrom('::ffff:10.0.0.1', text)).toBe(address);
  expect(await askFrom('203.0.113.5', text)).toBe('203.0.113.5');
});

test('behavior: without the header the proxy is the sender', async () => {
  expect(await askFrom(proxy)).toBe(proxy);
});
