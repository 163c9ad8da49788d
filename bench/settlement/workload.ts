import { newAmounts, setAmount } from '@openmere/core/reward/amount-column.ts';
import type { Fees } from '@openmere/core/reward/referral.ts';

export const shapes = ['random', 'star', 'chain'] as const;
export type Shape = (typeof shapes)[number];

/** Members in the order of activation; each has done something, and each pays a fee on the day that is settled. */
export type Community = {
  readonly inviter: Int32Array;
  /** Own performance in millionths of a USDT: from nothing to 2,000 USDT. */
  readonly own: BigInt64Array;
  readonly fees: Fees;
};

/** Numbers from 0 to 1 by a fixed rule: every run has the same community. */
function openDraw(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export function makeCommunity(shape: Shape, count: number): Community {
  const draw = openDraw(count);
  const inviterOf = (member: number): number => {
    if (member === 0 || shape === 'chain') return member - 1;
    return shape === 'star' ? 0 : Math.floor(draw() * member);
  };
  const fees = { payer: Int32Array.from({ length: count }, (_, at) => at), amount: newAmounts(count) };
  const own = new BigInt64Array(count);
  const inviter = new Int32Array(count);
  for (let member = 0; member < count; member += 1) {
    inviter[member] = inviterOf(member);
    own[member] = BigInt(Math.floor(draw() * 2e9));
    // Up to about 11 USDT of fees, with units that do not divide.
    setAmount(fees.amount, member, BigInt(Math.floor(draw() * 2 ** 50)) * 10_007n + 1n);
  }
  return { inviter, own, fees };
}

/** The rulebook's thresholds in millionths of a USDT, and rates. */
export const thresholds = [10_000, 50_000, 200_000, 1_000_000, 5_000_000, 20_000_000].map(
  (usdt) => BigInt(usdt) * 1_000_000n,
);
export const rule = {
  directBps: 3_000,
  indirectBps: 1_000,
  teamBps: [1_000, 1_600, 2_200, 2_800, 3_400, 4_000],
  managementBps: 1_000,
  leadershipBps: 500,
  contributionBps: 500,
};

/** What every contender finds, and all must agree on. Differential sums in 10⁻⁴ of a base unit. */
export type Found = {
  readonly team: (member: number) => bigint;
  readonly largestLeg: (member: number) => bigint;
  readonly small: (member: number) => bigint;
  readonly level: (member: number) => number;
  readonly differential: (member: number) => bigint;
};

/** The first member on which two contenders differ; undefined when there is none. */
export function findDifference(count: number, one: Found, other: Found): string | undefined {
  for (let member = 0; member < count; member += 1)
    for (const what of ['team', 'largestLeg', 'small', 'level', 'differential'] as const)
      if (one[what](member) !== other[what](member))
        return `member ${member}: ${what} ${one[what](member)} or ${other[what](member)}`;
  return undefined;
}
