import { sql } from 'kysely';
import type { Db } from '../platform/db/connect.ts';
import { SESSION_IDLE_MS } from './session-times.ts';

export type FoundSession = { kind: 'member'; id: string; family: string; sessionId: string };

/** Use is written down at most this often: reads stay reads. */
const TOUCH_MS = 5 * 60_000;

/**
 * Finds who a token belongs to, by its hash; a revoked or expired session is nobody (I22). Use slides the expiry by 30
 * days, up to the session's end.
 */
export function createSessionLookup(
  db: Db,
  clock: () => Date,
): { find: (tokenHash: string) => Promise<FoundSession | undefined> } {
  return { find: (tokenHash) => find(db, clock(), tokenHash) };
}

async function find(db: Db, now: Date, tokenHash: string): Promise<FoundSession | undefined> {
  const row = await db
    .selectFrom('auth_session')
    .innerJoin('member', 'member.id', 'auth_session.member_id')
    .select(['auth_session.id as sessionId', 'member.id as id', 'member.main_id as mainId', 'auth_session.last_used_at'])
    .where('auth_session.token_hash', '=', tokenHash)
    .where('auth_session.revoked_at', 'is', null)
    .where('auth_session.expires_at', '>', now)
    .executeTakeFirst();
  if (!row) return undefined;
  if (now.getTime() - row.last_used_at.getTime() > TOUCH_MS) await touch(db, now, row.sessionId);
  return { kind: 'member', id: row.id, family: row.mainId ?? row.id, sessionId: row.sessionId };
}

async function touch(db: Db, now: Date, sessionId: string): Promise<void> {
  const slid = new Date(now.getTime() + SESSION_IDLE_MS);
  await db
    .updateTable('auth_session')
    .set({ last_used_at: now, expires_at: sql<Date>`least(${slid}::timestamptz, ends_at)` })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute();
}
