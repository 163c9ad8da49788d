import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cloneDatabase } from '../platform/db/test-setup.ts';
import { readConfig } from './config.ts';
import { getDevKey } from './dev-keys.ts';
import { refuseUnsafe } from './safety.ts';
import { ensureSecrets } from './secrets.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let dir = '';

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'openmere-safety-'));
  database = await cloneDatabase();
});

afterAll(async () => {
  await database.drop();
  await rm(dir, { recursive: true, force: true });
});

describe('safety of a production start', () => {
  test('refuses: a development installation that calls itself production, with all its reasons', async () => {
    const env = { OPENMERE_ENV: 'production', OPENMERE_DATA: dir };
    const config = readConfig(env);
    await ensureSecrets(config.secretsFile);
    await writeFile(config.signerKeyFile, getDevKey('payer').privateKey, { mode: 0o644 });
    await writeFile(config.sweeperKeyFile, getDevKey('sweeper').privateKey, { mode: 0o600 });
    await writeFile(config.keeperKeyFile, 'none', { mode: 0o600 });
    const refused = refuseUnsafe(config, database.url, () => undefined);
    await expect(refused).rejects.toThrow(/refused for \d+ reasons/);
    const { message } = (await refused.catch((error: unknown) => error)) as Error;
    for (const reason of [
      'publicly known development key',
      'signer.key can be read by others',
      'keeper.key does not hold a private key',
      'is not https',
      'is not BSC (56)',
      'mails would be caught',
      'fewer than two operators',
      'OPENMERE_CONTRACTS',
    ])
      expect(message).toContain(reason);
  });

  test('refuses: in a process without secrets just as well', async () => {
    const withheld = {
      OPENMERE_SECRETS: devNull,
      OPENMERE_SIGNER_KEY_FILE: devNull,
      OPENMERE_SWEEPER_KEY_FILE: devNull,
      OPENMERE_KEEPER_KEY_FILE: devNull,
      OPENMERE_PERMIT_KEY_FILE: devNull,
    };
    const config = readConfig({ OPENMERE_ENV: 'production', OPENMERE_DATA: dir, ...withheld });
    await expect(refuseUnsafe(config, database.url, () => undefined)).rejects.toThrow('is not https');
  });

  test('behavior: development is not asked', async () => {
    await refuseUnsafe(readConfig({ OPENMERE_DATA: dir }), 'postgres://nobody@nowhere/x', () => undefined);
  });
});
