import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fund } from '../ledger/test-ledger.ts';
import type { TestDatabase } from '../platform/db/test-database.ts';
import { cloneDatabase } from '../platform/db/test-setup.ts';

const program = fileURLToPath(new URL('./ledger.ts', import.meta.url));
let clone: TestDatabase;

beforeAll(async () => {
  clone = await cloneDatabase();
  const app = clone.connect('app');
  await fund(app.db, 'mem_a', 7);
  await fund(app.db, 'mem_a', 5);
  // As the installation has it: nobody makes tables of their own there, and `verify` runs all the same.
  await sql`do $$ begin execute format('revoke temporary on database %I from public', current_database()); end $$`.execute(
    clone.connect('owner').db,
  );
});
afterAll(() => clone.drop());

const run = (...args: string[]) => runWith({ DATABASE_URL: clone.urlOf('readonly') }, args);

function runWith(env: Record<string, string>, args: string[]): Promise<{ code: number; lines: string[] }> {
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      [program, ...args],
      { env: { ...process.env, ...env } },
      (_error, output) => done({ code: child.exitCode ?? -1, lines: output.trim().split('\n') }),
    );
  });
}

test('refuses: an unknown command and an unknown account', async () => {
  expect((await run('forge')).code).toBe(2);
  expect(await run('statement', 'mem_a', 'USDT')).toMatchObject({
    code: 1,
    lines: [expect.stringContaining('no ledger account')],
  });
});

test('refuses: a folder without an installation, in which it makes nothing', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'openmere-ledger-'));
  const wrong = await runWith({ DATABASE_URL: '', OPENMERE_DATA: dir }, ['verify']);
  expect(wrong).toEqual({ code: 1, lines: [`there is no installation in ${dir}`] });
  const nowhere = join(dir, 'data');
  const missing = await runWith({ DATABASE_URL: '', OPENMERE_DATA: nowhere }, ['verify']);
  expect(missing.lines).toEqual([`there is no installation in ${nowhere}`]);
  expect(await readdir(dir)).toEqual([]);
  await rm(dir, { recursive: true });
});

test('behavior: statement prints records from the normal side, and goes on at the cursor', async () => {
  const treasury = await run('statement', 'treasury:bsc', 'USDT');
  expect(treasury.lines.map((line) => line.split('\t').slice(2, 5))).toEqual([
    ['deposit', '5', '12'],
    ['deposit', '7', '7'],
  ]);
  const first = await run('statement', 'member:mem_a:available', 'USDT', '--limit', '1');
  const cursor = first.lines[1]?.split(' ').at(-1) ?? '';
  const second = await run('statement', 'member:mem_a:available', 'USDT', '--cursor', cursor);
  expect(second.lines.map((line) => line.split('\t')[3])).toEqual(['7']);
});

test('behavior: verify passes, and fails with the finding after a balance was forged', async () => {
  expect(await run('verify')).toMatchObject({
    code: 0,
    lines: [expect.stringContaining('0 findings'), expect.stringContaining('0 differ'), expect.any(String)],
  });
  await clone
    .connect('owner')
    .pool.query(`update ledger.account set balance = balance + 1 where name = 'member:mem_a:available'`);
  const forged = await run('verify');
  expect(forged.code).toBe(1);
  expect(forged.lines.join('\n')).toContain('its postings give 12000000000000000000');
});
