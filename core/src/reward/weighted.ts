import { assert } from '../kit/fault.ts';

/**
 * Divides `total` by weights exactly: each share rounded down, the units left over one by one to the largest remainders, the earlier in
 * the list first where they are equal. Nothing has a weight: nobody gets anything, and all of it stays where it is.
 */
export function divideWeighted(total: bigint, weights: readonly bigint[]): bigint[] {
  assert(total >= 0n, 'what is divided is not negative');
  assert(
    weights.every((weight) => weight >= 0n),
    'no weight is negative',
  );
  const whole = weights.reduce((sum, weight) => sum + weight, 0n);
  if (whole === 0n) return weights.map(() => 0n);
  const shares = weights.map((weight) => (total * weight) / whole);
  const left = Number(total - shares.reduce((sum, share) => sum + share, 0n));
  if (left === 0) return shares;
  const remainders = weights.map((weight) => (total * weight) % whole);
  const order = [...weights.keys()].sort((a, b) => compare(remainders[b], remainders[a]) || a - b);
  for (const at of order.slice(0, left)) shares[at] = (shares[at] ?? 0n) + 1n;
  return shares;
}

function compare(a = 0n, b = 0n): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
