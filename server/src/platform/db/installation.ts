import { sql } from 'kysely';
import type { Db } from './connect.ts';

/** What a database belongs to: keys, known by their fingerprint, and a chain. */
export type Installation = { secrets: string; chainId: number };

/** Undefined before the first start, and before the migration that brought the table. */
export async function findInstallation(db: Db): Promise<Installation | undefined> {
  const { rows: tables } = await sql<{ there: boolean }>`
    select to_regclass('public.installation') is not null as there`.execute(db);
  if (!tables[0]?.there) return undefined;
  const { rows } = await sql<Installation>`
    select secrets, chain_id as "chainId" from installation`.execute(db);
  return rows[0];
}

/** Binds a database that belongs to nothing yet; leaves any other as it is. */
export async function putInstallation(db: Db, { secrets, chainId }: Installation): Promise<void> {
  await sql`
    insert into installation (secrets, chain_id) values (${secrets}, ${chainId}) on conflict do nothing`.execute(
    db,
  );
}
