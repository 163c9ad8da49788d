import { assert } from '../kit/fault.ts';
import type { AccountName } from '../ledger/account.ts';

/** A pool of the ledger by its name, and how many percent go to it; all of them make a hundred. */
export type FeeShare = { readonly of: string; readonly percent: number };
export type FeePart = { readonly pool: AccountName; readonly amount: bigint };

/**
 * Divides a fee (`swap.feeShares`, rulebook §10) exactly: each pool's share rounded down, the units left over one by one to the largest remainders. The
 * parts sum to the fee. Pools whose part is zero are left out, because a posting is never of nothing.
 */
export function divideFee(fee: bigint, shares: readonly FeeShare[]): FeePart[] {
  assert(fee >= 0n, 'a fee is not negative');
  assert(shares.reduce((sum, { percent }) => sum + percent, 0) === 100, 'the shares make a whole');
  const parts = shares.map(({ of, percent }) => ({
    pool: `pool:${of}` as const,
    amount: (fee * BigInt(percent)) / 100n,
    remainder: (fee * BigInt(percent)) % 100n,
  }));
  let left = fee - parts.reduce((sum, { amount }) => sum + amount, 0n);
  for (const part of parts.toSorted((a, b) => Number(b.remainder - a.remainder))) {
    if (left === 0n) break;
    part.amount += 1n;
    left -= 1n;
  }
  return parts.filter(({ amount }) => amount > 0n).map(({ pool, amount }) => ({ pool, amount }));
}
