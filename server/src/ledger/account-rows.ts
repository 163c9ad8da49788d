import type { AccountName } from '@openmere/core/ledger/account.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { askWith } from './journal.ts';

/** A posting of one account: `income` when it came in. `row` ascends in the order of posting; `amount` in base units. */
export type AccountRow = {
  row: bigint;
  income: boolean;
  /** The other side. */
  other: AccountName;
  amount: bigint;
  kind: string;
  reference: string;
  time: Date;
};

type Read = AccountRow & { previous: bigint };

/**
 * Walks an account's rows from `$2` backwards, down to those after `$3`, `$4` at most. Indexes: journal_pkey, batch_pkey;
 * `offset 0` keeps each step by itself.
 */
const WALK = `
  with recursive walk as (
    select j.*, 1 as place from ledger.journal j where j.id = $2 and j.id > $3
    union all
    select p.*, w.place + 1 from walk w
      cross join lateral (select j.* from ledger.journal j
        where j.id = case when w.source = $1 then w.source_previous else w.destination_previous end offset 0) p
     where p.id > $3 and w.place < $4
  )
  select w.id as row, w.destination = $1 as income, o.name as other, w.amount, k.name as kind, h.reference, b.time,
         case when w.source = $1 then w.source_previous else w.destination_previous end as previous
    from walk w
    cross join lateral (select a.name from ledger.account a
      where a.id = case when w.source = $1 then w.destination else w.source end offset 0) o
    cross join lateral (select j.kind, j.reference from ledger.journal j where j.id = w.id - w.line offset 0) h
    cross join lateral (select e.time from ledger.batch e where e.id = w.id >> 12 offset 0) b
    join ledger.kind k on k.id = h.kind
   order by w.id desc`;

const PAGE = 10_000;

/** All rows of an account after row `after`, oldest first; `last` is the newest of them, or `after`; `balance` is that after all of them. */
export async function readAccountRows(
  db: Db | Tx,
  { account, asset, after }: { account: AccountName; asset: string; after: bigint },
): Promise<{ rows: AccountRow[]; last: bigint; balance: bigint }> {
  const ask = askWith(db);
  const [head] = await ask<{ id: number; last_row: bigint; balance: bigint }>(
    'select id, last_row, balance from ledger.account where name = $1 and asset = $2',
    [account, asset],
  );
  const rows: AccountRow[] = [];
  const balance = head?.balance ?? 0n;
  if (!head || head.last_row <= after) return { rows, last: after, balance };
  for (let from = head.last_row; from > after;) {
    const page = await ask<Read>(WALK, [head.id, String(from), String(after), PAGE]);
    for (const { previous: _, ...row } of page) rows.push(row);
    from = page.at(-1)?.previous ?? after;
  }
  return { rows: rows.toReversed(), last: head.last_row, balance };
}

/** Which coins an account has ever had. Index: account (name, asset). */
export async function listAssetsOf(db: Db | Tx, account: AccountName): Promise<string[]> {
  const rows = await askWith(db)<{ asset: string }>(
    'select asset from ledger.account where name = $1 order by asset',
    [account],
  );
  return rows.map(({ asset }) => asset);
}
