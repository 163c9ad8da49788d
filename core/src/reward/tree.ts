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

/**
 * Members of one block: what is kept of so many fits into a processor's cache. Passing every leg straight to an inviter who stands
 * anywhere made five million members wait for memory twice as long as this.
 */
const BLOCK_BITS = 16;
const BLOCK = 1 << BLOCK_BITS;

/**
 * Sums every team in one pass, from the last member to the first. `own` is each member's own performance, in its unit. Legs
 * whose inviter stands in an earlier block wait there in a row until its turn comes; but for the first block, where many of them go.
 */
export function sumTeams({ inviter }: Tree, own: BigInt64Array): Teams {
  const count = inviter.length;
  assert(own.length === count, 'one own performance for each member');
  checkBound(own);
  const team = new BigInt64Array(count);
  const largestLeg = new BigInt64Array(count);
  const small = new BigInt64Array(count);
  /** 1: a leg was met. Where all are below zero, the largest is. */
  const hasLeg = new Uint8Array(count);
  const legs = { team, largestLeg, hasLeg };
  const firstRows = countWaiting(inviter);
  const nextRows = firstRows.slice();
  const waiting = {
    inviter: new Int32Array(firstRows.at(-1) ?? 0),
    leg: new BigInt64Array(firstRows.at(-1) ?? 0),
  };
  for (let block = firstRows.length - 2; block >= 0; block -= 1) {
    const end = firstRows[block + 1] ?? 0;
    for (let row = firstRows[block] ?? 0; row < end; row += 1)
      addLeg(legs, waiting.inviter[row] ?? 0, waiting.leg[row] ?? 0n);
    const first = block << BLOCK_BITS;
    for (let member = Math.min(count, first + BLOCK) - 1; member >= first; member -= 1) {
      const ofTeam = team[member] ?? 0n;
      small[member] = BigInt.asIntN(64, ofTeam - (largestLeg[member] ?? 0n));
      const above = inviter[member] ?? NOBODY;
      if (above === NOBODY) continue;
      const leg = BigInt.asIntN(64, ofTeam + (own[member] ?? 0n));
      if (above >= first || above < BLOCK) {
        addLeg(legs, above, leg);
        continue;
      }
      const row = nextRows[above >> BLOCK_BITS] ?? 0;
      nextRows[above >> BLOCK_BITS] = row + 1;
      waiting.inviter[row] = above;
      waiting.leg[row] = leg;
    }
  }
  return { team, largestLeg, small };
}

type Legs = Pick<Teams, 'team' | 'largestLeg'> & { readonly hasLeg: Uint8Array };

function addLeg({ team, largestLeg, hasLeg }: Legs, above: number, leg: bigint): void {
  team[above] = BigInt.asIntN(64, (team[above] ?? 0n) + leg);
  if (hasLeg[above] === 1 && leg <= (largestLeg[above] ?? 0n)) return;
  largestLeg[above] = leg;
  hasLeg[above] = 1;
}

/** Where the rows of each block begin that wait for it, and, last, where all end. */
function countWaiting(inviter: Int32Array): Int32Array {
  const firstRows = new Int32Array(Math.ceil(inviter.length / BLOCK) + 1);
  for (let member = 0; member < inviter.length; member += 1) {
    const above = inviter[member] ?? NOBODY;
    if (above < BLOCK || above >> BLOCK_BITS === member >> BLOCK_BITS) continue;
    const next = (above >> BLOCK_BITS) + 1;
    firstRows[next] = (firstRows[next] ?? 0) + 1;
  }
  for (let block = 1; block < firstRows.length; block += 1)
    firstRows[block] = (firstRows[block] ?? 0) + (firstRows[block - 1] ?? 0);
  return firstRows;
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
