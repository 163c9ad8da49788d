import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { HttpRequestError } from 'viem';
import { expect, test } from 'vitest';
import { explain } from './explain.ts';

/** What the program says, and with what it ends. */
async function run(
  env: Record<string, string>,
  options: readonly string[] = ['--rpc', 'http://127.0.0.1:1'],
): Promise<[code: unknown, said: string]> {
  const args = [join(import.meta.dirname, 'main.ts'), ...options];
  const { DATABASE_URL: _, ...own } = process.env;
  try {
    await promisify(execFile)(process.execPath, args, { env: { ...own, ...env } });
    return [0, ''];
  } catch (error) {
    const { code, stderr } = error as { code: unknown; stderr: string };
    return [code, stderr];
  }
}

test.each([
  [
    'where nothing is installed',
    { OPENMERE_DATA: '/nowhere/openmere' },
    /^there is no installation in \S+\n$/,
  ],
  [
    'of a database that is none',
    { DATABASE_URL: 'nonsense' },
    /^DATABASE_URL: must be a postgres:\/\/ URL\n$/,
  ],
  [
    'of a database that does not answer',
    { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
    /^connect ECONNREFUSED 127\.0\.0\.1:1\n$/,
  ],
])('refuses: to show a stack trace %s; it is one sentence', async (_what, env, sentence) => {
  const [code, said] = await run(env);
  expect(said).toMatch(sentence);
  // 1 is for rewards that differ.
  expect(code).toBe(2);
});

test.each([
  ['without a node', [], /^node tools\/recompute\/main\.ts --rpc /],
  ['with an option that there is not', ['--node', 'http://127.0.0.1:1'], /^Unknown option '--node'/],
])('refuses: to be started %s as if rewards differed', async (_what, options, sentence) => {
  const [code, said] = await run({}, options);
  expect(said).toMatch(sentence);
  expect(code).toBe(2);
});

test('refuses: to hide where a bug is; an empty database and a silent node are none', () => {
  expect(explain(new TypeError('no bigint'))).toContain('explain.test.ts');
  const noTable = Object.assign(new Error('relation "config" does not exist'), { code: '42P01' });
  expect(explain(noTable)).toBe(
    'Openmere is not installed in this database: relation "config" does not exist.',
  );
  const silent = new HttpRequestError({ url: 'http://node', details: 'fetch failed' });
  expect(explain(silent)).toBe('The node of the chain gave no answer: HTTP request failed.');
});
