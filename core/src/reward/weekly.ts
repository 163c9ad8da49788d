import { reasonOf } from './eligibility.ts';
import type { UnqualifiedReason } from './eligibility.ts';
import type { Teams } from './tree.ts';
import { divideWeighted } from './weighted.ts';

/** One who has a weight in a weekly pool; `reason`: why they are paid nothing all the same. */
export type Weighed = {
  readonly member: number;
  readonly weight: bigint;
  readonly reason?: UnqualifiedReason;
};

export type WeeklyPart = Weighed & { readonly amount: bigint };

/**
 * Who shares the leadership pool: level `least` and above, by the small region of the week's performance. `week` are the sums of the
 * week alone, with liquidity by time (team/liquidity-week.ts); `reasons` as in the division of fees.
 */
export function weighLeaders(
  week: Pick<Teams, 'small'>,
  levels: Uint8Array,
  reasons: Uint8Array,
  least: number,
): Weighed[] {
  const weighed: Weighed[] = [];
  for (let member = 0; member < levels.length; member += 1) {
    const weight = week.small[member] ?? 0n;
    if ((levels[member] ?? 0) < least || weight <= 0n) continue;
    const reason = reasonOf(reasons[member] ?? 0);
    weighed.push({ member, weight, ...(reason && { reason }) });
  }
  return weighed;
}

/**
 * Divides a weekly pool or a dividend. Who is not qualified keeps their weight, so that nobody gains by it; their part goes to the
 * market-value pool. Without any weight all of it stays in the pool, for the next week. Equal remainders: the earlier member first.
 */
export function divideWeekly(
  total: bigint,
  weighed: readonly Weighed[],
): { readonly parts: readonly WeeklyPart[]; readonly left: bigint } {
  const ordered = weighed.toSorted((a, b) => a.member - b.member);
  const amounts = divideWeighted(
    total,
    ordered.map(({ weight }) => weight),
  );
  const parts = ordered.map((one, at) => ({ ...one, amount: amounts[at] ?? 0n }));
  return {
    parts: parts.filter(({ amount }) => amount > 0n),
    left: total - amounts.reduce((sum, amount) => sum + amount, 0n),
  };
}
