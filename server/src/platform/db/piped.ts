import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { DatabaseConnection, Driver } from 'kysely';
import pg from 'pg';
import { STATEMENT_TIMEOUT_MS, connectionConfig, inScope } from './connect.ts';
import type { Database, Tx } from './connect.ts';
import type { Schema } from './schema.ts';
import { cutWhenSilent } from './silence.ts';

export type PipedQuery = <R extends pg.QueryResultRow>(config: pg.QueryConfig) => Promise<R[]>;

export type Piped = {
  /**
   * Runs `work` in a transaction (read committed) when its turn comes. Rolls back when it throws. `sent` is called when the
   * commit is on its way: from then on the next transaction may leave, and does not wait for this one to be durable.
   */
  transaction: <T>(work: (tx: Tx, query: PipedQuery) => Promise<T>, sent?: (result: T) => void) => Promise<T>;
  close: () => Promise<void>;
};

/** Different questions of one connection that are prepared; there are few, and others are only asked. */
const PREPARED_MAX = 50;

type Line = { client: pg.Client; tx: Tx };

/**
 * One connection of its own on which the next question leaves before the one before it is answered; PostgreSQL answers in
 * order. `begin` costs no wait, and the work of a transaction reaches the server while the one before it is committed.
 * Connects at the first transaction, and again after a loss.
 */
export function createPiped(database: Database): Piped {
  let line: Promise<Line> | undefined;
  let turn = Promise.resolve();

  let current: pg.Client | undefined;

  /** The next transaction connects again, unless somebody did already. */
  const drop = (client: pg.Client): void => {
    if (client !== current) return;
    current = undefined;
    line = undefined;
    void client.end().catch(() => undefined);
  };

  const run = async <T>(
    work: (tx: Tx, query: PipedQuery) => Promise<T>,
    commitSent: (result: T) => void,
  ): Promise<T> => {
    line ??= connect(database, drop, (client) => (current = client));
    const { client, tx } = await line.catch((error: unknown) => {
      line = undefined;
      throw error;
    });
    const begun = client.query('begin');
    begun.catch(() => undefined);
    let result: T;
    try {
      result = await inScope(() =>
        work(tx, async <R extends pg.QueryResultRow>(config: pg.QueryConfig) => {
          const { rows } = await client.query<R>(config);
          return rows;
        }),
      );
      await begun;
    } catch (error) {
      await client.query('rollback').catch(() => drop(client));
      throw error;
    }
    const committed = client.query('commit');
    commitSent(result);
    const { command } = await committed;
    if (command !== 'COMMIT') throw new Error('the transaction was aborted and could not be committed');
    return result;
  };

  return {
    transaction: async (work, sent) => {
      const before = turn;
      const mine = Promise.withResolvers<void>();
      turn = mine.promise;
      await before;
      try {
        return await run(work, (result) => {
          mine.resolve();
          sent?.(result);
        });
      } finally {
        mine.resolve();
      }
    },
    close: async () => {
      await turn;
      const open = await line?.catch(() => undefined);
      line = undefined;
      current = undefined;
      await open?.client.end();
    },
  };
}

async function connect(
  database: Database,
  lost: (client: pg.Client) => void,
  begun: (client: pg.Client) => void,
): Promise<Line> {
  const client = new pg.Client({ ...connectionConfig(database.url, database.role), pipeline: true });
  begun(client);
  // Whoever asks hears of it; without a listener an error would end the process.
  client.on('error', () => lost(client));
  client.on('end', () => lost(client));
  // What stands in line is told that the connection is lost, and is asked again over the next one.
  cutWhenSilent(client, STATEMENT_TIMEOUT_MS);
  await client.connect();
  return { client, tx: transactionOver(client) };
}

/** Kysely over a client whose transaction somebody else begins and ends. */
function transactionOver(client: pg.Client): Tx {
  const names = new Map<string, string>();
  /** What is asked again and again is prepared once. */
  const nameOf = (text: string): string | undefined => {
    if (!names.has(text) && names.size < PREPARED_MAX) names.set(text, `piped ${names.size}`);
    return names.get(text);
  };
  const connection: DatabaseConnection = {
    executeQuery: async <R>({ sql: text, parameters }: { sql: string; parameters: readonly unknown[] }) => {
      const name = nameOf(text);
      const { rows } = await client.query({ text, values: [...parameters], ...(name ? { name } : {}) });
      return { rows: rows as R[] };
    },
    // oxlint-disable-next-line require-yield
    streamQuery: async function* () {
      throw new Error('a piped connection has no cursors');
    },
  };
  const refuse = (): Promise<void> => Promise.reject(new Error('the transaction has its owner'));
  const driver: Driver = {
    init: async () => undefined,
    acquireConnection: async () => connection,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: async () => undefined,
    destroy: async () => undefined,
  };
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }) as Tx;
}
