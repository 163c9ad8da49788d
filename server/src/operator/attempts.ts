import { Refusal } from '@openmere/core/kit/refusal.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Db } from '../platform/db/connect.ts';

/** Tries without delay, then doubling from one second up to a minute. */
const FREE = 3;
const DELAY_MAX_S = 60;
const MEMORY_MS = 30 * 60_000;

/**
 * Counts a try before the password is looked at, in a transaction of its own: a refusal must not take it back, and a
 * thousand tries in one moment cannot all be looked at.
 */
export function reserveAttempt(db: Db, now: Date, accountHash: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    await tx
      .insertInto('operator_attempt')
      .values({ account_hash: accountHash, failures: 1, free_at: new Date(0), last_at: new Date(0) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const row = await tx
      .selectFrom('operator_attempt')
      .selectAll()
      .where('account_hash', '=', accountHash)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const waitMs = row.free_at.getTime() - now.getTime();
    if (waitMs > 0) throw new Refusal('operator.slowdown', { seconds: Math.ceil(waitMs / 1000) });
    const failures = now.getTime() - row.last_at.getTime() < MEMORY_MS ? row.failures + 1 : 1;
    const delayS = failures < FREE ? 0 : Math.min(2 ** (failures - FREE), DELAY_MAX_S);
    await tx
      .updateTable('operator_attempt')
      .set({ failures, free_at: new Date(now.getTime() + delayS * 1000), last_at: now })
      .where('account_hash', '=', accountHash)
      .execute();
  });
}

export async function forgetAttempts(db: Db, accountHash: string): Promise<void> {
  await db.deleteFrom('operator_attempt').where('account_hash', '=', accountHash).execute();
}
