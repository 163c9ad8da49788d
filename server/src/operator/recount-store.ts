import { sql } from 'kysely';
import type { Tx } from '../platform/db/connect.ts';

/** One recount at a time over all processes, until the transaction ends. @returns whether it is this one. */
export async function lockRecount(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('ledger recount', 0)) as got`.execute(tx);
  return rows[0]?.got === true;
}
