import { assert } from '../kit/fault.ts';
import { shareUp } from '../money/ratio.ts';

/** LP that came of re-adding a hold and stays as long as that hold (rulebook §6). Times in milliseconds since 1970. */
export type LpLock = { readonly lp: bigint; readonly freeAt: number };

/** What a re-adding took out of one hold. */
export type UsedHold = { readonly amount: bigint; readonly releaseAt: number };

/**
 * Of `lp`, which re-adding `whole` OUSD brought, the parts that stay, as the desk books them: for each used hold whose time is
 * not over at `now`, its share, rounded up over the sum, so that all together are never more than `lp`.
 */
export function listLocks(used: readonly UsedHold[], lp: bigint, whole: bigint, now: number): LpLock[] {
  let taken = 0n;
  let counted = 0n;
  return used.flatMap(({ amount, releaseAt }) => {
    taken += amount;
    assert(taken <= whole, 'the holds are a part of what was re-added');
    const share = shareUp(lp, taken, whole) - counted;
    counted += share;
    return share > 0n && releaseAt > now ? [{ lp: share, freeAt: releaseAt }] : [];
  });
}

/** Locks by time, those of the same time as one, those that are over left out. */
export function joinLocks(locks: readonly LpLock[], now: number): LpLock[] {
  const sums = new Map<number, bigint>();
  for (const { lp, freeAt } of locks) if (freeAt > now) sums.set(freeAt, (sums.get(freeAt) ?? 0n) + lp);
  return [...sums].sort(([a], [b]) => a - b).map(([freeAt, lp]) => ({ lp, freeAt }));
}

/** LP that cannot be removed at `now`. */
export function lockedLp(locks: readonly LpLock[], now: number): bigint {
  return locks.reduce((sum, { lp, freeAt }) => (freeAt > now ? sum + lp : sum), 0n);
}
