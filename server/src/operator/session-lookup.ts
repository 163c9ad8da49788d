import type { OperatorSessionLookup, OperatorSessionOwner } from '../platform/actor.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/connect.ts';
import './tables.ts';

/** A session unused for this long ends (rulebook §14, threats.md T27). */
export const operatorIdleMinutes = 15;
const IDLE_MS = operatorIdleMinutes * 60_000;
/** However much it is used, it ends after a working day. */
const END_MS = 12 * 3_600_000;
/** Use is written down at most this often. */
const TOUCH_MS = 30_000;

export function createOperatorSessionLookup(db: Db, clock: Clock): OperatorSessionLookup {
  return { find: (tokenHash) => findSession(db, clock(), tokenHash) };
}

async function findSession(db: Db, now: Date, tokenHash: string): Promise<OperatorSessionOwner | undefined> {
  const row = await db
    .selectFrom('operator_session as s')
    .innerJoin('operator as o', 'o.id', 's.operator_id')
    .select(['s.id as sessionId', 's.last_used_at', 'o.id', 'o.account', 'o.role'])
    .where('s.token_hash', '=', tokenHash)
    .where('s.ended_at', 'is', null)
    .where('o.disabled_at', 'is', null)
    .where('s.last_used_at', '>', new Date(now.getTime() - IDLE_MS))
    .where('s.created_at', '>', new Date(now.getTime() - END_MS))
    .executeTakeFirst();
  if (!row) return undefined;
  if (now.getTime() - row.last_used_at.getTime() > TOUCH_MS) {
    await db
      .updateTable('operator_session')
      .set({ last_used_at: now })
      .where('id', '=', row.sessionId)
      .where('ended_at', 'is', null)
      .execute();
  }
  return { kind: 'operator', id: row.id, account: row.account, role: row.role, sessionId: row.sessionId };
}
