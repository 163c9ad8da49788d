import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { availableAccount } from '@openmere/core/ledger/account.ts';
import type { AccountName } from '@openmere/core/ledger/account.ts';
import { oneCoin } from '@openmere/core/money/amount.ts';
import { createGatherer } from '@openmere/server/ledger/gather.ts';
import type { OnPosted } from '@openmere/server/ledger/post.ts';
import { createDatabase } from '@openmere/server/platform/db/connect.ts';
import type { Database } from '@openmere/server/platform/db/connect.ts';
import { createPiped } from '@openmere/server/platform/db/piped.ts';
import { ACCOUNT_COUNT, closedLoop } from './workload.ts';
import type { Transfer } from './workload.ts';

/** Something that posts transfers durably, each accepted or refused by itself. */
export type Contender = {
  name: string;
  transfer: (transfer: Transfer) => Promise<unknown>;
  close: () => Promise<void>;
};

const START_COINS = 1_000_000n;
const PLAIN_CONNECTIONS = 32;
const PGLEDGER_CONNECTIONS = 20;

/**
 * The ledger of the house behind its gatherer. `run` keeps the funding apart from that of other processes on the same
 * database. With `onPosted` as an api process has it: members are told of their balances in the same transaction.
 */
export async function openmereLedger(
  url: string,
  run = '',
  onPosted?: OnPosted,
): Promise<Contender & { database: Database }> {
  const database = createDatabase(url, 'owner');
  const gatherer = createGatherer(database, onPosted ? { onPosted } : {});
  const accounts = Array.from({ length: ACCOUNT_COUNT }, (_, index) => availableAccount(`mem_${index}`));
  const fund = (destination: AccountName, index: number): Promise<unknown> =>
    gatherer.post({
      key: `start ${run} ${index}`,
      kind: 'deposit',
      reference: '',
      actor: 'system:bench',
      postings: [{ source: 'treasury:bsc', destination, asset: 'USDT', amount: START_COINS * oneCoin }],
    });
  await Promise.all(accounts.map(fund));
  const account = (index: number): AccountName => accounts[index] ?? 'world';
  return {
    name: onPosted ? 'openmere with its outbox' : 'openmere',
    database,
    transfer: ({ key, from, to, amount }) =>
      gatherer.post({
        key,
        kind: 'transfer',
        reference: '',
        actor: 'system:bench',
        postings: [{ source: account(from), destination: account(to), asset: 'USDT', amount }],
      }),
    close: async () => {
      await gatherer.close();
      await database.close();
    },
  };
}

/**
 * What one writes without thinking about it: one transaction a transfer over a pool; sorted row locks, idempotency key, check,
 * journal row, two updates. No hash chain, no running balances.
 */
export async function plainLedger(url: string): Promise<Contender> {
  const database = createDatabase(url, 'owner', { max: PLAIN_CONNECTIONS });
  await database.pool.query(`
    create table plain_account (id int primary key, balance numeric(38, 0) not null check (balance >= 0)) with (fillfactor = 50);
    create table plain_transfer (id bigint generated always as identity primary key, key uuid not null unique, source int not null,
      destination int not null, amount numeric(38, 0) not null check (amount > 0), time timestamptz not null default now());
    insert into plain_account select i, ${START_COINS * oneCoin} from generate_series(0, ${ACCOUNT_COUNT - 1}) i;`);
  return {
    name: 'one transaction each',
    transfer: async ({ key, from, to, amount }) => {
      const client = await database.pool.connect();
      try {
        await client.query('begin');
        const lock = 'select id, balance from plain_account where id in ($1, $2) order by id for update';
        const { rows } = await client.query<{ id: number; balance: bigint }>({
          name: 'lock',
          text: lock,
          values: [from, to],
        });
        const funds = rows.find(({ id }) => id === from)?.balance ?? 0n;
        if (funds < amount) throw new Error('insufficient');
        const insert =
          'insert into plain_transfer (key, source, destination, amount) values ($1, $2, $3, $4)';
        await client.query({ name: 'insert', text: insert, values: [key, from, to, amount] });
        const update = 'update plain_account set balance = balance + $2 where id = $1';
        await client.query({ name: 'update', text: update, values: [from, -amount] });
        await client.query({ name: 'update', text: update, values: [to, amount] });
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw error;
      } finally {
        client.release();
      }
    },
    close: () => database.close(),
  };
}

/**
 * pgledger, the public ledger in PL/pgSQL, with the number of connections of its own performance check. `folder` holds its
 * `pgledger.sql` and the `uuid-to-ulid.sql` that it needs: neither is ours to ship, so whoever wants the figure brings them.
 */
export async function pgledger(url: string, folder: string): Promise<Contender> {
  const database = createDatabase(url, 'owner', { max: PGLEDGER_CONNECTIONS });
  for (const file of ['uuid-to-ulid.sql', 'pgledger.sql'])
    await database.pool.query(await readFile(join(folder, file), 'utf8'));
  const { rows: accounts } = await database.pool.query<{ id: string }>(
    `select (pgledger_create_account('member ' || i, 'USDT')).id from generate_series(1, ${ACCOUNT_COUNT}) i`,
  );
  return {
    name: 'pgledger',
    transfer: ({ from, to, amount }) =>
      database.pool.query({
        name: 'transfer',
        text: 'select id from pgledger_create_transfer($1, $2, $3)',
        values: [accounts[from]?.id, accounts[to]?.id, amount],
      }),
    close: () => database.close(),
  };
}

