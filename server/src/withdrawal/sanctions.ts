import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { inTransaction } from '../platform/db/connect.ts';
import type { Db, Tx } from '../platform/db/connect.ts';

/**
 * Reads a list of addresses (one per line, `#` begins a comment) into the table, as the whole of what `source` names:
 * addresses that left the source leave the table. @returns how many it names. Throws at the first line that is neither.
 */
export async function loadSanctions(tx: Tx, source: string, text: string): Promise<number> {
  const addresses = parseSanctions(text);
  await sql`delete from sanctioned_address where source = ${source} and not address = any(${addresses}::text[])`.execute(
    tx,
  );
  await sql`insert into sanctioned_address (address, source)
    select distinct unnest(${addresses}::text[]), ${source} on conflict (address) do nothing`.execute(tx);
  return addresses.length;
}

export function parseSanctions(text: string): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/#.*/, '').trim());
  const wrong = lines.findIndex((line) => line !== '' && !/^0x[0-9a-fA-F]{40}$/.test(line));
  if (wrong !== -1) throw new Error(`sanctions list, line ${wrong + 1}: not an address`);
  return [...new Set(lines.filter((line) => line !== '').map((line) => line.toLowerCase()))];
}

/** Loads the list from a file, whose place no operator can change from the console; a missing file is an empty list. */
export async function readSanctionsFile(db: Db, path: string): Promise<number> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return inTransaction(db, (tx) => loadSanctions(tx, 'file', text));
}
