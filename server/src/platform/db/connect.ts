import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import type { Transaction } from 'kysely';
import pg from 'pg';
import { CopyCursor } from './copy-in.ts';
import type { Schema } from './schema.ts';
import { cutWhenSilent } from './silence.ts';

export type Db = Kysely<Schema>;
/** What use cases receive: a transaction that their caller opened. */
export type Tx = Transaction<Schema>;
/**
 * Whose login a URL has (logins.ts); what it may is decided by the login alone, the name only shows in the server's lists.
 * `owner` is for migrations and the installation, `app` (what api, indexer and settler may together) for tests.
 */
export type DatabaseRole = 'api' | 'indexer' | 'settler' | 'signer' | 'readonly' | 'owner' | 'app';
export type Database = { db: Db; pool: pg.Pool; url: string; role: DatabaseRole; close: () => Promise<void> };
export type ConnectOptions = { max?: number; statementTimeoutMs?: number; onError?: (error: Error) => void };

/** How long a statement of a process may take, unless a transaction gives itself more. */
export const STATEMENT_TIMEOUT_MS = 5_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 5_000;
const KEEP_ALIVE_DELAY_MS = 10_000;
/** The server's end of the same: what a client that went away silently still locks is free within half a minute, not two hours. */
const SERVER_KEEP_ALIVE =
  '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c tcp_user_timeout=30000';
const POOL_MAX = 10;
const RETRIES_MAX = 5;
const RETRY_PAUSE_MS = 5;

// Types that JavaScript's number cannot hold: int8 (20), numeric (1700), and arrays of both. Numbers are never quoted in an array.
const parseBigint = (text: string): bigint => BigInt(text);
const parseBigints = (text: string): (bigint | null)[] =>
  text === '{}'
    ? []
    : text
        .slice(1, -1)
        .split(',')
        .map((item) => (item === 'NULL' ? null : BigInt(item)));
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  20: parseBigint,
  1700: parseBigint,
  1016: parseBigints,
  1231: parseBigints,
};

/**
 * Whole numbers come as bigint: int8, count(*), sum() and numeric. Amounts are stored as whole base units; a numeric with
 * a fraction is a mistake in the query (cast it to text) and throws.
 */
export const exactTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers[oid]) ||
    pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
};

/** Settings of one connection; also for clients outside a pool (listener, gatherer). */
export function connectionConfig(
  url: string,
  role: DatabaseRole,
  options: ConnectOptions = {},
): pg.ClientConfig {
  return {
    connectionString: url,
    types: exactTypes,
    application_name: `openmere ${role}`,
    statement_timeout: options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    options: `-c timezone=UTC ${SERVER_KEEP_ALIVE}`,
  };
}

/** A pool and a typed query builder. Connects at the first query; `close` waits for running queries. */
export function createDatabase(url: string, role: DatabaseRole, options: ConnectOptions = {}): Database {
  const { onError = () => undefined, statementTimeoutMs = STATEMENT_TIMEOUT_MS } = options;
  const pool = new pg.Pool({ ...connectionConfig(url, role, options), max: options.max ?? POOL_MAX });
  // Without both listeners a dying server takes the whole process with it.
  pool.on('error', onError);
  pool.on('connect', (client) => {
    client.on('error', onError);
    if (statementTimeoutMs > 0) cutWhenSilent(client, statementTimeoutMs);
  });
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool, cursor: CopyCursor }) });
  return { db, pool, url, role, close: () => db.destroy() };
}

const scope = new AsyncLocalStorage<true>();

/** Whether the caller runs inside `inTransaction`: then nobody else may be waited for. */
export function isInTransaction(): boolean {
  return scope.getStore() === true;
}

/** Runs the work of a transaction, which knows then that it is in one. */
export function inScope<T>(work: () => Promise<T>): Promise<T> {
  return scope.run(true, work);
}

/**
 * Runs `fn` in one transaction (read committed). Runs it again, at most five times, when PostgreSQL broke it off for a
 * deadlock or a serialisation conflict, so `fn` must do nothing outside the transaction.
 */
export async function inTransaction<T>(db: Db, fn: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inScope(() => db.transaction().execute(fn));
    } catch (error) {
      if (attempt > RETRIES_MAX || !isConflict(error)) throw error;
      await wait(RETRY_PAUSE_MS * 2 ** attempt * Math.random());
    }
  }
}

/** Reads several things as they were at one moment. */
export async function inSnapshot<T>(db: Db, fn: (tx: Tx) => Promise<T>): Promise<T> {
  return inScope(() =>
    db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(fn),
  );
}

/** Whether PostgreSQL broke off a transaction that may simply be run again (40001 serialisation, 40P01 deadlock). */
export function isConflict(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01');
}

/** Whether PostgreSQL refused a row because another one has the same key. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505';
}

/**
 * Names the settings of the server that would lose acknowledged money at a power loss; empty when it is safe.
 * Start-up refuses a server with findings in production.
 */
export async function findDurabilityFaults(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'`,
  );
  return rows.map((row) => `${row.name} is ${row.setting}`);
}
