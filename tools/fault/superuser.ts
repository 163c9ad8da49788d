import { join } from 'node:path';
import { createDatabase } from '@openmere/server/platform/db/connect.ts';
import { startEmbedded } from '@openmere/server/platform/db/embedded.ts';

/** What only the superuser of a running stack's database can do: no trigger stands in its way. @returns the rows of the last one. */
export async function asSuperuser(
  dataFolder: string,
  statements: readonly string[],
): Promise<Record<string, unknown>[]> {
  const embedded = await startEmbedded(join(dataFolder, 'postgres'), () => undefined);
  const { pool, close } = createDatabase(embedded.url, 'owner', { max: 1 });
  try {
    const client = await pool.connect();
    let rows: Record<string, unknown>[] = [];
    try {
      for (const statement of ['set session_replication_role = replica', ...statements])
        ({ rows } = await client.query<Record<string, unknown>>(statement));
      return rows;
    } finally {
      client.release(true);
    }
  } finally {
    await close();
    await embedded.stop();
  }
}
