import { assert } from '../kit/fault.ts';

/** One basis point is 1/10,000. */
export const BPS_PER_WHOLE = 10_000n;

/** amount × numerator ÷ denominator, rounded down; the dust stays with whoever keeps the remainder. */
export function shareDown(amount: bigint, numerator: bigint, denominator: bigint): bigint {
  assert(amount >= 0n && numerator >= 0n && denominator > 0n, 'share of a non-negative amount');
  return (amount * numerator) / denominator;
}

/** As `shareDown`, rounded up: used where the house must not lose the dust (fees). */
export function shareUp(amount: bigint, numerator: bigint, denominator: bigint): bigint {
  assert(amount >= 0n && numerator >= 0n && denominator > 0n, 'share of a non-negative amount');
  return (amount * numerator + denominator - 1n) / denominator;
}

/** A fee in basis points, rounded up to the base unit. */
export function feeUp(amount: bigint, feeBps: number): bigint {
  return shareUp(amount, BigInt(feeBps), BPS_PER_WHOLE);
}
