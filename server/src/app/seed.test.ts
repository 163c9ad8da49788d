import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '../platform/db/test-database.ts';
import { cloneDatabase } from '../platform/db/test-setup.ts';
import { readConfig } from './config.ts';
import { ensureSecrets } from './secrets.ts';
import { seedInstallation } from './seed.ts';

const rootAddress = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const outside = { OPENMERE_CHAIN_RPC: 'http://127.0.0.1:1', OPENMERE_CHAIN_ID: '97' };

let dataDir: string;
const databases: TestDatabase[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'openmere-seed-'));
  await ensureSecrets(readConfig({ OPENMERE_DATA: dataDir }).secretsFile);
});
afterAll(async () => {
  await Promise.all(databases.map((database) => database.drop()));
  await rm(dataDir, { recursive: true, force: true });
});

async function seeder(env: Record<string, string>) {
  const database = await cloneDatabase();
  databases.push(database);
  const config = readConfig({ OPENMERE_DATA: dataDir, ...env });
  return () => seedInstallation({ config, databaseUrl: database.url, contracts: {}, rootAddress });
}

test('refuses: an outside chain without a root for Membership', async () => {
  const database = await cloneDatabase();
  databases.push(database);
  const config = readConfig({ OPENMERE_DATA: dataDir, ...outside });
  const input = { config, databaseUrl: database.url, contracts: {}, rootAddress: undefined };
  await expect(seedInstallation(input)).rejects.toThrow('OPENMERE_ROOT_ADDRESS');
});

test('behavior: on the development chain every start finds the same root and the same two operators', async () => {
  const seed = await seeder({});
  const first = await seed();
  expect(first.operators.map(({ account }) => account)).toEqual(['operator-one', 'operator-two']);
  expect(first.rootInvitationCode).toMatch(/^[0-9A-Z]{6}$/);
  expect(await seed()).toEqual(first);
});

test('behavior: elsewhere the operators are shown once, with passwords that must be replaced', async () => {
  const seed = await seeder(outside);
  const first = await seed();
  expect(new Set(first.operators.map(({ password }) => password)).size).toBe(2);
  expect(await seed()).toEqual({ ...first, operators: [] });
  const owner = databases.at(-1)?.connect('owner');
  const rows = await owner?.db.selectFrom('operator').select('must_change').execute();
  await owner?.close();
  expect(rows).toEqual([{ must_change: true }, { must_change: true }]);
});

test('behavior: the demo community is registered once, each under its inviter, active since the chain says; the first can log in', async () => {
  const database = await cloneDatabase();
  databases.push(database);
  const config = readConfig({ OPENMERE_DATA: dataDir });
  const wallets = [`0x${'a1'.repeat(20)}`, `0x${'a2'.repeat(20)}`] as const;
  const activatedAt = new Date('2026-01-02T03:04:05Z');
  const community = [
    { nickname: 'Maya', walletAddress: wallets[0], inviterAddress: undefined, activatedAt },
    { nickname: 'Jun', walletAddress: wallets[1], inviterAddress: wallets[0], activatedAt },
  ];
  const input = { config, databaseUrl: database.url, contracts: {}, rootAddress, community } as const;
  const first = await seedInstallation(input);
  expect(first.demoMember).toMatchObject({ account: 'demo' });
  expect(await seedInstallation(input)).toEqual(first);
  expect(first.demoMember?.payPassword).toMatch(/^[\w-]{16}$/);
  const owner = database.connect('owner');
  const rows = await owner.db
    .selectFrom('member as m')
    .leftJoin('member as i', 'i.id', 'm.inviter_id')
    .select(['m.nickname', 'i.wallet_address as inviter', 'm.activated_at'])
    .where('m.wallet_address', 'in', wallets)
    .orderBy('m.serial')
    .execute();
  const windows = await sql<{ val: string }>`
    select val from config where idx in ('activity.starts', 'activity.ends') order by idx desc`.execute(
    owner.db,
  );
  await owner.close();
  const [starts = 0, ends = 0] = windows.rows.map(({ val }) => Date.parse(val));
  expect(starts).toBeLessThanOrEqual(Date.now());
  expect(ends - starts).toBe(30 * 86_400_000);
  expect(rows).toEqual([
    { nickname: 'Maya', inviter: rootAddress.toLowerCase(), activated_at: activatedAt },
    { nickname: 'Jun', inviter: wallets[0], activated_at: activatedAt },
  ]);
});
