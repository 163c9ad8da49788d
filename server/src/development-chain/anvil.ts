import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { DEV_CHAIN_ID } from '@openmere/core/chain/dev-chain.ts';
import { isAlive, sendSignal } from '../platform/process-signal.ts';
import { orderStates } from './order-states.ts';
import type { ChainState } from './state-files.ts';

/** A running node: its address and how to see and cause its end. */
export type Anvil = { url: string; process: ChildProcess; exited: Promise<void>; kill: () => void };

/** The surroundings do not let a development chain run; the message is for the person at the terminal. */
export class AnvilFault extends Error {}

/**
 * Blocks whose state (balances, calls "at block n") can be asked for, also after a restart. Public BSC nodes keep 128;
 * each one makes every save larger, and the house asks at most a few blocks behind the head.
 */
const KEPT_STATES = 16;
const READY_LIMIT_MS = 30_000;
const READY_POLL_MS = 10;
const ORPHAN_LIMIT_MS = 5_000;
const unzip = promisify(gunzip);
const runFile = promisify(execFile);

/** Path of the node's program. Throws one sentence where its package has none for this machine. */
export function findAnvil(): string {
  const platform = process.platform === 'win32' ? 'win32' : process.platform;
  const cpu = process.arch === 'x64' ? 'amd64' : process.arch;
  const name = `@foundry-rs/anvil-${platform}-${cpu}`;
  const file = process.platform === 'win32' ? 'anvil.exe' : 'anvil';
  try {
    const home = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
    const path = join(home, 'bin', file);
    if (existsSync(path)) return path;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
  }
  throw new AnvilFault(
    `There is no development chain for ${process.platform} on ${process.arch} in the packages: set OPENMERE_CHAIN_RPC and OPENMERE_CHAIN_ID to a chain of yours.`,
  );
}

/** A port that nobody listens on at this moment. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Command line of a process, with blanks between its words; empty when it cannot be read. */
async function readCommandLine(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    const raw = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return raw.replaceAll('\0', ' ');
  }
  return runFile('ps', ['-o', 'command=', '-p', String(pid)]).then(
    ({ stdout }) => stdout,
    () => '',
  );
}

/**
 * Ends the node that an earlier process of this folder left behind. The pid alone proves nothing (numbers are reused):
 * only a process whose command line names this folder is ours.
 */
export async function killOrphan(dir: string): Promise<void> {
  const pid = Number(await readFile(join(dir, 'anvil.pid'), 'utf8').catch(() => ''));
  if (!Number.isSafeInteger(pid) || pid <= 1 || !isAlive(pid)) return;
  const command = await readCommandLine(pid);
  if (!command.includes('anvil') || !command.includes(join(dir, 'cache'))) return;
  sendSignal(pid, 'SIGKILL');
  const limit = Date.now() + ORPHAN_LIMIT_MS;
  while ((await readCommandLine(pid)) !== '' && Date.now() < limit) await wait(READY_POLL_MS);
}

async function isAnswering(url: string): Promise<boolean> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] });
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    return ((await answer.json()) as { result?: string }).result === `0x${DEV_CHAIN_ID.toString(16)}`;
  } catch {
    return false;
  }
}

/**
 * Starts the node on a free loopback port with a saved state, or with a new chain whose first block has the time
 * `genesis` (Unix seconds; default now). Resolves when it answers; throws {@link AnvilFault} when it ends before that.
 * `signal` ends it at once, at whatever point its start is.
 */
export async function startAnvil(
  dir: string,
  state: ChainState | undefined,
  { genesis, signal }: { genesis?: number | undefined; signal: AbortSignal },
): Promise<Anvil> {
  const program = findAnvil();
  const cache = join(dir, 'cache');
  await killOrphan(dir);
  await rm(cache, { recursive: true, force: true });
  await mkdir(cache, { recursive: true });
  const port = await findFreePort();
  const args = ['--port', String(port), '--chain-id', String(DEV_CHAIN_ID), '--slots-in-an-epoch', '1'];
  args.push('--silent', '--no-request-size-limit', '--cache-path', cache);
  args.push('--prune-history', String(KEPT_STATES));
  if (state === undefined && genesis !== undefined) args.push('--timestamp', String(genesis));
  if (state !== undefined) {
    const file = join(cache, 'load.json');
    const json = (await unzip(Buffer.from(state.dump.slice(2), 'hex'))).toString('utf8');
    await writeFile(file, orderStates(json, state.headHash), { mode: 0o600 });
    args.push('--load-state', file);
  }
  // Detached, so that Ctrl-C at the terminal does not end the node before its last state is on disk.
  signal.throwIfAborted();
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
    signal,
    killSignal: 'SIGKILL',
  });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-2_000)));
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', (error) => {
      complaint += String(error);
      resolve();
    });
  });
  let ended = false;
  void exited.then(() => (ended = true));
  await writeFile(join(dir, 'anvil.pid'), String(child.pid ?? 0), { mode: 0o600 });
  const url = `http://127.0.0.1:${port}`;
  const limit = Date.now() + READY_LIMIT_MS;
  while (!ended && Date.now() < limit) {
    if (await isAnswering(url)) return { url, process: child, exited, kill: () => child.kill('SIGKILL') };
    await wait(READY_POLL_MS);
  }
  child.kill('SIGKILL');
  throw new AnvilFault(`The development chain did not start: ${complaint.trim() || 'it never answered'}`);
}
