import { attemptDelaySeconds } from '@openmere/core/auth/rules.ts';
import type { AttemptPolicy } from '@openmere/core/auth/rules.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Db } from '../platform/db/connect.ts';
import { forgetAttempts, takeBackAttempts, findFreeAt, lockAttempt, putAttempt } from './attempt-store.ts';

export type AttemptScope = { key: string; policy: AttemptPolicy };

/**
 * Counts wrong passwords with growing delays (T01). A try is counted *before* the password is looked at and given back
 * when it was right, so a thousand tries in the same moment cannot all be looked at.
 */
export type Attempts = {
  /** Counts one try in every scope, or throws `code` with `{ seconds }` to wait and counts nothing. */
  reserve: (now: Date, scopes: AttemptScope[], code: string) => Promise<void>;
  /** The try was right: own scopes are forgotten, shared ones (an address prefix) get only this try back. */
  settle: (own: string[], shared?: string[]) => Promise<void>;
};

/** Failures older than this are forgotten. */
const MEMORY_MS = 30 * 60_000;

/**
 * @param db a pool of its own (two connections are enough): callers hold a transaction of the main pool while a try is
 *   counted, and a refusal must not roll the count back. Sharing one pool could leave everybody waiting for everybody.
 */
export function createAttempts(db: Db): Attempts {
  return {
    reserve: async (now, scopes, code) => {
      // Most tries of a flood end here: one read, no transaction, no lock.
      await refuseWhileWaiting(db, now, scopes, code);
      await inTransaction(db, (tx) => reserve(tx, now, scopes, code));
    },
    settle: async (own, shared = []) => {
      await forgetAttempts(db, own);
      await takeBackAttempts(db, shared);
    },
  };
}

async function refuseWhileWaiting(db: Db, now: Date, scopes: AttemptScope[], code: string): Promise<void> {
  const keys = scopes.map((scope) => scope.key);
  refuseUntil((await findFreeAt(db, keys)) ?? now, now, code);
}

function refuseUntil(freeAt: Date, now: Date, code: string): void {
  const waitMs = freeAt.getTime() - now.getTime();
  if (waitMs > 0) throw new Refusal(code, { seconds: Math.ceil(waitMs / 1000) });
}

async function reserve(tx: Db, now: Date, scopes: AttemptScope[], code: string): Promise<void> {
  // Sorted, so that two tries with common scopes lock them in the same order.
  const sorted = [...scopes].sort((a, b) => (a.key < b.key ? -1 : 1));
  const counts: number[] = [];
  for (const scope of sorted) {
    const row = await lockAttempt(tx, now, scope.key);
    refuseUntil(row?.free_at ?? now, now, code);
    const remembered = row !== undefined && now.getTime() - row.last_at.getTime() < MEMORY_MS;
    counts.push(remembered ? row.failures + 1 : 1);
  }
  for (const [index, scope] of sorted.entries()) {
    const failures = counts[index] ?? 1;
    const freeAt = new Date(now.getTime() + attemptDelaySeconds(failures, scope.policy) * 1000);
    await putAttempt(tx, { scope: scope.key, failures, free_at: freeAt, last_at: now });
  }
}
