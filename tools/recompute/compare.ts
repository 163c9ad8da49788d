import type { Facts } from './facts.ts';
import { fundedOf } from './funding.ts';
import { equityBefore, listMiners } from './miners.ts';
import type { Refused, Spoken } from './miners.ts';
import { divideDay, levelsAfter } from './referral-day.ts';
import { divideWeekOf } from './week.ts';
import type { Week } from './week.ts';
import { divideYieldOf } from './yield-day.ts';

/** A reward as the settlement wrote it. */
export type WrittenReward = {
  readonly pool: string;
  /** First day of the period. */
  readonly day: number;
  readonly coin: string;
  /** Empty: of no single payer. */
  readonly payer: string;
  readonly kind: string;
  readonly member: string;
  readonly amount: bigint;
  readonly reason: string | undefined;
};

export type Settled = {
  readonly pool: 'referral' | 'yield' | Week['pool'];
  readonly day: number;
  /** How many days the period has. */
  readonly days: number;
  readonly settledAt: number;
  /** Settled by the rule of before 0295: in the week's performance liquidity counts whole, on the day of its change. */
  readonly liquidityWhole: boolean;
  /** What the pool held when it was decided, by coin. */
  readonly funded: ReadonlyMap<string, bigint>;
  /** The first row that this settlement, or the next one that wrote anything, wrote to the journal. */
  readonly row: bigint;
};

export type Comparison = {
  readonly periods: number;
  readonly rewards: number;
  readonly differences: readonly string[];
};

type Computed = Omit<WrittenReward, 'pool' | 'day'>;

const order = ['referral', 'yield', 'leadership', 'contribution', 'node'];

/** In the order in which they were settled: day by day, on each fees, yield, and after a Sunday the weekly pools. */
function ordered(settled: readonly Settled[]): Settled[] {
  const endOf = ({ day, days }: Settled): number => day + days - 1;
  return [...settled].sort((a, b) => endOf(a) - endOf(b) || order.indexOf(a.pool) - order.indexOf(b.pool));
}

/** Computes every settled period anew, one after the other, and says where what was divided or written is not what comes out. */
export function comparePeriods(
  facts: Facts,
  settled: readonly Settled[],
  written: readonly WrittenReward[],
): Comparison {
  const differences: string[] = [];
  const found = new Map(written.map((one) => [keyOf(one), one]));
  let levels: ReadonlyMap<string, number> = new Map();
  const spoken: Spoken[] = [];
  const refused = listRefused(written);
  let rewards = 0;
  for (const period of ordered(settled)) {
    const computed = compute(facts, period, levels, { spoken, refused });
    differences.push(...compareFunded(facts, period));
    if (period.pool === 'yield') spoken.push(...computed);
    if (period.pool === 'referral') levels = levelsAfter(facts, period.day, period.settledAt);
    for (const one of computed) {
      rewards += 1;
      const key = keyOf({ ...one, pool: period.pool, day: period.day });
      const other = found.get(key);
      found.delete(key);
      if (!other) differences.push(`${key}: ${one.amount} was not written`);
      else if (other.amount !== one.amount || other.reason !== one.reason)
        differences.push(`${key}: ${say(other)} was written, ${say(one)} comes out`);
    }
  }
  for (const [key, one] of found) differences.push(`${key}: ${say(one)} was written, nothing comes out`);
  return { periods: settled.length, rewards, differences };
}

/** Power comes of USDT; the part of the same fee says why its taker got none. */
function listRefused(written: readonly WrittenReward[]): Refused {
  return new Map(
    written.flatMap(({ pool, coin, kind, day, payer, member, reason }) =>
      pool === 'referral' && coin === 'USDT' && (kind === 'direct' || kind === 'indirect')
        ? [[`${day} ${payer} ${member}`, reason] as const]
        : [],
    ),
  );
}

/** The sums of a day's fees are those of its rewards; the other pools divide what they hold. */
function compareFunded(facts: Facts, { pool, day, days, funded, row }: Settled): string[] {
  if (pool === 'referral') return [];
  return [...funded].flatMap(([coin, sum]) => {
    const found = fundedOf(facts.funding, { pool, coin, day, days, row });
    return found === sum ? [] : [`${pool} ${day} ${coin}: ${sum} was divided, ${found} was there`];
  });
}

const say = ({ amount, reason }: Pick<Computed, 'amount' | 'reason'>): string =>
  reason === undefined ? `${amount}` : `${amount} (${reason})`;

const keyOf = ({ pool, day, coin, payer, kind, member }: Omit<WrittenReward, 'amount' | 'reason'>): string =>
  [pool, day, coin, ...(payer === '' ? [] : [`of ${payer}`]), kind, `to ${member}`].join(' ');

function compute(
  facts: Facts,
  { pool, day, settledAt, liquidityWhole, funded, row }: Settled,
  levels: ReadonlyMap<string, number>,
  before: { readonly spoken: readonly Spoken[]; readonly refused: Refused },
): Computed[] {
  if (pool === 'referral')
    return divideDay(facts, { day, levels, settledAt }).flatMap(({ member, ...part }) =>
      member === undefined ? [] : [{ ...part, member }],
    );
  if (pool === 'yield') {
    const { yieldPoolBps, yieldPowerBps, powerThreshold, powerInclusive } = facts.rules;
    const miners = listMiners(facts, day, settledAt, before);
    const equity = equityBefore(facts, row);
    return divideYieldOf({
      pool: funded.get('USDT') ?? 0n,
      miners,
      equity,
      poolBps: BigInt(yieldPoolBps),
      powerBps: BigInt(yieldPowerBps),
      powerThreshold,
      powerInclusive,
    }).map((one) => ({ ...one, coin: 'POY', payer: '', reason: undefined }));
  }
  return [...funded].flatMap(([coin, sum]) =>
    divideWeekOf(facts, { pool, monday: day, funded: sum, levels, settledAt, liquidityWhole }).map((one) => {
      return { ...one, coin, payer: '' };
    }),
  );
}
