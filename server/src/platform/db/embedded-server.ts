import { spawn } from 'node:child_process';
import { open, readFile, readdir, readlink, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { isAlive, sendSignal } from '../process-signal.ts';
import { EMBEDDED_USER, lastLine } from './embedded-files.ts';
import { EmbeddedFault, asUser, dataPath } from './embedded-program.ts';
import type { Runner } from './embedded-program.ts';

/** One cluster on disk and the way to reach it. */
export type Cluster = {
  dir: string;
  /** Where a server that is started here listens; of one that runs, where it does. */
  sockets: string;
  runner: Runner;
  password: string;
  log: (message: string) => void;
};

export const EMBEDDED_DATABASE = 'openmere';

/** Every owner holds this advisory lock shared in the database `postgres`; who can get it alone was the last. */
const OWNERS_LOCK = 7_730_001;
/** Crash recovery of a long log may take minutes. */
const READY_TIMEOUT_MS = 600_000;
/** Processes of a killed server end within a second or two; longer means that something is wrong. */
const LEFTOVER_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 8_000;
const POLL_MS = 25;
const LOG_BYTES_MAX = 10_000_000;
const LOG_FILE = 'server.log';

const SETTINGS = [
  ['listen_addresses', ''],
  ['unix_socket_permissions', '0700'],
  ['port', '5432'],
  ['max_connections', '200'],
  ['shared_buffers', '256MB'],
  ['max_wal_size', '2GB'],
  // Log files that are kept to be written again: making one takes 10 to 50 ms while every commit waits.
  ['min_wal_size', '1GB'],
  ['checkpoint_timeout', '15min'],
  ['fsync', 'on'],
  ['full_page_writes', 'on'],
  ['synchronous_commit', 'on'],
  ['timezone', 'UTC'],
  ['log_min_messages', 'warning'],
  // Its details are values of rows: addresses of mail, hashes.
  ['log_error_verbosity', 'terse'],
] as const;

/**
 * A server process keeps so much of the memory that a large statement gave back, instead of asking the kernel for it anew each
 * time: a tenth of what a group of 1,024 transfers costs. Only glibc reads these; elsewhere they do nothing.
 */
const KEPT_MEMORY = {
  MALLOC_TRIM_THRESHOLD_: String(32 * 2 ** 20),
  MALLOC_MMAP_THRESHOLD_: String(16 * 2 ** 20),
  MALLOC_TOP_PAD_: String(2 ** 20),
};

/** Makes sure that a server runs on the folder and returns the connection that stands for our ownership of it. */
export async function joinServer(cluster: Cluster): Promise<pg.Client> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const pid = await findServer(cluster.dir);
    if (pid === undefined) await launch(cluster);
    // Whoever started it may have another TMPDIR (a service, a shell, cron).
    else cluster.sockets = (await readSocketFolder(cluster.dir)) ?? cluster.sockets;
    const client = await tryJoin(cluster);
    if (client) return client;
    await wait(POLL_MS);
  }
  throw new EmbeddedFault(
    `The database in ${cluster.dir} does not answer: see ${join(cluster.dir, LOG_FILE)}.`,
  );
}

/** Gives up ownership; the last owner stops the server and waits until it has written everything. */
export async function leaveServer(cluster: Cluster, owner: pg.Client): Promise<void> {
  const last = await owner
    .query<{ last: boolean }>(
      `select pg_advisory_unlock_shared(${OWNERS_LOCK}), pg_try_advisory_lock(${OWNERS_LOCK}) as last`,
    )
    .then((answer) => answer.rows[0]?.last === true)
    .catch((error: unknown) => {
      cluster.log(`the database was gone already: ${String(error)}`);
      return false;
    });
  const pid = last ? await findServer(cluster.dir) : undefined;
  if (pid !== undefined) await stopServer(pid, cluster);
  await owner.end().catch((error: unknown) => cluster.log(`leaving the database: ${String(error)}`));
}

async function stopServer(pid: number, cluster: Cluster): Promise<void> {
  // SIGINT: refuse, roll back what is open, write a checkpoint. SIGQUIT: stop now, the log repairs it at the next start.
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    sendSignal(pid, signal);
    const deadline = Date.now() + STOP_TIMEOUT_MS;
    // By the folder and not by the pid alone: a zombie under a careless init is stopped, too.
    while ((await findServer(cluster.dir)) === pid && Date.now() < deadline) await wait(POLL_MS);
    if ((await findServer(cluster.dir)) !== pid) return;
    cluster.log(`the database did not stop on ${signal}`);
  }
}

async function tryJoin(cluster: Cluster): Promise<pg.Client | undefined> {
  const client = new pg.Client({
    host: cluster.sockets,
    user: EMBEDDED_USER,
    password: cluster.password,
    database: 'postgres',
    application_name: 'openmere owner',
    connectionTimeoutMillis: 2_000,
  });
  // Its end is what counts, and is watched by the owner; without a listener an error would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const lock = `select pg_try_advisory_lock_shared(${OWNERS_LOCK}) as joined`;
    const joined = (await client.query<{ joined: boolean }>(lock)).rows[0]?.joined === true;
    // Somebody is stopping it: wait it out and start it again.
    if (!joined) throw new Error('the server is stopping');
    const found = await client.query('select 1 from pg_database where datname = $1', [EMBEDDED_DATABASE]);
    if (found.rowCount === 0) await createDatabase(client);
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    if (error instanceof pg.DatabaseError && error.code === '28P01') {
      throw new EmbeddedFault(`The password file in ${cluster.dir} does not fit the database.`, {
        cause: error,
      });
    }
    return undefined;
  }
}

