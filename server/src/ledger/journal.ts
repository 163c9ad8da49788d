import type { AccountName } from '@openmere/core/ledger/account.ts';
import type { EntryData, Posting } from '@openmere/core/ledger/entry.ts';
import { CompiledQuery } from 'kysely';
import type { Kysely } from 'kysely';
import type { Schema } from '../platform/db/schema.ts';
import { formatEntryId, lastBalances } from './posted.ts';
import type { EntryId, Posted } from './posted.ts';

/** A query, inside or outside a transaction, through Kysely or through a bare client. */
export type Ask = <R>(text: string, values: readonly unknown[]) => Promise<R[]>;

/** Asks through a Kysely transaction or database. */
export function askWith(db: Kysely<Schema>): Ask {
  return async <R>(text: string, values: readonly unknown[]) => {
    const { rows } = await db.executeQuery(CompiledQuery.raw(text, [...values]));
    return rows as R[];
  };
}

/** A posting with both balances after it, in base units. */
export type EntryPosting = Posting & { sourceBalance: bigint; destinationBalance: bigint };

/** An entry as the journal holds it. */
export type Entry = {
  entryId: EntryId;
  seq: bigint;
  time: Date;
  kind: string;
  actor: string;
  reference: string;
  data: EntryData | null;
  postings: EntryPosting[];
};

type EntryRow = {
  seq: bigint;
  time: Date;
  kind: string;
  actor: string;
  reference: string;
  data: EntryData | null;
  source: AccountName;
  destination: AccountName;
  asset: string;
  amount: bigint;
  source_balance: bigint;
  destination_balance: bigint;
};

/**
 * Whole entries by the ids of their first rows, in that order. Lines of an entry follow its first row; an entry has 64 at
 * most, and stays within its batch of 4096 ids. Indexes: journal_pkey, batch_pkey. `offset 0` keeps each step by itself:
 * without it the planner joins pages of a few entries with the whole journal.
 */
const READ_ENTRIES = `
  select h.id as seq, b.time, k.name as kind, h.actor, h.reference, h.data,
         s.name as source, d.name as destination, s.asset, l.amount, l.source_balance, l.destination_balance
    from unnest($1::bigint[]) with ordinality as w(id, place)
    cross join lateral (select j.id, j.kind, j.actor, j.reference, j.data from ledger.journal j
                         where j.id = w.id and j.line = 0 offset 0) h
    cross join lateral (select e.time from ledger.batch e where e.id = h.id >> 12 offset 0) b
    join ledger.kind k on k.id = h.kind
    cross join lateral (select j.* from ledger.journal j
                         where j.id between h.id and least(h.id + 63, h.id | 4095) and j.id - j.line = h.id
                         order by j.id limit 64) l
    cross join lateral (select a.name, a.asset from ledger.account a where a.id = l.source offset 0) s
    cross join lateral (select a.name from ledger.account a where a.id = l.destination offset 0) d
   order by w.place, l.id`;

/** Reads whole entries; ids without an entry are left out. */
export async function readEntries(ask: Ask, seqs: readonly bigint[]): Promise<Entry[]> {
  if (seqs.length === 0) return [];
  const entries: Entry[] = [];
  for (const row of await ask<EntryRow>(READ_ENTRIES, [seqs.map(String)])) {
    const posting = {
      source: row.source,
      destination: row.destination,
      asset: row.asset,
      amount: row.amount,
      sourceBalance: row.source_balance,
      destinationBalance: row.destination_balance,
    };
    const last = entries.at(-1);
    if (last?.seq === row.seq) last.postings.push(posting);
    else {
      const { seq, time, kind, actor, reference, data } = row;
      entries.push({
        entryId: formatEntryId(seq),
        seq,
        time,
        kind,
        actor,
        reference,
        data,
        postings: [posting],
      });
    }
  }
  return entries;
}

/** What the first post of this entry answered, for a replay. */
export function replayOf(entry: Entry): Posted {
  const { entryId, seq, time, kind, reference } = entry;
  return { entryId, seq, time, kind, reference, replayed: true, balances: lastBalances(entry.postings) };
}
