import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createDatabase } from '../platform/db/connect.ts';
import type { Db } from '../platform/db/connect.ts';
import { prepareEmbedded, startEmbedded } from '../platform/db/embedded.ts';
import type { Embedded } from '../platform/db/embedded.ts';
import { findMigrationFault } from '../platform/db/migrate.ts';
import type { Config } from './config.ts';
import { StartFault } from './data-folder.ts';

/** The embedded database of a data folder, for a command, which makes neither of them. Throws {@link StartFault} where there is none. */
export async function joinEmbedded(dataDir: string): Promise<Embedded> {
  const cluster = join(dataDir, 'postgres');
  if (!existsSync(cluster) || !(await prepareEmbedded(cluster)).exists)
    throw new StartFault(`there is no installation in ${dataDir}`);
  return startEmbedded(cluster, () => undefined);
}

/**
 * For a command at the server's terminal: the owner's database, which is the outside one, or the embedded one of the data folder,
 * started for the command where nobody runs it. Throws {@link StartFault} where there is no installation, or one of another release.
 */
export async function withOwnerDatabase<T>(
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const embedded = databaseUrl ? undefined : await joinEmbedded(dataDir);
  const database = createDatabase(databaseUrl ?? embedded?.url ?? '', 'owner', { max: 1 });
  try {
    // What an older or a newer program would read and write there is another table.
    const fault = await findMigrationFault(database.pool);
    if (fault !== undefined) throw new StartFault(fault);
    return await work(database.db);
  } finally {
    await database.close();
    await embedded?.stop();
  }
}
