import type { Facts, Held } from './facts.ts';
import { smallRegions, whyNot } from './referral-day.ts';
import type { Look } from './referral-day.ts';
import { shareOut } from './share.ts';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const MILLIONTH = 10n ** 12n;

export type WeekPart = {
  readonly member: string;
  readonly kind: string;
  readonly amount: bigint;
  readonly reason: string | undefined;
};

type Weights = {
  readonly members: ReadonlyMap<string, bigint>;
  /** Wallets that are nobody's: they keep their weight, so that nobody gains by it, and are paid nothing. */
  readonly walletsOfNobody: readonly bigint[];
};
const none: Weights = { members: new Map(), walletsOfNobody: [] };

/** What each holder held within a week, multiplied by how long. */
function weighHeld(held: readonly Held[], from: number, to: number): Weights {
  const members = new Map<string, bigint>();
  const walletsOfNobody = new Map<string, bigint>();
  const holders = new Map<string, Held[]>();
  for (const one of held) holders.set(one.holder, [...(holders.get(one.holder) ?? []), one]);
  for (const rows of holders.values()) {
    rows.sort((a, b) => a.at - b.at);
    for (const [place, { holder, member, at, amount }] of rows.entries()) {
      const begin = Math.min(Math.max(at, from), to);
      const end = Math.min(Math.max(rows[place + 1]?.at ?? to, from), to);
      const weights = member === undefined ? walletsOfNobody : members;
      // A medal's holder is its number and the wallet.
      const name = member ?? holder.split(' ').at(-1) ?? holder;
      weights.set(name, (weights.get(name) ?? 0n) + amount * BigInt(end - begin));
    }
  }
  return { members, walletsOfNobody: [...walletsOfNobody.values()] };
}

/**
 * What each did in a week: what was used in it, and of liquidity the average of what was counted in this week less that of the week before.
 * Whole millionths, rounded down.
 */
export function usesOfWeek(
  { uses, countedBefore: { lastDay, changes } }: Pick<Facts, 'uses' | 'countedBefore'>,
  monday: number,
): { member: string; amount: bigint }[] {
  const from = monday * DAY_MS;
  /** A change holds from its moment on: how long within the week that begins then. */
  const within = (at: number, begin: number): number => Math.max(0, begin + WEEK_MS - Math.max(at, begin));
  const sums = new Map<string, bigint>();
  const add = (member: string, amount: bigint): unknown =>
    sums.set(member, (sums.get(member) ?? 0n) + amount);
  for (const { member, day, amount, liquidityAt: at } of uses) {
    if (at === undefined) {
      if (day >= monday && day < monday + 7) add(member, amount * BigInt(WEEK_MS));
      continue;
    }
    // Up to that day each is taken as of its beginning here, and how far it is from there below.
    const since = day <= lastDay ? day * DAY_MS : at;
    const ms = within(since, from) - within(since, from - WEEK_MS);
    if (ms !== 0) add(member, amount * BigInt(ms));
  }
  for (const { member, day, amountMs } of changes) {
    if (day >= monday && day < monday + 7) add(member, -amountMs);
    else if (day >= monday - 7 && day < monday) add(member, amountMs);
  }
  const unit = BigInt(WEEK_MS) * MILLIONTH;
  return [...sums].map(([member, sum]) => {
    const rest = ((sum % unit) + unit) % unit;
    return { member, amount: (sum - rest) / BigInt(WEEK_MS) };
  });
}

export type Week = {
  readonly pool: 'leadership' | 'contribution' | 'node';
  /** Its first day. */
  readonly monday: number;
  /** What the pool held. */
  readonly funded: bigint;
  /** Levels that its Sunday left. */
  readonly levels: ReadonlyMap<string, number>;
  readonly settledAt: number;
  readonly liquidityWhole: boolean;
};

/** Divides a weekly pool (rulebook §10): who is not qualified keeps their weight and is paid nothing. */
export function divideWeekOf(facts: Facts, week: Week): WeekPart[] {
  const { pool, monday, funded, levels, settledAt, liquidityWhole } = week;
  const sunday = monday + 6;
  const [from, to] = [monday * DAY_MS, (monday + 7) * DAY_MS];
  const uses = liquidityWhole
    ? facts.uses.filter(({ day }) => day >= monday && day <= sunday)
    : usesOfWeek(facts, monday);
  const small = smallRegions(facts, uses, settledAt);
  const isLeader = (id: string): boolean => (levels.get(id) ?? 0) >= facts.rules.leadershipLevel;
  const weights: Record<Week['pool'], () => Weights> = {
    leadership: () => ({ ...none, members: new Map([...small].filter(([id]) => isLeader(id))) }),
    contribution: () => weighHeld(facts.liquidity, from, to),
    node: () => weighHeld(facts.medals, from, to),
  };
  const { members, walletsOfNobody } = weights[pool]();
  const weighed = facts.members.flatMap((member) => {
    const weight = members.get(member.id) ?? 0n;
    return weight > 0n ? [{ member, weight }] : [];
  });
  const amounts = shareOut(funded, [...weighed.map(({ weight }) => weight), ...walletsOfNobody]);
  const look: Look = { day: sunday, usedBefore: sunday + 1, settledAt };
  return weighed.flatMap(({ member }, place): WeekPart[] => {
    const amount = amounts[place] ?? 0n;
    if (amount === 0n) return [];
    const why = whyNot(facts, member, look);
    // A dividend is a medal's: power and the country's switch are nothing to it.
    const reason = pool === 'node' && (why === 'power' || why === 'country') ? undefined : why;
    return [{ member: member.id, kind: pool === 'node' ? 'dividend' : pool, amount, reason }];
  });
}
