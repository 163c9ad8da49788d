import { randomBytes } from 'node:crypto';
import { makeInviteCode } from '@openmere/core/auth/invite-code.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '../platform/db/test-database.ts';
import { cloneDatabase } from '../platform/db/test-setup.ts';
import { createTestApi } from '../platform/http/test-api.ts';
import type { TestApi } from '../platform/http/test-api.ts';
import { createGuards } from './guards.ts';
import { authRoutes } from './routes.ts';

let database: TestDatabase;
let api: TestApi;

beforeAll(async () => {
  database = await cloneDatabase();
  const { db } = database.connect('app');
  const deps = {
    guards: createGuards(database.connect('app', { max: 2 }).db),
    signing: { origin: 'https://app.openmere.example', chainId: 31337 },
    gatherOurAddress: async () => async () => false,
  };
  api = await createTestApi({ db, routes: (routes) => authRoutes(routes, deps) });
});
afterAll(async () => {
  await api.close();
  await database.drop();
});

async function countAnswered(remoteAddress: string, tries: number): Promise<number> {
  const statuses = await Promise.all(
    Array.from({ length: tries }, async () => {
      const payload = { invitecode: makeInviteCode(randomBytes(5)) };
      const options = { method: 'POST' as const, url: '/Users/Inviter', payload, remoteAddress };
      return (await api.server.inject(options)).statusCode;
    }),
  );
  return statuses.filter((status) => status === 200).length;
}

test('refuses: to let one address, or one customer of IPv6, try invitation codes through', async () => {
  expect(await countAnswered('198.51.100.7', 120)).toBeLessThanOrEqual(12);
  const customer = await Promise.all(
    Array.from({ length: 60 }, (_, index) => countAnswered(`2001:db8:1:2::${index + 1}`, 1)),
  );
  expect(customer.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(12);
  expect(await countAnswered('198.51.100.8', 1)).toBe(1);
});
