import { sql } from 'kysely';
import type { Hex } from '../platform/chain/log.ts';
import type { Db, Tx } from '../platform/db/connect.ts';

/** Where a day's hash stands on chain, and the final block at which it was seen there. */
export type Publication = { day: number; contract: Hex; publisher: Hex; block: bigint; seenAt: Date };

/** The oldest finished day of this chain that was not seen on it. Index: reserve_proof_pkey. */
export async function findUnpublished(
  db: Db,
  chainId: number,
): Promise<{ day: number; hash: string } | undefined> {
  const { rows } = await sql<{ day: number; hash: string }>`
    select p.day, p.hash from reserve_proof p
    where p.chain_id = ${chainId} and not exists (select from reserve_publication u where u.day = p.day)
    order by p.day limit 1`.execute(db);
  return rows[0];
}

/** Index: reserve_publication_pkey. */
export async function findPublication(tx: Tx, day: number): Promise<Publication | undefined> {
  const { rows } = await sql<Publication>`
    select day, contract, publisher, block_number as block, seen_at as "seenAt" from reserve_publication
    where day = ${day}`.execute(tx);
  return rows[0];
}

export async function insertPublication(
  db: Db,
  { day, contract, publisher, block, seenAt }: Publication,
): Promise<void> {
  await sql`insert into reserve_publication (day, contract, publisher, block_number, seen_at)
    values (${day}, ${contract}, ${publisher}, ${block}, ${seenAt})`.execute(db);
}
