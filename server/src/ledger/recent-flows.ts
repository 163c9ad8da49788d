import type { AccountName } from '@openmere/core/ledger/account.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { askWith } from './journal.ts';

/** One posting as it stands in the journal; `row` ascends in the order of posting, `amount` in base units. */
export type Flow = { row: bigint; time: Date; source: AccountName; destination: AccountName; amount: bigint };

/**
 * Walks an account's rows from the newest backwards, as far as they are younger than `hours` by the business clock, which dates them.
 * Indexes: journal_pkey, batch_pkey.
 */
const WALK = `
  with recursive walk as (
    select j.* from ledger.account a join ledger.journal j on j.id = a.last_row where a.name = $1 and a.asset = $2
    union all
    select p.* from walk w
      join ledger.account a on a.name = $1 and a.asset = $2
      join ledger.journal p on p.id = case when w.source = a.id then w.source_previous else w.destination_previous end
     where (select b.time from ledger.batch b where b.id = w.id >> 12) > business_now() - make_interval(hours => $3)
  )
  select w.id as row, b.time, s.name as source, d.name as destination, w.amount
    from walk w
    join ledger.batch b on b.id = w.id >> 12
    join ledger.account s on s.id = w.source
    join ledger.account d on d.id = w.destination
   where b.time > business_now() - make_interval(hours => $3)
   limit $4`;

/** At most `limit` postings of an account and asset within the last `hours`, newest first. */
export function listRecentFlows(
  db: Db | Tx,
  query: { account: AccountName; asset: string; hours: number; limit: number },
): Promise<Flow[]> {
  return askWith(db)<Flow>(WALK, [query.account, query.asset, query.hours, query.limit]);
}
