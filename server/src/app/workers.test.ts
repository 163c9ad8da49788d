import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readHalt } from '../ledger/halt.ts';
import { anvilKeys, TEST_CHAIN_ID } from '../platform/chain/test-anvil.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { toMail } from '../platform/outbox.ts';
import { unlockSecrets } from '../platform/secrets-box.ts';
import { listReserveChecks } from '../reserve/store.ts';
import { addressOf, balance, mine, openAnvilContext, pay } from '../test/anvil-context.ts';
import type { AnvilContext } from '../test/anvil-context.ts';
import { coin } from '../test/context.ts';
import { addMember } from '../test/people.ts';
import { readConfig } from './config.ts';
import type { Config } from './config.ts';
import { startIndexer } from './indexer.ts';
import { ensureSecrets, readSecrets } from './secrets.ts';
import { startSettler } from './settler.ts';

let context: AnvilContext;
let folder: string;
/** The indexer's; the settler has the same but for its login. */
let config: Config;
let settlerConfig: Config;

beforeAll(async () => {
  context = await openAnvilContext();
  folder = await mkdtemp(join(tmpdir(), 'openmere-workers-'));
  config = readConfig({
    OPENMERE_DATA: folder,
    DATABASE_URL: context.clone.urlOf('indexer'),
    OPENMERE_CHAIN_RPC: context.anvil.url,
    OPENMERE_CHAIN_ID: String(TEST_CHAIN_ID),
    OPENMERE_CONTRACTS: JSON.stringify(context.contracts),
    OPENMERE_LOG: 'error',
  });
  settlerConfig = { ...config, databaseUrl: context.clone.urlOf('settler') };
  await ensureSecrets(config.secretsFile);
  await writeFile(config.sweeperKeyFile, anvilKeys[0], { mode: 0o600 });
  unlockSecrets(await readSecrets(config.secretsFile));
}, 60_000);
afterAll(async () => {
  await context.close();
  await rm(folder, { recursive: true, force: true });
});

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const limit = Date.now() + 20_000;
  while (!(await holds())) {
    if (Date.now() > limit) throw new Error(`not reached: ${what}`);
    await wait(50);
  }
}

test('refuses: to start without what it needs, in one sentence', async () => {
  await expect(startIndexer({ ...config, databaseUrl: undefined })).rejects.toThrow(
    'DATABASE_URL: the indexer needs one',
  );
  const chainless = { ...config, chain: { ...config.chain, rpcUrls: [] } };
  await expect(startSettler(chainless)).rejects.toThrow('OPENMERE_CHAIN_RPC: the settler needs one');
  await expect(startSettler(config)).rejects.toThrow('the settler needs a login of its own');
  // Alone in production it would write codes into files, and call them sent.
  await expect(startSettler({ ...settlerConfig, mode: 'production' })).rejects.toThrow('SMTP_URL');
  const foreign = 'postgres://indexer:u7Fq2nPz0xT5@db.internal/openmere';
  await expect(startIndexer({ ...config, databaseUrl: foreign, mode: 'production' })).rejects.toThrow(
    '?sslmode=verify-full',
  );
  await expect(startIndexer({ ...config, databaseUrl: context.clone.url })).rejects.toThrow(
    'the indexer needs a login of its own',
  );
});

test('behavior: indexer and settler credit, reconcile and mail by themselves, another takes over, and stop in time', async () => {
  const actor = await addMember(context);
  const address = await addressOf(context, actor);
  const [first, second, settler] = await Promise.all([
    startIndexer(config),
    startIndexer(config),
    startSettler(settlerConfig),
  ]);
  await pay(context, address, 75n * coin);
  await mine(context, 3);
  await until('credited', async () => (await balance(context, actor.id)) === 75n * coin);
  const told = await sql<{
    type: string;
  }>`select distinct type from socket_message where member_id = ${actor.id}`.execute(context.db);
  expect(told.rows.map((row) => row.type).sort()).toEqual(['balance', 'deposit', 'notice']);
  // A leader that goes is followed by the other one.
  await first.stop();
  await pay(context, address, 25n * coin);
  await mine(context, 3);
  await until('credited by the second', async () => (await balance(context, actor.id)) === 100n * coin);
  await inTransaction(context.db, (tx) =>
    toMail(tx, {
      to: 'a@example.org',
      locale: 'en',
      template: 'auth.code',
      params: { code: '123456', minutes: 10 },
    }),
  );
  await until('mailed', async () => (await readdir(config.mail.captureDir).catch(() => [])).length > 0);
  await until('reconciled', async () => (await listReserveChecks(context.db, TEST_CHAIN_ID)).length > 0);
  expect(await readHalt(context.db)).toBeUndefined();
  const started = Date.now();
  await Promise.all([second.stop(), settler.stop()]);
  expect(Date.now() - started).toBeLessThan(10_000);
}, 60_000);
