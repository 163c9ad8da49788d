import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isOpenToOthers, SecretsFault } from './secrets.ts';
import { ensureVapid, readVapid } from './vapid.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vapid-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('refuses: a file that holds something else', async () => {
  const path = join(folder, 'wrong.json');
  await writeFile(path, '{"version":1}');
  await expect(readVapid(path)).rejects.toThrow(SecretsFault);
});

test('behavior: made once, for its owner only; without a file, or with an empty one, there is no web push', async () => {
  const path = join(folder, 'vapid.json');
  await ensureVapid(path, 'development');
  const made = await readFile(path, 'utf8');
  await ensureVapid(path, 'production');
  expect(await readFile(path, 'utf8')).toBe(made);
  expect(await isOpenToOthers(path)).toBe(false);
  expect(await readVapid(path)).toMatchObject({ made: 'development' });
  expect(await readVapid(join(folder, 'none.json'))).toBeUndefined();
  expect(await readVapid('/dev/null')).toBeUndefined();
});
