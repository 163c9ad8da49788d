import { mkdir, mkdtemp, readFile, readlink, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { isAlive, sendSignal } from '../process-signal.ts';
import { EmbeddedFault } from './embedded-program.ts';
import { startEmbedded } from './embedded.ts';

let folder: string;
let dir: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openmere-embedded-'));
  dir = join(folder, 'postgres');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const quiet = (): void => undefined;
const serverPid = async (): Promise<number> =>
  Number((await readFile(join(dir, 'postmaster.pid'), 'utf8')).split('\n')[0]);

/** One statement on a connection of its own; a server that is not up yet is waited for, ten seconds at most. */
async function ask(url: string, text: string): Promise<unknown> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', quiet);
    try {
      await client.connect();
      const { rows } = await client.query({ text, rowMode: 'array' });
      return rows[0]?.[0];
    } catch (error) {
      if (Date.now() > deadline) throw error;
    } finally {
      await client.end().catch(quiet);
    }
  }
}

async function processesIn(path: string): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const found = await Promise.all(
    pids.map(async (pid) => (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === path),
  );
  return pids.filter((_, index) => found[index]);
}

test('refuses: a folder of another PostgreSQL version, and one with foreign files', async () => {
  await mkdir(dir);
  await writeFile(join(dir, 'letter.txt'), 'mine');
  await expect(startEmbedded(dir, quiet)).rejects.toThrow(/holds no PostgreSQL database/);
  await writeFile(join(dir, 'PG_VERSION'), '15\n');
  await expect(startEmbedded(dir, quiet)).rejects.toThrow(/made by PostgreSQL 15/);
  await expect(startEmbedded(dir, quiet)).rejects.toBeInstanceOf(EmbeddedFault);
  expect(await readFile(join(dir, 'letter.txt'), 'utf8')).toBe('mine');
});

test('refuses: to write values of a row that it does not take into its log', async () => {
  const owner = await startEmbedded(dir, quiet);
  const client = new pg.Client({ connectionString: owner.url });
  await client.connect();
  await client.query('create table person (mail text primary key, age int check (age > 0))');
  const add = (age: number) => client.query('insert into person values ($1, $2)', ['mira@example.org', age]);
  await add(1);
  await expect(add(1)).rejects.toThrow('duplicate key');
  await expect(add(-1)).rejects.toThrow('violates check');
  await client.end();
  await owner.stop();
  const log = await readFile(join(dir, 'server.log'), 'utf8');
  expect(log).toContain('duplicate key');
  expect(log).not.toContain('mira@');
});

test('behavior: a second owner joins the running server, and only the last one stops it', async () => {
  const [first, second] = await Promise.all([startEmbedded(dir, quiet), startEmbedded(dir, quiet)]);
  expect(second.url).toBe(first.url);
  const pid = await serverPid();
  await first.stop();
  expect(await ask(second.url, 'select 1')).toBe(1);
  await second.stop();
  // Its last trace, until this process has taken note of its child's end, still has the number.
  await expect.poll(() => isAlive(pid)).toBe(false);
});

test('behavior: who comes with another TMPDIR joins the running server just as well', async () => {
  const first = await startEmbedded(dir, quiet);
  const elsewhere = await mkdtemp(join(folder, 'tmp-'));
  vi.stubEnv('TMPDIR', elsewhere);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(tmpdir()).toBe(elsewhere);
  const second = await startEmbedded(dir, quiet);
  expect(second.url).toBe(first.url);
  await first.stop();
  expect(await ask(second.url, 'select 1')).toBe(1);
  await second.stop();
});

test.runIf(process.platform === 'linux')(
  'behavior: what was committed survives kill -9 of every process, and it comes back by itself',
  async () => {
    const owner = await startEmbedded(dir, quiet);
    await ask(owner.url, 'create table kept (n int)');
    await ask(owner.url, 'insert into kept values (41), (1)');
    for (let round = 0; round < 2; round += 1) {
      const before = await serverPid();
      for (const pid of round === 0 ? await processesIn(dir) : [before]) sendSignal(pid, 'SIGKILL');
      await expect.poll(() => ask(owner.url, 'select sum(n)::int from kept'), { timeout: 20_000 }).toBe(42);
      expect(await serverPid()).not.toBe(before);
    }
    await owner.stop();
  },
);

test.runIf(process.platform === 'linux')(
  'behavior: a pid file that names a living stranger is no obstacle',
  async () => {
    const owner = await startEmbedded(dir, quiet);
    const file = await readFile(join(dir, 'postmaster.pid'), 'utf8');
    await owner.stop();
    await writeFile(join(dir, 'postmaster.pid'), file.replace(/^\d+/, String(process.pid)));
    const again = await startEmbedded(dir, quiet);
    expect(await ask(again.url, 'select 1')).toBe(1);
    await again.stop();
  },
);
