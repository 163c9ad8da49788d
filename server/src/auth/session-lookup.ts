import { sql } from 'kysely';
import type { SessionLookup, SessionOwner } from '../platform/actor.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/connect.ts';
import { sessionIdleMs } from './session-times.ts';

/** Use is written down at most this often: reads stay reads. */
const TOUCH_MS = 5 * 60_000;

/**
 * Finds who a token belongs to, by its hash; a revoked or expired session is nobody (I22). Use slides the expiry by 30
 * days (configuration session.days), up to the session's end.
 */
export function createSessionLookup(db: Db, clock: Clock): SessionLookup {
  return {
    find: async (tokenHash) => (await findMany(db, clock(), [tokenHash])).get(tokenHash),
    findMany: (tokenHashes) => findMany(db, clock(), tokenHashes),
  };
}

async function findMany(db: Db, now: Date, tokenHashes: string[]): Promise<Map<string, SessionOwner>> {
  const rows = await db
    .selectFrom('auth_session')
    .innerJoin('member', 'member.id', 'auth_session.member_id')
    .select(['auth_session.token_hash', 'auth_session.id as sessionId', 'auth_session.last_used_at'])
    .select(['member.id as id', 'member.main_id as mainId'])
    .where('auth_session.token_hash', '=', sql<string>`any(${tokenHashes}::text[])`)
    .where('auth_session.revoked_at', 'is', null)
    .where('auth_session.expires_at', '>', now)
    .execute();
  const used = rows.filter((row) => now.getTime() - row.last_used_at.getTime() > TOUCH_MS);
  if (used.length > 0)
    await touch(
      db,
      now,
      used.map((row) => row.sessionId),
    );
  return new Map(
    rows.map(({ token_hash: hash, id, mainId, sessionId }) => [
      hash,
      { kind: 'member', id, family: mainId ?? id, sessionId },
    ]),
  );
}

async function touch(db: Db, now: Date, sessionIds: string[]): Promise<void> {
  const slid = new Date(now.getTime() + (await sessionIdleMs({ tx: db })));
  await db
    .updateTable('auth_session')
    .set({ last_used_at: now, expires_at: sql<Date>`least(${slid}::timestamptz, ends_at)` })
    .where('id', 'in', sessionIds)
    .where('revoked_at', 'is', null)
    .execute();
}
