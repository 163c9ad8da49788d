import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '../platform/db/connect.ts';

/** Rows removed in one statement, so that no lock is held for long. */
const BATCH = 5_000;

/**
 * What has ended and is kept no longer: one-use things after their expiry, codes a day after, attempts after two days,
 * sessions a month after they ended, socket messages after a week (a client that was away longer reads the lists).
 * Written out, table by table, so that the settler's rights can be compared with it (migrations/rights.sql).
 */
const ended: readonly RawBuilder<unknown>[] = [
  sql`delete from used_nonce where ctid = any(array(
    select ctid from used_nonce where expires_at < now() limit ${BATCH}))`,
  sql`delete from socket_ticket where ctid = any(array(
    select ctid from socket_ticket where expires_at < now() limit ${BATCH}))`,
  sql`delete from wallet_nonce where ctid = any(array(
    select ctid from wallet_nonce where expires_at < now() limit ${BATCH}))`,
  sql`delete from auth_code where ctid = any(array(
    select ctid from auth_code where expires_at < now() - interval '1 day' limit ${BATCH}))`,
  sql`delete from auth_attempt where ctid = any(array(
    select ctid from auth_attempt where last_at < now() - interval '2 days' and free_at < now() limit ${BATCH}))`,
  sql`delete from auth_pot where ctid = any(array(
    select ctid from auth_pot where at < now() - interval '2 days' limit ${BATCH}))`,
  sql`delete from auth_browser where ctid = any(array(
    select ctid from auth_browser where last_login_at < now() - interval '400 days' limit ${BATCH}))`,
  sql`delete from auth_code_mail where ctid = any(array(
    select ctid from auth_code_mail where sent_at < now() - interval '2 days' limit ${BATCH}))`,
  sql`delete from auth_code_look where ctid = any(array(
    select ctid from auth_code_look where hour < now() - interval '2 days' limit ${BATCH}))`,
  sql`delete from auth_freeze_link where ctid = any(array(
    select ctid from auth_freeze_link where expires_at < now() - interval '30 days' limit ${BATCH}))`,
  sql`delete from auth_session where ctid = any(array(
    select ctid from auth_session where expires_at < now() - interval '30 days' limit ${BATCH}))`,
  sql`delete from socket_message where ctid = any(array(
    select ctid from socket_message where created_at < now() - interval '7 days' limit ${BATCH}))`,
];

/** Removes what has ended, table by table. @returns how many rows. */
export async function cleanEnded(db: Db, signal?: AbortSignal): Promise<number> {
  let removed = 0;
  for (const statement of ended) {
    let last = BATCH;
    while (last === BATCH && !signal?.aborted) {
      const { numAffectedRows = 0n } = await statement.execute(db);
      last = Number(numAffectedRows);
      removed += last;
    }
  }
  return removed;
}
