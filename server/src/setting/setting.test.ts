import { oneCoin } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../platform/db/connect.ts';
import type { Database, Db } from '../platform/db/connect.ts';
import type { TestDatabase } from '../platform/db/test-database.ts';
import { cloneDatabase } from '../platform/db/test-setup.ts';
import { listSettingChanges } from './config-store.ts';
import { definitions } from './definitions.ts';
import type { SettingName } from './definitions.ts';
import { getPublicConfig } from './get-config.ts';
import { readSettings, readText } from './read.ts';
import { writeSetting } from './write.ts';

let testDatabase: TestDatabase;
let database: Database;
/** The installation, which needs no second operator. */
let owner: Db;
beforeAll(async () => {
  testDatabase = await cloneDatabase();
  database = testDatabase.connect('app');
  owner = testDatabase.connect('owner').db;
});
afterAll(() => testDatabase.drop());

const write = (name: SettingName, text: string) =>
  inTransaction(owner, (tx) => writeSetting({ tx }, { name, text, changedBy: 'op_1' }));

test.each<[SettingName, string]>([
  ['depositMin', '-1'],
  ['depositMin', '1e2'],
  ['depositMin', ''],
  ['depositConfirmations', '1.5'],
  ['transferFeeBps', '10001'],
  ['walletInapp', 'yes'],
  ['chainContracts', '[]'],
  ['chainContracts', '{"treasury":"0x0000000000000000000000000000000000000000"}'],
  ['chainExplorer', 'javascript:alert(1)'],
  ['chainExplorer', 'http://x.example'],
  ['appVersion', '1.0'],
  ['barredCountries', 'cn'],
])('refuses: %s = %j', async (name, text) => {
  await expect(write(name, text)).rejects.toThrow(definitions[name].key);
});

test('refuses: edits of the history, removal of a value, a version out of turn, as the app’s role', async () => {
  await write('depositMin', '12');
  for (const statement of [
    sql`update config_history set val = '1'`,
    sql`delete from config_history`,
    sql`truncate config_history`,
    sql`delete from config`,
    sql`update config set version = version + 5`,
    sql`update config set idx = 'x.y', version = version + 1`,
  ]) {
    await expect(statement.execute(database.db)).rejects.toThrow();
  }
});

test('property: every default is a value of its own kind, every wire name is unique', () => {
  const names = Object.keys(definitions) as SettingName[];
  for (const name of names) expect(() => readText(name, definitions[name].default), name).not.toThrow();
  expect(new Set(names.map((name) => definitions[name].key)).size).toBe(names.length);
});

test('behavior: the rulebook’s defaults stand until changed; every change is kept with its author', async () => {
  const before = await readSettings(database.db);
  expect(before).toMatchObject({
    withdrawMin: 20n * oneCoin,
    withdrawMultiple: 20n * oneCoin,
    withdrawFee: oneCoin,
  });
  expect(before).toMatchObject({
    transferFeeBps: 50,
    depositConfirmations: 15,
    payPasswordLockHours: 24,
    chainContracts: {},
  });
  await write('withdrawFee', '1.5');
  await write('withdrawFee', '1.5');
  await write('withdrawFee', '2');
  expect((await readSettings(database.db)).withdrawFee).toBe(2n * oneCoin);
  const changes = await inTransaction(database.db, (tx) => listSettingChanges(tx, 'withdrawFee'));
  expect(changes.map(({ val, version, changedBy }) => [val, version, changedBy])).toEqual([
    ['2', 2, 'op_1'],
    ['1.5', 1, 'op_1'],
  ]);
});

test('behavior: what is hidden, or unknown, never stands in the public configuration', async () => {
  await write('largeAmount', '777');
  await sql`insert into config (idx, val, version, changed_by) values ('secret.apiKey', 'CANARY', 1, 'x')`.execute(
    owner,
  );
  const rows = await getPublicConfig({
    tx: database.db,
    facts: { chainId: 31337, cryptoJwk: { kid: 'k' }, build: '1' },
    findAgreements: async () => 'user-3',
  });
  const shown = (Object.keys(definitions) as SettingName[]).filter(
    (name) => definitions[name].seenBy === 'public',
  );
  expect(rows.map(({ idx }) => idx).sort()).toEqual(
    [
      ...shown.map((name) => definitions[name].key),
      'agreement.versions',
      'chain.id',
      'chain.rpc',
      'crypto.jwk',
    ].sort(),
  );
  expect(rows).toContainEqual({ idx: 'agreement.versions', val: 'user-3' });
  expect(JSON.stringify(rows)).not.toMatch(/CANARY|777/);
});
