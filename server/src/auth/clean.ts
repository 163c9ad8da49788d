import { sql } from 'kysely';
import type { Db } from '../platform/db/connect.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * Removes what has long ended, for a job that runs every few minutes: codes and countings of codes after a day, messages to
 * sign at once, attempts after a day, begun bindings, and sessions 90 days after their end. @returns rows removed.
 */
export async function cleanAuth(db: Db, now: Date): Promise<number> {
  const dayAgo = new Date(now.getTime() - DAY_MS);
  const quarterAgo = new Date(now.getTime() - 90 * DAY_MS);
  const removed = [
    await db.deleteFrom('auth_code').where('expires_at', '<', dayAgo).executeTakeFirst(),
    await db.deleteFrom('wallet_nonce').where('expires_at', '<', now).executeTakeFirst(),
    await db
      .deleteFrom('auth_attempt')
      .where('last_at', '<', dayAgo)
      .where('free_at', '<', now)
      .executeTakeFirst(),
    await db.deleteFrom('email_binding').where('expires_at', '<', now).executeTakeFirst(),
    await db
      .deleteFrom('auth_session')
      .where((eb) => eb.or([eb('expires_at', '<', quarterAgo), eb('revoked_at', '<', quarterAgo)]))
      .executeTakeFirst(),
    await db
      .deleteFrom('auth_code_sending')
      .where(sql<boolean>`(select coalesce(max(at), '-infinity') from unnest(sent_at) as at) < ${dayAgo}`)
      .executeTakeFirst(),
  ];
  return removed.reduce((sum, result) => sum + Number(result.numDeletedRows), 0);
}
