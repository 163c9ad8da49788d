import { assert } from '../kit/fault.ts';

/**
 * Members as numbers 0, 1, 2 … in the order of their activation, and each one's inviter by number; −1 for who has none. An inviter was
 * activated before those whom they invited, so a pass from the last number to the first meets every downline before its upline, and no
 * pass needs a stack: a chain of a million is as good as a star.
 */
export type Tree = { readonly inviter: Int32Array };

export const NOBODY = -1;

/** Performance is counted in whole millionths of a USDT, rounded down: a million members fit into 64-bit columns. */
export const performanceUnit = 10n ** 12n;

/** What all own performances together may be, in its unit: no sum of them leaves 63 bits. 4.6 × 10¹² USDT. */
const performanceMost = 2n ** 62n;

export function buildTree(inviter: Int32Array): Tree {
  for (let member = 0; member < inviter.length; member += 1) {
    const above = inviter[member] ?? NOBODY;
    assert(above >= NOBODY && above < member, 'an inviter was activated before those whom they invited');
  }
  return { inviter };
}

/** USDT base units as performance, rounded down (also below zero, where removed liquidity may lead). */
export function performanceDown(valueUsdt: bigint): bigint {
  const whole = valueUsdt / performanceUnit;
  return valueUsdt % performanceUnit < 0n ? whole - 1n : whole;
}

export type Teams = {
  /** Performance of all downlines, the member's own left out. */
  readonly team: BigInt64Array;
  /** The large region: the direct leg (a direct with their downlines) with most. 0 without a leg. */
  readonly largestLeg: BigInt64Array;
  /** The small region: team less largest leg. */
  readonly small: BigInt64Array;
};

/** Sums every team in one pass, from the last member to the first. `own` is each member's own performance, in its unit. */
export function sumTeams({ inviter }: Tree, own: BigInt64Array): Teams {
  const count = inviter.length;
  assert(own.length === count, 'one own performance for each member');
  checkBound(own);
  const team = new BigInt64Array(count);
  const largestLeg = new BigInt64Array(count);
  const small = new BigInt64Array(count);
  /** 1: a leg was met. Where all are below zero, the largest is. */
  const hasLeg = new Uint8Array(count);
  for (let member = count - 1; member >= 0; member -= 1) {
    const ofTeam = team[member] ?? 0n;
    small[member] = BigInt.asIntN(64, ofTeam - (largestLeg[member] ?? 0n));
    const above = inviter[member] ?? NOBODY;
    if (above === NOBODY) continue;
    const leg = BigInt.asIntN(64, ofTeam + (own[member] ?? 0n));
    team[above] = BigInt.asIntN(64, (team[above] ?? 0n) + leg);
    if (hasLeg[above] === 1 && leg <= (largestLeg[above] ?? 0n)) continue;
    largestLeg[above] = leg;
    hasLeg[above] = 1;
  }
  return { team, largestLeg, small };
}

/** How many downlines each member has. By itself: settlements do without it. */
export function countTeams({ inviter }: Tree): Int32Array {
  const members = new Int32Array(inviter.length);
  for (let member = inviter.length - 1; member >= 0; member -= 1) {
    const above = inviter[member] ?? NOBODY;
    if (above !== NOBODY) members[above] = (members[above] ?? 0) + (members[member] ?? 0) + 1;
  }
  return members;
}

function checkBound(own: BigInt64Array): void {
  let sum = 0n;
  for (let member = 0; member < own.length; member += 1) {
    const one = own[member] ?? 0n;
    // Both are within 2⁶², so that no sum wraps before it is looked at.
    assert(one <= performanceMost && one >= -performanceMost, 'performance fits its column');
    sum = BigInt.asIntN(64, sum + (one < 0n ? BigInt.asIntN(64, 0n - one) : one));
    assert(sum <= performanceMost, 'all performances together fit their column');
  }
}

/** V0, V1 … of each member: how many of the rising thresholds their small region reaches. Thresholds in units of performance. */
export function levelsOf(small: BigInt64Array, thresholds: readonly bigint[]): Uint8Array {
  assert(
    thresholds.every((one, at) => one > (thresholds[at - 1] ?? 0n)),
    'thresholds rise',
  );
  const levels = new Uint8Array(small.length);
  const [first] = thresholds;
  if (first === undefined) return levels;
  for (let member = 0; member < small.length; member += 1) {
    const one = small[member] ?? 0n;
    // Most have none.
    if (one >= first) levels[member] = thresholds.findLastIndex((threshold) => one >= threshold) + 1;
  }
  return levels;
}
