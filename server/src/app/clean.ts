import { sql } from 'kysely';
import type { Db } from '../platform/db/connect.ts';

/** Rows removed in one statement, so that no lock is held for long. */
const BATCH = 5_000;

/**
 * What has ended and is kept no longer: one-use things after their expiry, codes a day after, attempts after two days,
 * sessions a month after they ended, socket messages after a week (a client that was away longer reads the lists).
 * Each row: table, what is over.
 */
const ended: readonly (readonly [table: string, condition: string])[] = [
  ['used_nonce', 'expires_at < now()'],
  ['socket_ticket', 'expires_at < now()'],
  ['wallet_nonce', 'expires_at < now()'],
  ['auth_code', `expires_at < now() - interval '1 day'`],
  ['auth_attempt', `last_at < now() - interval '2 days' and free_at < now()`],
  [
    'auth_code_sending',
    `not exists (select from unnest(sent_at) as one(at) where one.at > now() - interval '2 days')`,
  ],
  ['auth_session', `expires_at < now() - interval '30 days'`],
  ['socket_message', `created_at < now() - interval '7 days'`],
];

/** Removes what has ended, table by table. @returns how many rows. */
export async function cleanEnded(db: Db, signal?: AbortSignal): Promise<number> {
  let removed = 0;
  for (const [table, condition] of ended) {
    let last = BATCH;
    while (last === BATCH && !signal?.aborted) {
      const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${sql.raw(condition)} limit ${BATCH}))`.execute(db);
      last = Number(numAffectedRows);
      removed += last;
    }
  }
  return removed;
}
