import { sql } from 'kysely';
import type { Checkpoint } from '../ledger/verify-recent.ts';
import type { Db } from '../platform/db/connect.ts';

/** How far the ledger is proved. */
export type Proved = { lanes: Checkpoint; accountAfter: number; wholeAt: Date | null };

export async function readVerification(db: Db): Promise<Proved> {
  const { rows } = await sql<Proved>`
    select lanes, account_after as "accountAfter", whole_at as "wholeAt" from ledger_verification`.execute(
    db,
  );
  return rows[0] ?? { lanes: {}, accountAfter: 0, wholeAt: null };
}

export async function writeRecent(db: Db, { lanes, accountAfter }: Omit<Proved, 'wholeAt'>): Promise<void> {
  await sql`update ledger_verification set lanes = ${JSON.stringify(lanes)}::jsonb, account_after = ${accountAfter},
    recent_at = now()`.execute(db);
}
