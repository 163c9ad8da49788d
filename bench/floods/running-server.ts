import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { kline } from '@openmere/core/swap/contract.ts';
import { ensureSecrets } from '@openmere/server/app/secrets.ts';
import { postAll } from '@openmere/server/ledger/post.ts';
import { createDatabase, inTransaction } from '@openmere/server/platform/db/connect.ts';
import type { Db } from '@openmere/server/platform/db/connect.ts';
import { startEmbedded } from '@openmere/server/platform/db/embedded.ts';
import type { Embedded } from '@openmere/server/platform/db/embedded.ts';
import { loginName, makeLogins, urlOf } from '@openmere/server/platform/db/logins.ts';
import { migrate } from '@openmere/server/platform/db/migrate.ts';
import { hashPassword } from '@openmere/server/platform/passwords.ts';
import { hashToken, newToken } from '@openmere/server/platform/tokens.ts';
import { addToCandles } from '@openmere/server/swap/candle-store.ts';
import { listCandles } from '@openmere/server/swap/list-candles.ts';
import { sql } from 'kysely';
import { makeSwaps } from '../market/candles.ts';

const CHAIN_ID = 31337;
/** Of /proc: hundredths of a second on every Linux. */
const TICK_MS = 10;
const CANDLES = 1_500;
const SWAPS_PER_MINUTE = 20;
const LOGIN = 'bench-login-password';
const reportMemory = fileURLToPath(new URL('report-memory.ts', import.meta.url));
const api = fileURLToPath(new URL('../../server/src/app/api.ts', import.meta.url));

export const PAY_PASSWORD = 'bench 4 payments';

/** A member of the bench: with a session, a payment password, money, and an invitation code to be paid by. */
export type Member = { id: string; token: string; code: string };
/** MiB: resident, and V8's heap, before garbage is collected; after it what lives in the heap, and buffers outside of it. */
export type MemoryParts = { resident: number; heap: number; living: number; buffers: number };
export type RunningServer = {
  url: string;
  /** Its database, as the owner. */
  db: Db;
  members: Member[];
  /** Resident memory of the api process, MiB. */
  memoryMib: () => Promise<number>;
  /** The same, and what it consists of. Collects garbage. */
  memoryParts: () => Promise<MemoryParts>;
  /** Processor time that the api process has used, milliseconds. */
  cpuMs: () => Promise<number>;
  /** Makes the answer of 1,000 candles as it was made for each caller before: read, each row parsed, written. */
  makeAnew: () => Promise<number>;
  close: () => Promise<void>;
};

/** The real api process, as `npm start` starts it, on a database of its own; the chain's node answers nothing of use. */
export async function startServer(folder: string, memberCount: number): Promise<RunningServer> {
  const database = await startEmbedded(join(folder, 'postgres'), () => undefined);
  try {
    return await prepare(folder, database, memberCount);
  } catch (error) {
    await database.stop();
    throw error;
  }
}

async function prepare(folder: string, database: Embedded, memberCount: number): Promise<RunningServer> {
  await migrate(database.url);
  await makeLogins(database.url, { api: LOGIN });
  const owner = createDatabase(database.url, 'owner', { max: 2, statementTimeoutMs: 60_000 });
  await owner.db.transaction().execute(async (tx) => {
    for (let from = 0; from < CANDLES * SWAPS_PER_MINUTE; from += 10_000)
      await addToCandles(tx, CHAIN_ID, makeSwaps(Math.min(10_000, CANDLES * SWAPS_PER_MINUTE - from), from));
  });
  // There is no list of sanctioned addresses here.
  await sql`insert into config (idx, val, version, changed_by) values ('risk.screeningRequired', '0', 1, 'bench')
    on conflict (idx) do update set val = '0'`.execute(owner.db);
  const members = await addMembers(owner.db, memberCount);
  await ensureSecrets(join(folder, 'secrets.json'));
  const node = createServer((_request, response) => {
    response.end('{"jsonrpc":"2.0","id":1,"result":"0x7a69"}');
  });
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
  const name = decodeURIComponent(new URL(database.url).pathname.slice(1));
  const started = await startApi({
    OPENMERE_DATA: folder,
    DATABASE_URL: urlOf(database.url, loginName(name, 'api'), LOGIN),
    OPENMERE_CHAIN_RPC: `http://127.0.0.1:${(node.address() as AddressInfo).port}`,
  });
  return {
    url: started.url,
    db: owner.db,
    members,
    memoryMib: async () => {
      const status = await readFile(`/proc/${started.child.pid}/status`, 'utf8').catch(() => '');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
    },
    memoryParts: () => askMemory(started.child),
    cpuMs: () => cpuMsOf(started.child.pid),
    makeAnew: async () => {
      const { list } = await listCandles(
        { tx: owner.db, now: new Date(), chainId: CHAIN_ID },
        { interval: '1m', limit: 1_000 },
      );
      return JSON.stringify({ success: true, list: list.map((one) => kline.output.parse(one)) }).length;
    },
    close: async () => {
      await owner.close();
      started.child.kill('SIGTERM');
      await started.ended;
      node.closeAllConnections();
      node.close();
      await database.stop();
    },
  };
}

