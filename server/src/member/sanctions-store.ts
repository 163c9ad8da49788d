import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/connect.ts';

declare module '../platform/db/schema.ts' {
  interface Schema {
    sanctioned_address: { address: string; source: string; added_at: Date };
    sanctions_source: { source: string; addresses: number; loaded_at: Date };
  }
}

/** `unchecked`: no list is loaded, or none was read for a day. Never to be taken for `clear`. */
export type Screening = 'listed' | 'clear' | 'unchecked';

/**
 * What the lists say of an address. An address that stands on one is listed however old it is; clear is said only by a
 * list that names somebody and was read within the last 24 hours.
 */
export async function screenAddress(db: Db, address: string): Promise<Screening> {
  const { rows } = await sql<{ listed: boolean; fresh: boolean }>`
    select exists (select from sanctioned_address where address = ${address.toLowerCase()}) as listed,
      exists (select from sanctions_source where addresses > 0 and loaded_at > now() - interval '24 hours') as fresh`.execute(
    db,
  );
  if (rows[0]?.listed) return 'listed';
  return rows[0]?.fresh ? 'clear' : 'unchecked';
}

/** Which of these addresses stand on a list, lowercased. */
export async function listSanctioned(db: Db, addresses: readonly string[]): Promise<Set<string>> {
  const asked = [...new Set(addresses.map((address) => address.toLowerCase()))];
  const { rows } = await sql<{ address: string }>`
    select address from sanctioned_address where address = any(${asked}::text[])`.execute(db);
  return new Set(rows.map(({ address }) => address));
}

/**
 * Which of these members have a wallet on a list, on whichever account of their person (decision 0290). A list that is not loaded holds
 * nobody. Index member_by_person.
 */
export async function listListed(db: Db, memberIds: readonly string[]): Promise<Set<string>> {
  if (memberIds.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select asked.id from member asked
    where asked.id = any(${[...new Set(memberIds)]}::text[]) and exists (
      select from member own join sanctioned_address on address = own.wallet_address
      where own.person_id = asked.person_id)`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** The accounts of a person whose own wallet is on a list, the first first. Index member_by_person. */
export async function listListedAccounts(
  db: Db,
  personId: string,
): Promise<{ id: string; nickname: string }[]> {
  const { rows } = await sql<{ id: string; nickname: string }>`
    select id, nickname from member join sanctioned_address on address = wallet_address
    where person_id = ${personId} order by serial`.execute(db);
  return rows;
}

/** Whether listListed names this one. */
export async function isListed(db: Db, memberId: string): Promise<boolean> {
  return (await listListed(db, [memberId])).size > 0;
}

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
  await sql`insert into sanctions_source (source, addresses) values (${source}, ${addresses.length})
    on conflict (source) do update set addresses = excluded.addresses, loaded_at = now()`.execute(tx);
  return addresses.length;
}

export function parseSanctions(text: string): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/#.*/, '').trim());
  const wrong = lines.findIndex((line) => line !== '' && !/^0x[0-9a-fA-F]{40}$/.test(line));
  if (wrong !== -1) throw new Error(`sanctions list, line ${wrong + 1}: not an address`);
  return [...new Set(lines.filter((line) => line !== '').map((line) => line.toLowerCase()))];
}
