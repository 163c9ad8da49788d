import { shareDown } from '../money/ratio.ts';
import type { RewardPool } from './kinds.ts';

/** What the pools hold in USDT now, and what yield draws on. Base units. */
export type ProjectionStart = {
  readonly balances: ReadonlyMap<RewardPool, bigint>;
  /** Power whose mining is active, and the EQUITY of its holders: each unit of yield uses up one of both. */
  readonly power: bigint;
  readonly equity: bigint;
  /** What members can claim or redeem already; it lies in `rewards-due` and `poy`. */
  readonly owed: bigint;
  /** Days until Monday 00:00 UTC, when the weekly pools pay: 1 to 7. */
  readonly daysToMonday: number;
};

export type ProjectionRule = { readonly poolBps: number; readonly powerBps: number };

export type ProjectionDay = {
  readonly day: number;
  readonly balances: ReadonlyMap<RewardPool, bigint>;
  /** Paid out of the pools to members since the start, whether they have taken it or not. */
  readonly paid: bigint;
  /** What members could take at that moment, if nobody takes anything meanwhile; and what lies set aside for it. */
  readonly owed: bigint;
  readonly setAside: bigint;
};

const weekly: readonly RewardPool[] = ['node', 'leadership', 'contribution'];

/**
 * What becomes of the pools when nobody new joins, deposits or pays a fee any more (rulebook §0.6). Referral is divided once, the
 * weekly pools pay all that they hold on the next Monday, yield goes on at its rate of what is left, as far as power and EQUITY
 * reach. All power is taken as one holder’s, whose EQUITY covers it as far as there is any: nobody is left out, so yield is never
 * drawn faster than this. @returns the days asked for, each after its settlement; day 0 is the start.
 */
export function projectPools(
  start: ProjectionStart,
  rule: ProjectionRule,
  days: readonly number[],
): ProjectionDay[] {
  const balances = new Map(start.balances);
  const take = (pool: RewardPool): bigint => {
    const held = balances.get(pool) ?? 0n;
    balances.set(pool, 0n);
    return held;
  };
  const add = (pool: RewardPool, amount: bigint): void => {
    balances.set(pool, (balances.get(pool) ?? 0n) + amount);
  };
  let { power, equity, owed } = start;
  let paid = 0n;
  const pay = (to: RewardPool, amount: bigint): void => {
    add(to, amount);
    owed += amount;
    paid += amount;
  };
  const found = new Map<number, ProjectionDay>();
  const last = Math.max(0, ...days);
  for (let day = 0; day <= last; day += 1) {
    if (day === 1) pay('rewards-due', take('referral'));
    if (day > 0) {
      const drawn = yieldDown({ pool: balances.get('yield') ?? 0n, power, equity }, rule);
      add('yield', -drawn);
      pay('poy', drawn);
      power -= drawn;
      equity -= drawn;
    }
    if (day === start.daysToMonday) for (const pool of weekly) pay('rewards-due', take(pool));
    if (days.includes(day)) {
      const setAside = (balances.get('rewards-due') ?? 0n) + (balances.get('poy') ?? 0n);
      found.set(day, { day, balances: new Map(balances), paid, owed, setAside });
    }
  }
  return days.flatMap((day) => found.get(day) ?? []);
}

/** One day’s yield of all power together: the smaller of both parts, and no more than there is power and EQUITY. */
function yieldDown(
  { pool, power, equity }: { pool: bigint; power: bigint; equity: bigint },
  { poolBps, powerBps }: ProjectionRule,
): bigint {
  const ofPool = shareDown(pool, BigInt(poolBps), 10_000n);
  const ofPower = shareDown(power, BigInt(powerBps), 10_000n);
  return [ofPower, power, equity].reduce((least, one) => (one < least ? one : least), ofPool);
}
