import type { OperatorSessionLookup, OperatorSessionOwner } from '../platform/actor.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/connect.ts';
import { findSession, touchSession } from './operator-store.ts';
import './tables.ts';

/** A session unused for this long ends (rulebook §14, threats.md T27). */
export const OPERATOR_IDLE_MINUTES = 15;
const IDLE_MS = OPERATOR_IDLE_MINUTES * 60_000;
/** However much it is used, it ends after a working day. */
const END_MS = 12 * 3_600_000;
/** Use is written down at most this often. */
const TOUCH_MS = 30_000;

export function createOperatorSessionLookup(db: Db, clock: Clock): OperatorSessionLookup {
  return { find: (tokenHash) => findOwner(db, clock(), tokenHash) };
}

/** What a session that is open at `now` was used after, and made after. */
export const openSince = (now: Date) => ({
  usedAfter: new Date(now.getTime() - IDLE_MS),
  madeAfter: new Date(now.getTime() - END_MS),
});

async function findOwner(db: Db, now: Date, tokenHash: string): Promise<OperatorSessionOwner | undefined> {
  const row = await findSession(db, tokenHash, openSince(now));
  if (!row) return undefined;
  if (now.getTime() - row.last_used_at.getTime() > TOUCH_MS) await touchSession(db, now, row.sessionId);
  return { kind: 'operator', id: row.id, account: row.account, role: row.role, sessionId: row.sessionId };
}
