import type { SessionLookup, SessionOwner } from '../platform/actor.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/connect.ts';
import { findSessions, touchSessions } from './session-store.ts';
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
  const rows = await findSessions(db, now, tokenHashes);
  const used = rows.filter((row) => now.getTime() - row.last_used_at.getTime() > TOUCH_MS);
  if (used.length > 0) {
    const until = new Date(now.getTime() + (await sessionIdleMs({ tx: db })));
    await touchSessions(db, now, { ids: used.map((row) => row.sessionId), until });
  }
  return new Map(
    rows.map(({ token_hash: hash, id, mainId, sessionId }) => [
      hash,
      { kind: 'member', id, family: mainId ?? id, sessionId },
    ]),
  );
}