async function createDatabase(client: pg.Client): Promise<void> {
  await client.query(`create database ${EMBEDDED_DATABASE}`).catch((error: pg.DatabaseError) => {
    // Another owner made it in the same moment.
    if (error.code !== '42P04' && error.code !== '23505') throw error;
  });
}

/** The process id of the server that runs on this folder, or undefined. Never trusts the pid file alone. */
async function findServer(dir: string): Promise<number | undefined> {
  const pid = await readServerPid(dir);
  return pid !== undefined && isAlive(pid) && (await worksIn(pid, dir)) ? pid : undefined;
}

/** The server's own file: its pid first, in line 5 the folder of its socket once it listens. */
async function readPidFile(dir: string): Promise<string[]> {
  return (await readFile(join(dir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
}

async function readServerPid(dir: string): Promise<number | undefined> {
  const pid = Number.parseInt((await readPidFile(dir))[0] ?? '', 10);
  return pid > 0 ? pid : undefined;
}

async function readSocketFolder(dir: string): Promise<string | undefined> {
  return (await readPidFile(dir))[4]?.trim() || undefined;
}

/** Whether the process has its working folder in the data folder. Elsewhere than on Linux its being alive must do. */
async function worksIn(pid: number, dir: string): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === dir;
}

/** Starts the server, one starter at a time. Returns when it was started or has failed; readiness is the caller's wait. */
async function launch(cluster: Cluster): Promise<void> {
  const guard = join(cluster.dir, 'openmere.starting');
  if (!(await takeGuard(guard))) return;
  try {
    if ((await findServer(cluster.dir)) !== undefined) return;
    await waitForLeftovers(cluster.dir);
    await dropForeignPidFile(cluster.dir);
    await spawnServer(cluster);
  } finally {
    await rm(guard, { force: true });
  }
}

async function takeGuard(guard: string): Promise<boolean> {
  try {
    await writeFile(guard, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const pid = Number.parseInt(await readFile(guard, 'utf8').catch(() => ''), 10);
    const age = Date.now() - ((await stat(guard).catch(() => undefined))?.mtimeMs ?? Date.now());
    // Left by a starter that was killed (or whose id was given to another process since).
    const abandoned = pid > 0 ? !isAlive(pid) || age > LEFTOVER_TIMEOUT_MS * 2 : age > 2_000;
    if (abandoned) await rm(guard, { force: true });
    return false;
  }
}

/**
 * A killed postmaster leaves workers for a moment. Two generations on one folder would damage it, so wait until no process
 * works in it.
 */
async function waitForLeftovers(dir: string): Promise<void> {
  if (process.platform !== 'linux') return;
  const deadline = Date.now() + LEFTOVER_TIMEOUT_MS;
  for (;;) {
    const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
    const inside = await Promise.all(pids.map((pid) => worksIn(pid, dir)));
    if (!inside.includes(true)) return;
    if (Date.now() > deadline) {
      throw new EmbeddedFault(
        `Processes of an earlier database still work in ${dir}: end them, then start again.`,
      );
    }
    await wait(POLL_MS);
  }
}

/**
 * After a restart of the machine or container the old pid may belong to something else, and PostgreSQL would refuse to
 * start. The file goes only when its process is alive and works elsewhere, and nothing works in the folder; a dead pid
 * PostgreSQL clears up by itself.
 */
async function dropForeignPidFile(dir: string): Promise<void> {
  if (process.platform !== 'linux') return;
  const pid = await readServerPid(dir);
  if (pid === undefined || !isAlive(pid) || (await worksIn(pid, dir))) return;
  await rm(join(dir, 'postmaster.pid'), { force: true });
}

async function spawnServer(cluster: Cluster): Promise<void> {
  const { runner, dir } = cluster;
  const logPath = join(dir, LOG_FILE);
  const size = (await stat(logPath).catch(() => undefined))?.size ?? 0;
  if (size > LOG_BYTES_MAX) await truncate(logPath);
  const output = await open(logPath, 'a', 0o600);
  const start = (await output.stat()).size;
  const settings = SETTINGS.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const args = ['-D', dataPath(runner, dir), '-k', cluster.sockets, ...settings];
  // Detached: Ctrl-C in the terminal must not reach the database before the server has drained.
  const child = spawn(join(runner.bin, 'postgres'), args, {
    cwd: dir,
    detached: true,
    stdio: ['ignore', output.fd, output.fd],
    env: { PATH: process.env['PATH'] ?? '', TZ: 'UTC', LC_ALL: 'C', ...KEPT_MEMORY },
    ...asUser(runner),
  });
  child.unref();
  const ended = new Promise<number | null>((done, fail) => child.once('exit', done).once('error', fail));
  try {
    const deadline = Date.now() + READY_TIMEOUT_MS;
    while (Date.now() < deadline) {
      const code = await Promise.race([ended, wait(POLL_MS, 'running' as const)]);
      if (code !== 'running') return explainExit(logPath, start);
      if ((await readServerPid(dir)) === child.pid) return;
    }
  } finally {
    await output.close();
  }
}

/** A server that ended at once: the lock file of another one, or leftovers, are worth another try; the rest is told. */
async function explainExit(logPath: string, start: number): Promise<void> {
  const text = (await readFile(logPath, 'utf8').catch(() => '')).slice(start);
  if (/lock file .* already exists|pre-existing shared memory block|another postmaster/i.test(text)) return;
  const reason = /No space left/.test(text) ? 'there is no disk space left' : lastLine(text);
  throw new EmbeddedFault(`The database did not start: ${reason} (${logPath}).`);
}
