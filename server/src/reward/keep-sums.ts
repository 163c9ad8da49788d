import { inTransaction } from '../platform/db/connect.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { tryLockClaims } from './claim-store.ts';
import { addUp, findEnd, findUnsummed } from './kept-sums-store.ts';

/** Fewer are added up anew each time: that takes no longer than to keep their sums. */
const MANY = 1_000;
/** Nobody waits longer for it; what is left is added up at the next opening. */
const MOST_MS = 2_000;

/**
 * Adds up for good what a member's settlements brought since the last time, so that totals read days instead of rewards: a leader has
 * one for each payer and day. Part by part; whatever is not added up yet is read one by one (earningsOf).
 */
export async function keepSums(
  ctx: { db: Db },
  { memberId, many = MANY }: { memberId: string; many?: number },
): Promise<void> {
  const since = performance.now();
  while (await inTransaction(ctx.db, (tx) => keepPart(tx, memberId, many)))
    if (performance.now() - since > MOST_MS) return;
}

/** @returns whether there may be more. */
async function keepPart(tx: Tx, memberId: string, many: number): Promise<boolean> {
  if ((await findUnsummed(tx, memberId, many)) === undefined) return false;
  // Who claims or adds up at this moment is not waited for. Looked at again behind the lock: another one may just have done it.
  if (!(await tryLockClaims(tx, memberId))) return false;
  const first = await findUnsummed(tx, memberId, many);
  const through = first === undefined ? undefined : await findEnd(tx, first);
  if (through === undefined) return false;
  await addUp(tx, memberId, through);
  return true;
}
