import { createDatabase } from '../platform/db/connect.ts';
import type { Database } from '../platform/db/connect.ts';
import type { Config } from './config.ts';
import { findProcessUrls } from './database-logins.ts';
import { joinEmbedded } from './owner-database.ts';

const STATEMENT_TIMEOUT_MS = 600_000;

/**
 * For a command that only reads: the outside database, or under the login for reports the embedded one of the data folder, started for
 * the command where nobody runs it. Throws `StartFault` where there is no installation, and makes nothing for one.
 */
export async function withReportDatabase<T>(
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  max: number,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const embedded = databaseUrl ? undefined : await joinEmbedded(dataDir);
  try {
    const url = databaseUrl ?? (await findProcessUrls(dataDir, embedded?.url ?? '')).readonly;
    const database = createDatabase(url, 'readonly', { max, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  } finally {
    await embedded?.stop();
  }
}
