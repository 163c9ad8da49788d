import { endOfDay } from '../kit/day.ts';
import { assert } from '../kit/fault.ts';
import { shareUp } from '../money/ratio.ts';

/**
 * EQUITY is earned by new money that stays (rulebook §8). Per person: `paid` is what was paid in, net of what was removed, both
 * at the value when it was paid in. Of each UTC day that has ended counts the lowest such sum; only what lies above the mark,
 * the highest sum that ever counted, earns. So what goes in and out within a day earns nothing, and nothing earns twice.
 * Days are whole days since 1970 (UTC); amounts are USDT base units.
 */
export type StakeDay = {
  readonly day: number;
  /** The lowest that the sum was on this day, the sum that it began with included. */
  readonly lowest: bigint;
  /** The sum at its end. */
  readonly closing: bigint;
};

export type SettledDay = { readonly day: number; readonly lowest: bigint; readonly above: bigint };

/** What is left of a sum when `lp` of `lpTotal` are removed: in proportion, what goes rounded up; none left, nothing paid in. */
export function nextPaidAfterRemoval(paid: bigint, lp: bigint, lpTotal: bigint): bigint {
  assert(lp >= 0n && lp <= lpTotal, 'no more is removed than there is');
  return lp === lpTotal ? 0n : paid - shareUp(paid, lp, lpTotal);
}

/** A day after the sum went from `before` to `after` on it; `kept` is what is known of that day so far. */
export function nextStakeDay(
  kept: StakeDay | undefined,
  day: number,
  before: bigint,
  after: bigint,
): StakeDay {
  assert(kept === undefined || (kept.day === day && kept.closing === before), 'one day after the other');
  const lowest = kept?.lowest ?? before;
  return { day, lowest: after < lowest ? after : lowest, closing: after };
}

/**
 * Settles the days after `settled` up to and including `through`, one after the other, late or not: the same days give the
 * same sums. `days` are the days on which something changed, oldest first, with the newest one not after `settled` (it tells
 * what the first day began with). Only days that earn are in the answer.
 */
export function settleDays(
  mark: bigint,
  days: readonly StakeDay[],
  settled: number,
  through: number,
): { readonly earned: readonly SettledDay[]; readonly mark: bigint } {
  const earned: SettledDay[] = [];
  let highest = mark;
  const wanted = new Set(days.flatMap(({ day }) => [day, day + 1]).concat(settled + 1));
  for (const day of [...wanted].sort((a, b) => a - b)) {
    if (day <= settled || day > through) continue;
    const lowest = lowestOf(days, day);
    if (lowest <= highest) continue;
    earned.push({ day, lowest, above: lowest - highest });
    highest = lowest;
  }
  return { earned, mark: highest };
}

/** On a day without change the sum is what the day before ended with. */
function lowestOf(days: readonly StakeDay[], day: number): bigint {
  const last = days.findLast((one) => one.day <= day);
  if (last === undefined) return 0n;
  return last.day === day ? last.lowest : last.closing;
}

/** What adding `value` on day `today` will earn if nothing is removed, above what comes without it, and when: before the cap. */
export function quoteStake(
  stake: { readonly mark: bigint; readonly days: readonly StakeDay[]; readonly settled: number },
  value: bigint,
  today: number,
): { readonly above: bigint; readonly at: number } {
  const paid = stake.days.at(-1)?.closing ?? 0n;
  const { mark } = settleDays(stake.mark, stake.days, stake.settled, today);
  const over = (sum: bigint) => (sum > mark ? sum - mark : 0n);
  return { above: over(paid + value) - over(paid), at: endOfDay(today + 1) };
}
