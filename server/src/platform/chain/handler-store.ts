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

/**
 * Parts for one contract that are not in `names` are read no further: `next` is the first block that they lack when they are back.
 */
export async function parkContracts(
  db: Db,
  chainId: number,
  names: readonly string[],
  next: bigint,
): Promise<void> {
  await sql`update chain_handler set next_block = ${next}
    where chain_id = ${chainId} and next_block is null and handler like '% 0x%' and handler <> all(${[...names]}::text[])`.execute(
    db,
  );
}

/** Whether one of these goes with the cursor by now. Asked with the cursor locked. */
export async function isAnyJoined(tx: Tx, chainId: number, names: readonly string[]): Promise<boolean> {
  if (names.length === 0) return false;
  const { rows } = await sql`select from chain_handler
    where chain_id = ${chainId} and handler = any(${[...names]}::text[]) and next_block is null limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Contracts that a handler, which reads each from its beginning, has known since then or later. */
export async function listContractsSince(
  db: Db | Tx,
  handler: string,
  since: Date,
): Promise<{ chainId: number; contract: string }[]> {
  const { rows } = await sql<{ chainId: number; contract: string }>`
    select chain_id as "chainId", split_part(handler, ' ', 2) as contract from chain_handler
    where starts_with(handler, ${`${handler} `}) and since >= ${since}`.execute(db);
  return rows;
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
