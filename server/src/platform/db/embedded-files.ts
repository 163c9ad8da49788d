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
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { isAlive } from '../process-signal.ts';
import { EmbeddedFault, checkUserIsKnown, dataPath, reachesFolder, runCommand } from './embedded-program.ts';
import type { Runner } from './embedded-program.ts';

/** The major version of the bundled binaries; a data folder of another one is refused. */
export const POSTGRES_MAJOR = '18';
/** Login role of the embedded server; it owns the database and may take every role of the house. */
export const EMBEDDED_USER = 'openmere';
/** initdb and the first segments of the log need about 60 MB; less than this is "no space" before anything is written. */
const FREE_BYTES_MIN = 200_000_000;
const PASSWORD_FILE = 'openmere.password';

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

/**
 * Makes the cluster in a folder of its own name and renames it, so that a kill leaves nothing half made. The first
 * password waits in `sockets`, where the server's user can walk to.
 */
export async function initCluster(runner: Runner, dir: string, sockets: string): Promise<void> {
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
    await runInitdb(runner, making, join(sockets, `${basename(making)}.password`));
    await rename(making, dir);
  } catch (error) {
    const taken = ['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '');
    await rm(making, { recursive: true, force: true });
    // A second starter renamed its own first: both use that one.
    if (taken && (await checkDataFolder(dir))) return;
    throw error instanceof EmbeddedFault ? error : explainFileError(error as NodeJS.ErrnoException, parent);
  }
}

async function runInitdb(runner: Runner, making: string, passwordFile: string): Promise<void> {
  const password = randomBytes(24).toString('base64url');
  try {
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (runner.uid !== undefined) await chown(passwordFile, runner.uid, runner.gid ?? runner.uid);
    const args = ['-D', dataPath(runner, making), '-U', EMBEDDED_USER, '--pwfile', passwordFile];
    const settings = [
      '--auth',
      'scram-sha-256',
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
    const made = await runCommand(runner, join(runner.bin, 'initdb'), [...args, ...settings], {
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
  const usual = tmpdir().length > 60 ? '/tmp' : tmpdir();
  const base = runner.uid === undefined || (await reachesFolder(runner, usual)) ? usual : '/tmp';
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
