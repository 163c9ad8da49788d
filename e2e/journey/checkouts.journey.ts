import { execFile, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { killEverything, processesOf } from '../stack/processes.ts';

const root = join(import.meta.dirname, '../..');
const isRoot = process.getuid?.() === 0;
const READY_WITHIN_MS = 180_000;
const LEFT_OUT = new Set(['.git', 'data', 'dist', '.stamp', 'test-results', 'cache', 'artifacts']);
const execute = promisify(execFile);

let folder = '';
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openmere-checkout-'));
});
test.afterEach(async () => {
  for (const name of await readdir(folder)) killEverything(join(folder, name));
  await execute('chmod', ['-R', 'u+w', folder]);
  await rm(folder, { recursive: true, force: true });
});

/** A checkout with its packages at `path`, nothing built: folders of its own, files shared by hard links where they can be. */
async function copyCheckout(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  const copy = async (names: string[], from: string, to: string): Promise<void> => {
    const kept = names.filter((name) => !LEFT_OUT.has(name)).map((name) => join(from, name));
    await execute('cp', ['-al', ...kept, to]).catch(() => execute('cp', ['-a', ...kept, to]));
  };
  const rooms = new Set(['contracts', 'web', 'console']);
  const names = await readdir(root);
  await copy(
    names.filter((name) => !rooms.has(name)),
    root,
    path,
  );
  for (const room of rooms) {
    await mkdir(join(path, room));
    await copy(await readdir(join(root, room)), join(root, room), join(path, room));
  }
}

async function forEachFolder(path: string, change: (folder: string) => Promise<void>): Promise<void> {
  for (const entry of await readdir(path, { withFileTypes: true })) {
    if (entry.isDirectory()) await forEachFolder(join(path, entry.name), change);
  }
  await change(path);
}

/** Below the ports that a machine hands out by itself: the journeys beside this one take those. */
async function freePort(): Promise<number> {
  const port = randomInt(20_000, 30_000);
  const isFree = await new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
  return isFree ? port : freePort();
}

type Start = { checkout: string; data: string; path?: string; uid?: number };

/** This Node as it lies in a copied checkout: a user who may read that need not be able to read ours. */
function nodeOf(checkout: string): string {
  const inside = relative(root, process.execPath);
  return inside.startsWith('..') ? process.execPath : join(checkout, inside);
}

/** `npm start` without npm, which the machine may lack for that user: until both origins answer, then Ctrl-C. */
async function startAndStop({ checkout, data, path, uid }: Start): Promise<void> {
  const [port, consolePort, chainPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const env = {
    PATH: path ?? process.env['PATH'] ?? '',
    HOME: folder,
    PORT: String(port),
    CONSOLE_PORT: String(consolePort),
    OPENMERE_CHAIN_PORT: String(chainPort),
    OPENMERE_DATA: data,
    OPENMERE_DEMO: '0',
  };
  const child = spawn(nodeOf(checkout), ['tools/run.mjs', 'start'], {
    cwd: checkout,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const facts = join(data, 'dev.json');
  const isReady = (): boolean => existsSync(facts) && readFileSync(facts, 'utf8').includes('consoleUrl');
  await expect
    .poll(() => (child.exitCode === null ? isReady() : output), { timeout: READY_WITHIN_MS })
    .toBe(true);
  for (const at of [port, consolePort]) {
    const answer = await fetch(`http://127.0.0.1:${at}/`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('<script');
  }
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  expect(await ended, output.slice(-2_000)).toBe(0);
  await expect.poll(() => processesOf(data)).toEqual([]);
}

test('behavior: it starts in a private folder whose path has blanks and other letters, without setpriv or any other program on the path', async () => {
  const checkout = join(folder, 'Öpen mere 湖');
  await copyCheckout(checkout);
  await chmod(folder, 0o700);
  await startAndStop({ checkout, data: join(checkout, 'data'), path: '' });
});

test('behavior: it starts for an ordinary user from a read-only checkout, with its data elsewhere', async () => {
  const checkout = join(folder, 'read-only');
  const data = join(folder, 'data of a user');
  const uid = isRoot ? 65_534 : undefined;
  await copyCheckout(checkout);
  await mkdir(data);
  // Files are shared with this checkout: only folders change.
  if (uid !== undefined) await chown(data, uid, uid);
  await chmod(folder, 0o755);
  await forEachFolder(checkout, (path) => chmod(path, 0o555));
  await startAndStop({ checkout, data, ...(uid === undefined ? {} : { uid }) });
});

// For an ordinary user every other start of these tests is one of this kind.
const ordinary = isRoot ? ['behavior: it starts for an ordinary user in a checkout of their own'] : [];
for (const name of ordinary)
  test(name, async () => {
    const checkout = join(folder, 'own');
    await copyCheckout(checkout);
    await chmod(folder, 0o755);
    await forEachFolder(checkout, (path) => chown(path, 65_534, 65_534));
    await startAndStop({ checkout, data: join(checkout, 'data'), uid: 65_534 });
  });

test('refuses: within a second, a read-only checkout without packages, in one sentence', async () => {
  const checkout = join(folder, 'bare');
  await mkdir(join(checkout, 'tools'), { recursive: true });
  for (const name of ['package.json', 'package-lock.json', 'tools/run.mjs'])
    await execute('cp', [join(root, name), join(checkout, name)]);
  // Ours may lie in a private folder, where the other user reads nothing.
  const node = join(folder, 'node');
  await execute('cp', [process.execPath, node]);
  await chmod(folder, 0o755);
  await forEachFolder(checkout, (path) => chmod(path, 0o555));
  const begun = Date.now();
  const ran = execute(node, ['tools/run.mjs', 'start'], {
    cwd: checkout,
    ...(isRoot ? { uid: 65_534, gid: 65_534 } : {}),
  });
  await expect(ran).rejects.toThrow(/is read-only and its packages are not installed/);
  expect(Date.now() - begun).toBeLessThan(1_000);
});
