import { assert } from '../kit/fault.ts';

/** From `at` (milliseconds since 1970) on, the holder has `amount` of it, until their next row. */
export type Holding = { readonly holder: string; readonly at: number; readonly amount: bigint };

/**
 * Weighs what each holder held by how long (rulebook §10): the sum of amount × milliseconds within the period. What was there before it
 * counts from its beginning; rows after its end count nothing. Of rows of one holder at the same moment the last in the list stands.
 * Holders of nothing are left out.
 */
export function weighByTime(
  holdings: readonly Holding[],
  { from, to }: { readonly from: number; readonly to: number },
): Map<string, bigint> {
  assert(from <= to, 'a period does not end before it begins');
  const weights = new Map<string, bigint>();
  for (const [holder, rows] of Map.groupBy(holdings, (one) => one.holder)) {
    const ordered = rows.toSorted((a, b) => a.at - b.at);
    const weight = ordered.reduce((sum, { at, amount }, index) => {
      assert(amount >= 0n, 'nobody holds less than nothing');
      const begin = clamp(at, from, to);
      const end = clamp(ordered[index + 1]?.at ?? to, from, to);
      return sum + amount * BigInt(end - begin);
    }, 0n);
    if (weight > 0n) weights.set(holder, weight);
  }
  return weights;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
