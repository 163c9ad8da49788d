import { sql } from 'kysely';
import type { Db, Tx } from '../db/connect.ts';

/** Handlers that have not read everything up to the cursor, each with the first block that it has not read. */
export type Behind = ReadonlyMap<string, bigint>;

/** Takes note of handlers once: `from` is the first block that they must read by themselves, null when they go with the cursor. */
export async function openHandlers(
  db: Db,
  chainId: number,
  names: readonly string[],
  from: bigint | null,
): Promise<void> {
  if (names.length === 0) return;
  await sql`insert into chain_handler (chain_id, handler, next_block)
    select ${chainId}, name, ${from} from unnest(${[...names]}::text[]) as t(name) on conflict do nothing`.execute(
    db,
  );
}

export async function listBehind(db: Db, chainId: number): Promise<Behind> {
  const { rows } = await sql<{ handler: string; next_block: bigint }>`
    select handler, next_block from chain_handler where chain_id = ${chainId} and next_block is not null`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.handler, row.next_block]));
}

/** Writes how far handlers are now; null: they have reached the cursor and go with it from here on. */
export async function moveHandlers(
  tx: Tx,
  chainId: number,
  names: readonly string[],
  next: bigint | null,
): Promise<void> {
  await sql`update chain_handler set next_block = ${next}
    where chain_id = ${chainId} and handler = any(${[...names]}::text[])`.execute(tx);
}
