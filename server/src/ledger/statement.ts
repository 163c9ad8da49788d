import type { AccountName } from '@openmere/core/ledger/account.ts';
import type { EntryData } from '@openmere/core/ledger/entry.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { askWith } from './journal.ts';
import type { Ask } from './journal.ts';
import { decodeCursor, encodeCursor } from './page-cursor.ts';
import { formatEntryId } from './posted.ts';
import type { EntryId } from './posted.ts';

/** What one entry did to one account: `amount` signed (in is positive), both in base units. */
export type StatementRecord = {
  asset: string;
  entryId: EntryId;
  seq: bigint;
  time: Date;
  kind: string;
  amount: bigint;
  balanceAfter: bigint;
  reference: string;
  data: EntryData | null;
};
export type StatementPage = { records: StatementRecord[]; cursor?: string };
/** Without `asset` it is about every coin of the account. */
export type StatementQuery = { account: AccountName; asset?: string; cursor?: string; limit: number };

type Row = Omit<StatementRecord, 'entryId' | 'asset'> & { row_id: bigint; entry_place: number };

/**
 * Walks an account's rows from the newest backwards by their "previous row" pointers, until `limit` entries and the first
 * row of the next one are found. A cursor that points at a row of another account finds nothing. Indexes: journal_pkey,
 * batch_pkey; `offset 0` keeps each step by itself, or the planner reads the journal from end to end.
 */
const WALK = `
  with recursive walk as (
    select j.*, 1 as entry_place from ledger.journal j where j.id = $2 and $1 in (j.source, j.destination)
    union all
    select p.*, w.entry_place + (p.id - p.line <> w.id - w.line)::int
      from walk w
      cross join lateral (select j.* from ledger.journal j
                           where j.id = case when w.source = $1 then w.source_previous else w.destination_previous end
                          offset 0) p
     where w.entry_place <= $3
  )
  select w.id as row_id, w.entry_place, h.id as seq, b.time, k.name as kind, h.reference, h.data,
         case when w.source = $1 then -w.amount else w.amount end as amount,
         case when w.source = $1 then w.source_balance else w.destination_balance end as "balanceAfter"
    from walk w
    cross join lateral (select j.id, j.kind, j.reference, j.data from ledger.journal j where j.id = w.id - w.line offset 0) h
    cross join lateral (select e.time from ledger.batch e where e.id = h.id >> 12 offset 0) b
    join ledger.kind k on k.id = h.kind
   order by w.id desc`;

/** Records of an account, newest first: one record an entry and coin. The cursor leads to the next, older page. */
export async function readStatement(db: Db | Tx, query: StatementQuery): Promise<StatementPage> {
  const ask = askWith(db);
  const positions = query.cursor === undefined ? undefined : decodeCursor(query.cursor);
  const walks: { id: number; steps: Step[]; next?: bigint }[] = [];
  for (const { id, asset, last_row } of await findAccounts(ask, query.account, query.asset)) {
    const from = positions ? (positions[id] ?? 0n) : last_row;
    walks.push({ id, ...(await walkAccount(ask, id, asset, from, query.limit)) });
  }
  const shown = walks
    .flatMap(({ steps }) => steps)
    .sort((one, other) => (one.rowId < other.rowId ? 1 : -1))
    .slice(0, query.limit);
  const next: Record<string, bigint> = {};
  for (const { id, steps, next: rest } of walks) {
    const start = steps.find((step) => !shown.includes(step))?.rowId ?? rest;
    if (start !== undefined) next[id] = start;
  }
  const records = shown.map(({ record }) => record);
  const cursor = encodeCursor(next);
  return cursor === undefined ? { records } : { records, cursor };
}

export type AccountHead = { id: number; name: AccountName; asset: string; last_row: bigint };

async function findAccounts(ask: Ask, name: string, asset: string | undefined): Promise<AccountHead[]> {
  return ask<AccountHead>(
    'select id, name, asset, last_row from ledger.account where name = $1 and asset = coalesce($2, asset) order by id',
    [name, asset ?? null],
  );
}

/** A record and the newest row of its entry in the walked account. */
export type Step = { rowId: bigint; record: StatementRecord };

/** Up to `limit` entries from row `from` backwards; `next` is the row where the following page begins. */
export async function walkAccount(
  ask: Ask,
  accountId: number,
  asset: string,
  from: bigint,
  limit: number,
): Promise<{ steps: Step[]; next?: bigint }> {
  const steps: Step[] = [];
  for (const row of await ask<Row>(WALK, [accountId, String(from), limit])) {
    if (row.entry_place > limit) return { steps, next: row.row_id };
    const last = steps.at(-1)?.record;
    if (last?.seq === row.seq) {
      // An older row of the same entry: its amount counts, the balance after is the newest row's.
      last.amount += row.amount;
      continue;
    }
    const { seq, time, kind, amount, balanceAfter, reference, data } = row;
    const record = {
      asset,
      entryId: formatEntryId(seq),
      seq,
      time,
      kind,
      amount,
      balanceAfter,
      reference,
      data,
    };
    steps.push({ rowId: row.row_id, record });
  }
  return { steps };
}
