import { assert } from '../kit/fault.ts';
import { shareDown } from '../money/ratio.ts';
import { hasPower } from './eligibility.ts';
import type { PowerNeeded } from './eligibility.ts';
import { divideWeighted } from './weighted.ts';

/** Hash power of a member that is a full day old and not used up (claimable yields count as used), in base units. */
export type PowerHolder = {
  /** Their number in the order of activation; settles equal remainders. */
  readonly member: number;
  /** The number of the main account: a person's accounts draw on one EQUITY. */
  readonly person: number;
  readonly personal: bigint;
  readonly dynamic: bigint;
  readonly bonus: bigint;
};

export type YieldRule = {
  /** A day pays at most this part of the pool … */
  readonly poolBps: number;
  /** … and at most this part of the active power. */
  readonly powerBps: number;
  /** Personal power from which mining is active. */
  readonly needed: PowerNeeded;
};

/** What a member is given, by the power that it uses up; the sum uses up as much EQUITY, and is as much POY and USDT. */
export type YieldRow = {
  readonly member: number;
  readonly personal: bigint;
  readonly dynamic: bigint;
  readonly bonus: bigint;
  /** What their power alone would have given: more than the sum, where EQUITY was missing. */
  readonly byPower: bigint;
};

export type YieldDivision = {
  /** Power of all whose mining is active. */
  readonly activePower: bigint;
  /** What the day may pay. */
  readonly budget: bigint;
  /** What it pays; the difference stays in the pool. */
  readonly paid: bigint;
  readonly rows: readonly YieldRow[];
};

/** Dynamic power takes part up to one's own personal power (rulebook §9). */
export function countedDynamic({ personal, dynamic }: Pick<PowerHolder, 'personal' | 'dynamic'>): bigint {
  return dynamic < personal ? dynamic : personal;
}

/**
 * One day's yield (rulebook §9): at most 1 % of the pool and 1 % of the active power, pro rata to active power. What somebody's EQUITY
 * does not cover stays in the pool; it makes nobody else's part larger. The order of `holders` is nothing to the result.
 */
export function divideYield(day: {
  readonly pool: bigint;
  readonly holders: readonly PowerHolder[];
  readonly equity: ReadonlyMap<number, bigint>;
  readonly rule: YieldRule;
}): YieldDivision {
  const { pool, holders, equity, rule } = day;
  const active = holders
    .filter(({ personal }) => hasPower(personal, rule.needed))
    .toSorted((a, b) => a.member - b.member);
  assert(
    active.every(({ member }, at) => member !== active[at - 1]?.member),
    'each member stands once',
  );
  const powers = active.map((holder) => holder.personal + countedDynamic(holder) + holder.bonus);
  const activePower = powers.reduce((sum, power) => sum + power, 0n);
  const ofPool = shareDown(pool, BigInt(rule.poolBps), 10_000n);
  const ofPower = shareDown(activePower, BigInt(rule.powerBps), 10_000n);
  const budget = ofPool < ofPower ? ofPool : ofPower;
  const byPower = divideWeighted(budget, powers);
  const granted = capByEquity(active, byPower, equity);
  const rows = active.flatMap((holder, at) => {
    const total = granted[at] ?? 0n;
    const powersOf = [holder.personal, countedDynamic(holder), holder.bonus];
    const [personal = 0n, dynamic = 0n, bonus = 0n] = divideWeighted(total, powersOf);
    return [{ member: holder.member, personal, dynamic, bonus, byPower: byPower[at] ?? 0n }];
  });
  const paid = granted.reduce((sum, one) => sum + one, 0n);
  return { activePower, budget, paid, rows };
}

/** A person's accounts share what their EQUITY covers, by what their power would have given. */
function capByEquity(
  holders: readonly PowerHolder[],
  byPower: readonly bigint[],
  equity: ReadonlyMap<number, bigint>,
): bigint[] {
  const byPerson = Map.groupBy(holders.keys(), (at) => holders[at]?.person ?? -1);
  const granted = [...byPower];
  for (const [person, places] of byPerson) {
    const wanted = places.map((at) => byPower[at] ?? 0n);
    const covered = equity.get(person) ?? 0n;
    assert(covered >= 0n, 'EQUITY is not negative');
    if (wanted.reduce((sum, one) => sum + one, 0n) <= covered) continue;
    for (const [index, share] of divideWeighted(covered, wanted).entries())
      granted[places[index] ?? 0] = share;
  }
  return granted;
}
