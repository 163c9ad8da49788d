import { join } from 'node:path';
import { createDatabase } from '../platform/db/connect.ts';
import type { Database } from '../platform/db/connect.ts';
import { prepareEmbedded, startEmbedded } from '../platform/db/embedded.ts';
import type { Config } from './config.ts';
import { StartFault } from './data-folder.ts';
import { findProcessUrls } from './database-logins.ts';

const STATEMENT_TIMEOUT_MS = 600_000;

/**
 * For a command that only reads: the outside database, or under the login for reports the embedded one of the data folder, started for
 * the command where nobody runs it. Throws {@link StartFault} where there is no installation, and makes nothing for one.
 */
export async function withReportDatabase<T>(
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  max: number,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const cluster = join(dataDir, 'postgres');
  if (!databaseUrl && !(await prepareEmbedded(cluster)).exists)
    throw new StartFault(`there is no installation in ${dataDir}`);
  const embedded = databaseUrl ? undefined : await startEmbedded(cluster, () => undefined);
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