/** Processor time of a process so far, milliseconds. */
export async function cpuMsOf(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

function startApi(
  env: Record<string, string>,
): Promise<{ url: string; child: ChildProcess; ended: Promise<unknown> }> {
  const child = fork(api, [], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--expose-gc', '--import', reportMemory],
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      OPENMERE_LOG: 'error',
      OPENMERE_CHAIN_ID: String(CHAIN_ID),
      // So that every request may come from an address of its own.
      OPENMERE_TRUSTED_PROXY: '127.0.0.0/8',
      ...env,
    },
  });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  return new Promise((resolve, reject) => {
    child.once('message', (message: { url: string }) => resolve({ url: message.url, child, ended }));
    child.on('exit', (code) => reject(new Error(`the api ended with ${code}`)));
  });
}

function askMemory(child: ChildProcess): Promise<MemoryParts> {
  return new Promise((resolve) => {
    child.once('message', (message: MemoryParts) => {
      const { resident, heap, living, buffers } = message;
      const [a, b, c, d] = [resident, heap, living, buffers].map((bytes) => bytes / 1024 / 1024);
      resolve({ resident: a, heap: b, living: c, buffers: d } as MemoryParts);
    });
    child.send('memory');
  });
}

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codeOf = (index: number): string => {
  const bytes = createHash('sha256').update(`bench ${index}`).digest();
  return Array.from({ length: 6 }, (_, at) => ALPHABET[(bytes[at] ?? 0) % 32]).join('');
};

async function addMembers(db: Db, count: number): Promise<Member[]> {
  const hash = await hashPassword(PAY_PASSWORD);
  const members = Array.from({ length: count }, (_, index) => ({
    id: `mem_bench${index}`,
    token: newToken(),
    code: codeOf(index),
  }));
  for (const [index, { id, token, code }] of members.entries()) {
    const wallet = `0x${randomBytes(20).toString('hex')}`;
    await sql`insert into member (id, nickname, nickname_key, invitation_code, inviter_id, country, wallet_address,
      wallet_bound_at, activated_at)
      values (${id}, ${id}, ${id}, ${code}, ${index === 0 ? null : 'mem_bench0'}, 'SG', ${wallet}, now(), ${index === 0 ? new Date() : null})`.execute(
      db,
    );
    await sql`insert into pay_password (member_id, hash) values (${id}, ${hash})`.execute(db);
    await sql`insert into auth_session (id, member_id, token_hash, kind, device, device_hash, ip, expires_at, ends_at)
      values (${`ses_bench${index}`}, ${id}, ${hashToken(token)}, 'wallet', 'bench', ${id}, '127.0.0.1',
        now() + interval '1 day', now() + interval '2 days')`.execute(db);
  }
  await inTransaction(db, (tx) =>
    postAll(
      tx,
      members.map(({ id }) => ({
        key: `bench ${id}`,
        kind: 'deposit',
        reference: '',
        actor: 'system:bench',
        postings: [
          {
            source: 'treasury:bsc' as const,
            destination: `member:${id}:available` as const,
            asset: 'USDT',
            amount: 10n ** 24n,
          },
        ],
      })),
    ),
  );
  return members;
}

/** Runs one measurement against a server of its own, says on what machine, and leaves nothing behind. */
export async function onServer(
  name: string,
  memberCount: number,
  run: (server: RunningServer) => Promise<void>,
): Promise<void> {
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  const load = () => `load ${loadavg()[0]?.toFixed(1)}`;
  const folder = await mkdtemp(join(tmpdir(), `openmere-${name}-`));
  try {
    const server = await startServer(folder, memberCount);
    try {
      print(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, ${load()}`);
      await run(server);
      print(`At the end: ${load()}.`);
    } finally {
      await server.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
