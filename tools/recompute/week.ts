import type { Facts, Held } from './facts.ts';
import { smallRegions, whyNot } from './referral-day.ts';
import type { Look } from './referral-day.ts';
import { shareOut } from './share.ts';

const DAY_MS = 86_400_000;

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

export type Week = {
  readonly pool: 'leadership' | 'contribution' | 'node';
  /** Its first day. */
  readonly monday: number;
  /** What the pool held. */
  readonly funded: bigint;
  /** Levels that its Sunday left. */
  readonly levels: ReadonlyMap<string, number>;
  readonly settledAt: number;
};

/** Divides a weekly pool (rulebook §10): who is not qualified keeps their weight and is paid nothing. */
export function divideWeekOf(facts: Facts, { pool, monday, funded, levels, settledAt }: Week): WeekPart[] {
  const sunday = monday + 6;
  const [from, to] = [monday * DAY_MS, (monday + 7) * DAY_MS];
  const small = smallRegions(facts, { from: monday, to: sunday, settledAt });
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
