import { assert } from '../kit/fault.ts';
import type { AccountName } from '../ledger/account.ts';

/** Where the community fee goes, in percent (rulebook §10); the order settles equal remainders. */
const feeShares: readonly { readonly pool: AccountName; readonly percent: bigint }[] = [
  { pool: 'pool:referral', percent: 40n },
  { pool: 'pool:yield', percent: 25n },
  { pool: 'pool:node', percent: 20n },
  { pool: 'pool:market-value', percent: 10n },
  { pool: 'pool:operations', percent: 5n },
];

export type FeePart = { readonly pool: AccountName; readonly amount: bigint };

/**
 * Divides a fee exactly: each pool's share rounded down, the units left over one by one to the largest remainders. The
 * parts sum to the fee. Pools whose part is zero are left out, because a posting is never of nothing.
 */
export function divideFee(fee: bigint): FeePart[] {
  assert(fee >= 0n, 'a fee is not negative');
  const parts = feeShares.map(({ pool, percent }) => ({
    pool,
    amount: (fee * percent) / 100n,
    remainder: (fee * percent) % 100n,
  }));
  let left = fee - parts.reduce((sum, { amount }) => sum + amount, 0n);
  for (const part of parts.toSorted((a, b) => Number(b.remainder - a.remainder))) {
    if (left === 0n) break;
    part.amount += 1n;
    left -= 1n;
  }
  return parts.filter(({ amount }) => amount > 0n).map(({ pool, amount }) => ({ pool, amount }));
}
