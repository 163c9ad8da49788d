import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '../platform/db/test-database.ts';
import { cloneDatabase } from '../platform/db/test-setup.ts';
import { ensureSecrets } from './secrets.ts';

const program = fileURLToPath(new URL('./operators.ts', import.meta.url));
let clone: TestDatabase;
let data: string;

beforeAll(async () => {
  clone = await cloneDatabase();
  data = await mkdtemp(join(tmpdir(), 'operators-'));
  await ensureSecrets(join(data, 'secrets.json'));
});
afterAll(async () => {
  await clone.drop();
  await rm(data, { recursive: true });
});

function run(args: readonly string[], url = clone.url): Promise<{ code: number; text: string }> {
  return new Promise((done) => {
    const env = { ...process.env, DATABASE_URL: url, OPENMERE_DATA: data };
    const child = execFile(process.execPath, [program, ...args], { env }, (_error, output, complaint) =>
      done({ code: child.exitCode ?? -1, text: output + complaint }),
    );
  });
}

test('refuses: what is no command, too few words and too many, with how it is used', async () => {
  for (const args of [[], ['promote'], ['add', 'mira'], ['disable'], ['list', 'all'], ['toString']]) {
    const { code, text } = await run(args);
    expect([args, code, text]).toEqual([args, 2, expect.stringContaining('add <account> <role>')]);
  }
});

test('refuses: a folder in which nothing is installed, and makes nothing there', async () => {
  const { code, text } = await run(['list'], '');
  expect([code, text.trim()]).toEqual([1, `there is no installation in ${data}`]);
});

test('refuses: the login of a process, which may not make operators', async () => {
  const { code, text } = await run(['add', 'mira', 'admin'], clone.urlOf('api'));
  expect([code, text]).toEqual([1, expect.stringContaining('permission denied')]);
});

test('behavior: from the first to the last command, one line each in the list', async () => {
  expect((await run(['add', 'Mira', 'risk'])).text).toMatch(
    /^account +mira\none-time password +\S{24}\nauthenticator +[A-Z2-7]{32}\n +otpauth:\/\/totp\//,
  );
  expect(await run(['add', 'mira', 'risk'])).toEqual({
    code: 1,
    text: expect.stringContaining('never passes'),
  });
  expect((await run(['reset', 'mira'])).text).toContain('one-time password');
  expect(await run(['disable', 'mira'])).toEqual({ code: 0, text: expect.stringContaining('logged out') });
  const { text } = await run(['list']);
  expect(text).toMatch(/^mira\trisk\t\d{4}-\d\d-\d\d\tdisabled \d{4}-\d\d-\d\d\n$/);
});
