import { sql } from 'kysely';
import type { AccountName } from '@openmere/core/ledger/account.ts';
import { askWith, readEntries } from '../ledger/journal.ts';
import type { Entry } from '../ledger/journal.ts';
import type { Tx } from '../platform/db/connect.ts';

export type EntryFilter = {
  account?: string;
  kind?: string;
  reference?: string;
  before?: bigint;
  limit: number;
};
export type ShownEntry = Entry & { hash: string };

/**
 * Entries over all accounts, newest first, with the hash of the batch they are chained in. Reads only; the journal has no
 * index by reference or kind, so rare ones are looked for from the newest backwards until the statement's time is up.
 */
export async function listEntries(tx: Tx, filter: EntryFilter): Promise<ShownEntry[]> {
  const account = (filter.account ?? null) as AccountName | null;
  const { rows } = await sql<{ id: bigint; hash: string }>`
    select j.id, encode(b.hash, 'hex') as hash
    from ledger.journal j join ledger.batch b on b.id = j.id >> 12
    where j.line = 0
      and (${filter.before ?? null}::bigint is null or j.id < ${filter.before ?? null})
      and (${filter.kind ?? null}::text is null or j.kind = (select id from ledger.kind where name = ${filter.kind ?? null}))
      and (${filter.reference ?? null}::text is null or j.reference = ${filter.reference ?? null})
      and (${account}::text is null or exists (
        select from ledger.journal l join ledger.account a on a.id in (l.source, l.destination)
        where l.id between j.id and least(j.id + 63, j.id | 4095) and l.id - l.line = j.id and a.name = ${account}))
    order by j.id desc limit ${filter.limit}`.execute(tx);
  const hashes = new Map(rows.map(({ id, hash }) => [id, hash]));
  const entries = await readEntries(
    askWith(tx),
    rows.map(({ id }) => id),
  );
  return entries.map((entry) => ({ ...entry, hash: hashes.get(entry.seq) ?? '' }));
}
