import { sql } from 'kysely';
import type { Db } from './connect.ts';

/** What a database belongs to: keys, known by their fingerprint, and a chain. */
export type Installation = { secrets: string; chainId: number };

/** Whether a database, which may be empty or of an older program, has a table. */
export async function hasTable(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass(${`public.${name}`}) is not null as there`.execute(db);
  return rows[0]?.there ?? false;
}

/** Undefined before the first start, and before the migration that brought the table. */
export async function findInstallation(db: Db): Promise<Installation | undefined> {
  if (!(await hasTable(db, 'installation'))) return undefined;
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

/** The chains that its indexer has read. */
export async function listFollowedChains(db: Db): Promise<number[]> {
  if (!(await hasTable(db, 'chain_cursor'))) return [];
  const { rows } = await sql<{ id: number }>`
    select chain_id as id from chain_cursor order by chain_id`.execute(db);
  return rows.map(({ id }) => id);
}