/**
 * The floor: rows of as many bytes with the same unique key, nothing decided, no balances, no chain, gathered and committed
 * through the same piped connection. Nothing that keeps a row for each transfer can be quicker here.
 */
export async function bareRows(url: string): Promise<Contender> {
  const database = createDatabase(url, 'owner');
  await database.pool.query(
    'create table bare (id bigint generated always as identity primary key, key uuid not null unique, filler text not null)',
  );
  const piped = createPiped(database);
  const filler = 'x'.repeat(100);
  let waiting: { key: string; settle: (written: Promise<unknown>) => void }[] = [];
  let flying = false;
  const leave = (): void => {
    if (flying || waiting.length === 0) return;
    const group = waiting;
    waiting = [];
    flying = true;
    const goOn = (): void => {
      flying = false;
      setImmediate(leave);
    };
    const keys = group.map(({ key }) => key);
    const insert = 'insert into bare (key, filler) select k, $2 from unnest($1::uuid[]) k';
    const written = piped.transaction(
      (_tx, query) => query({ name: 'bare', text: insert, values: [keys, filler] }),
      goOn,
    );
    for (const { settle } of group) settle(written);
  };
  return {
    name: 'bare rows in groups (the floor)',
    transfer: ({ key }) =>
      new Promise<unknown>((settle) => {
        waiting.push({ key, settle });
        if (waiting.length === 1) setImmediate(leave);
      }),
    close: async () => {
      await piped.close();
      await database.close();
    },
  };
}

export type TpcB = { tool: string; run: (ms: number) => Promise<number>; close: () => Promise<void> };

const TPCB_SCALE = 10;
const TPCB_CLIENTS = 8;

/** pgbench's TPC-B-like script with 8 clients: by pgbench itself where it is installed, else the same statements through pg. */
export async function tpcB(url: string): Promise<TpcB> {
  const call = promisify(execFile);
  const from = new URL(url);
  const env = {
    ...process.env,
    PGHOST: from.searchParams.get('host') ?? from.hostname,
    PGPORT: from.port || '5432',
    PGUSER: decodeURIComponent(from.username),
    PGPASSWORD: decodeURIComponent(from.password),
  };
  const name = from.pathname.slice(1);
  const found = await call('pgbench', ['-i', '-q', '-s', String(TPCB_SCALE), name], { env }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    },
  );
  if (!found) return tpcBThroughPg(url);
  return {
    tool: 'pgbench, 8 clients, prepared',
    run: async (ms) => {
      const seconds = Math.max(1, Math.round(ms / 1_000));
      const args = [
        '-n',
        '-M',
        'prepared',
        '-c',
        String(TPCB_CLIENTS),
        '-j',
        '2',
        '-T',
        String(seconds),
        name,
      ];
      const { stdout } = await call('pgbench', args, { env });
      return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
    },
    close: async () => undefined,
  };
}

async function tpcBThroughPg(url: string): Promise<TpcB> {
  const database = createDatabase(url, 'owner', { max: TPCB_CLIENTS, statementTimeoutMs: 60_000 });
  const accounts = TPCB_SCALE * 100_000;
  await database.pool.query(`
    create table pgbench_branches (bid int primary key, bbalance int, filler char(88)) with (fillfactor = 100);
    create table pgbench_tellers (tid int primary key, bid int, tbalance int, filler char(84));
    create table pgbench_accounts (aid int primary key, bid int, abalance int, filler char(84));
    create table pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
    insert into pgbench_branches select i, 0 from generate_series(1, ${TPCB_SCALE}) i;
    insert into pgbench_tellers select i, (i - 1) / 10 + 1, 0 from generate_series(1, ${TPCB_SCALE * 10}) i;
    insert into pgbench_accounts select i, (i - 1) / 100000 + 1, 0, '' from generate_series(1, ${accounts}) i;`);
  const draw = (count: number): number => 1 + Math.floor(Math.random() * count);
  const transaction = async (): Promise<void> => {
    const client = await database.pool.connect();
    const [aid, bid, tid, delta] = [
      draw(accounts),
      draw(TPCB_SCALE),
      draw(TPCB_SCALE * 10),
      draw(10_000) - 5_000,
    ];
    const run = (name: string, text: string, values: number[]) => client.query({ name, text, values });
    await client.query('begin');
    await run('a', 'update pgbench_accounts set abalance = abalance + $1 where aid = $2', [delta, aid]);
    await run('s', 'select abalance from pgbench_accounts where aid = $1', [aid]);
    await run('t', 'update pgbench_tellers set tbalance = tbalance + $1 where tid = $2', [delta, tid]);
    await run('b', 'update pgbench_branches set bbalance = bbalance + $1 where bid = $2', [delta, bid]);
    await run(
      'h',
      'insert into pgbench_history (tid, bid, aid, delta, mtime) values ($1, $2, $3, $4, current_timestamp)',
      [tid, bid, aid, delta],
    );
    await client.query('end');
    client.release();
  };
  return {
    tool: 'the TPC-B-like script through pg, 8 clients, prepared (no pgbench on the PATH: slower than pgbench itself)',
    run: async (ms) => (await closedLoop(TPCB_CLIENTS, ms, transaction)).perSecond,
    close: () => database.close(),
  };
}
