import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { connectionConfig } from './connect.ts';

export type MigrateOptions = { folder?: string; log?: (message: string) => void };
type Migration = { number: number; name: string; sql: string; checksum: string };

/** Runs after the migrations whenever one was applied or it was changed itself; may stand in the folder or not. */
const RIGHTS_FILE = 'rights.sql';
const FOLDER = fileURLToPath(new URL('../../migrations/', import.meta.url));
const RUNNER_LOCK = 7_730_002;
/** A migration may rewrite a large table; a request may not. */
const STATEMENT_TIMEOUT_MS = 600_000;

/**
 * Applies the plain SQL files `NNNN-name.sql` that are not applied yet, in order, each in one transaction together with its
 * row in `migration`: a kill leaves the schema before it or after it. Two runners wait for each other.
 * After them `rights.sql`, where who may what stands in one place. Throws when an applied file was changed or is missing.
 * @returns the numbers it applied.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<number[]> {
  const folder = options.folder ?? FOLDER;
  const migrations = await readMigrations(folder);
  const client = new pg.Client(connectionConfig(url, 'owner', { statementTimeoutMs: STATEMENT_TIMEOUT_MS }));
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [RUNNER_LOCK]);
    await client.query(
      `create table if not exists migration (
         number int primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`,
    );
    const applied = await readApplied(client, migrations);
    const waiting = migrations.filter((migration) => !applied.has(migration.number));
    for (const migration of waiting) {
      options.log?.(`migration ${migration.name}`);
      await apply(client, migration);
    }
    await applyRights(client, folder, migrations.at(-1)?.number ?? 0);
    return waiting.map((migration) => migration.number);
  } finally {
    // Ending the session gives the lock back, whatever happened.
    await client.end();
  }
}

/**
 * Why a process of this program cannot work on a database: a migration is not applied yet, or one is that this program does not
 * know. Undefined when both have the same.
 */
export async function findMigrationFault(pool: pg.Pool, folder = FOLDER): Promise<string | undefined> {
  const known = (await readMigrations(folder)).map((migration) => migration.number);
  const applied = await listApplied(pool);
  const missing = known.filter((number) => !applied.includes(number));
  const unknown = applied.filter((number) => !known.includes(number));
  if (unknown.length > 0)
    return `This program is too old for its database, which has migration ${nameOf(unknown)}: start the release that brought it.`;
  if (missing.length > 0)
    return `The database is older than this program: migration ${nameOf(missing)} is not applied. Run node server/src/app/migrate.ts first (docs/runbook.md, A new release).`;
  return undefined;
}

/** None where the process may not look: the right came with a migration (0785), and the table with the first. */
async function listApplied(pool: pg.Pool): Promise<number[]> {
  try {
    const { rows } = await pool.query<{ number: number }>('select number from migration');
    return rows.map((row) => row.number);
  } catch (error) {
    if (error instanceof pg.DatabaseError && ['42501', '42P01'].includes(error.code ?? '')) return [];
    throw error;
  }
}

/** The newest of them, as files are named. */
const nameOf = (numbers: readonly number[]): string => String(Math.max(...numbers)).padStart(4, '0');

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder))
    .filter((name) => name.endsWith('.sql') && name !== RIGHTS_FILE)
    .sort();
  const migrations = await Promise.all(
    names.map(async (name) => {
      const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1];
      if (!number) throw new Error(`migration ${name}: the name must be NNNN-name.sql`);
      const sql = await readFile(join(folder, name), 'utf8');
      return { number: Number(number), name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
  const twice = migrations.find((migration, index) => migration.number === migrations[index - 1]?.number);
  if (twice) throw new Error(`migration ${twice.name}: its number is taken by another file`);
  return migrations;
}

/**
 * Its last run is a comment on the table `migration`, with the migration that it came after: nothing is touched at an ordinary start,
 * and a kill between a migration and this is made good by the next start.
 */
async function applyRights(client: pg.Client, folder: string, last: number): Promise<void> {
  const text = await readFile(join(folder, RIGHTS_FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return;
  const stamp = `${RIGHTS_FILE} after ${last} ${createHash('sha256').update(text).digest('hex')}`;
  const { rows } = await client.query<{ stamp: string | null }>(
    `select obj_description('migration'::regclass) as stamp`,
  );
  if (rows[0]?.stamp === stamp) return;
  try {
    await client.query('begin');
    await client.query(text);
    await client.query(`comment on table migration is ${client.escapeLiteral(stamp)}`);
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback').catch(() => undefined);
    throw new Error(`${RIGHTS_FILE}: ${(cause as Error).message}`, { cause });
  }
}

async function readApplied(client: pg.Client, migrations: Migration[]): Promise<Set<number>> {
  const rows = await client.query<{ number: number; name: string; checksum: string }>(
    'select number, name, checksum from migration order by number',
  );
  for (const row of rows.rows) {
    const file = migrations.find((migration) => migration.number === row.number);
    if (!file)
      throw new Error(`migration ${row.name} was applied, but its file is missing: this program is too old`);
    if (file.checksum !== row.checksum) {
      throw new Error(
        `migration ${row.name} was changed after it was applied: put it back and write a new one`,
      );
    }
  }
  return new Set(rows.rows.map((row) => row.number));
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(migration.sql);
    await client.query('insert into migration (number, name, checksum) values ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.checksum,
    ]);
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback').catch(() => undefined);
    throw new Error(`migration ${migration.name}: ${(cause as Error).message}`, { cause });
  }
}
