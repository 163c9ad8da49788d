import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getDevKey } from './dev-keys.ts';
import { ensureSecrets, isOpenToOthers, readKeyFile, readSecrets, refuseUnsafeKey } from './secrets.ts';

let dir = '';

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'openmere-secrets-'));
});

afterEach(async () => {
  await rm(dir, { recursive: true, force: true });
});

describe('secrets', () => {
  test('refuses: a missing, a broken and a foreign file, without quoting it', async () => {
    const path = join(dir, 'secrets.json');
    await expect(readSecrets(path)).rejects.toThrow('is missing');
    await writeFile(path, 'hunter2');
    await expect(readSecrets(path)).rejects.toThrow(/is not JSON\.$/);
    await writeFile(path, '{"version":1,"jwks":[],"pepper":"hunter2!"}');
    await expect(readSecrets(path)).rejects.toThrow(/jwks, pepper, fieldKey, cursorKey\.$/);
  });

  test('refuses: a key file that holds no key', async () => {
    const path = join(dir, 'signer.key');
    await writeFile(path, '0x1234\n');
    await expect(readKeyFile(path)).rejects.toThrow('does not hold a private key');
  });

  test('refuses: a process’s key that others may read, and in production one that everybody knows', async () => {
    const path = join(dir, 'signer.key');
    const { privateKey } = getDevKey('payer');
    await writeFile(path, privateKey, { mode: 0o600 });
    await refuseUnsafeKey(path, privateKey, 'development');
    await expect(refuseUnsafeKey(path, privateKey, 'production')).rejects.toThrow('publicly known');
    const own = `0x${'ab'.repeat(32)}`;
    await refuseUnsafeKey(path, own, 'production');
    await chmod(path, 0o640);
    await expect(refuseUnsafeKey(path, own, 'production')).rejects.toThrow('can be read by others');
  });

  test('behavior: made once, readable by the owner only, and never replaced', async () => {
    const path = join(dir, 'deep/secrets.json');
    await ensureSecrets(path);
    const first = await readFile(path, 'utf8');
    await ensureSecrets(path);
    expect(await readFile(path, 'utf8')).toBe(first);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const secrets = await readSecrets(path);
    expect([secrets.pepper.length, secrets.fieldKey.length, secrets.cursorKey.length]).toEqual([32, 32, 32]);
    expect(secrets.jwks[0]).toMatchObject({ kty: 'EC', crv: 'P-256', kid: expect.any(String) as string });
  });

  test('behavior: a file that others may read is noticed', async () => {
    const path = join(dir, 'signer.key');
    await writeFile(path, `0x${'AB'.repeat(32)}\n`, { mode: 0o600 });
    expect(await isOpenToOthers(path)).toBe(false);
    await chmod(path, 0o644);
    expect(await isOpenToOthers(path)).toBe(true);
    expect(await readKeyFile(path)).toBe(`0x${'ab'.repeat(32)}`);
  });
});
