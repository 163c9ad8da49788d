import { sql } from 'kysely';
import type { Db } from '../platform/db/connect.ts';
import { askWith } from './journal.ts';

export type Difference = { account: string; asset: string; stored: bigint; replayed: bigint };

/** A replay reads the whole journal in one statement. */
const REPLAY_TIMEOUT_MS = 600_000;

/**
 * Rebuilds all balances from the amounts alone and compares with the stored ones; another way to the same sums than
 * `reconcileLedger`, which walks row by row. It only reads: the login for reports may do no more. @returns the accounts that differ.
 */
export async function replayBalances(db: Db): Promise<{ accounts: bigint; differences: Difference[] }> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await sql.raw(`set local statement_timeout = ${REPLAY_TIMEOUT_MS}`).execute(tx);
      const ask = askWith(tx);
      const differences = await ask<Difference>(
        `with replay as (
           select account, sum(change) as balance
             from (select destination as account, amount as change from ledger.journal
                   union all select source, -amount from ledger.journal) as legs
            group by account)
         select coalesce(a.name, 'account ' || r.account) as account, coalesce(a.asset, '') as asset,
                coalesce(a.balance, 0) as stored, coalesce(r.balance, 0) as replayed
           from ledger.account a full join replay r on r.account = a.id
          where coalesce(a.balance, 0) <> coalesce(r.balance, 0) or a.id is null
          order by 1, 2`,
        [],
      );
      const [counted] = await ask<{ n: bigint }>('select count(*) as n from ledger.account', []);
      return { accounts: counted?.n ?? 0n, differences };
    });
}
