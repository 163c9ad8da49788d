import { divideDay, levelsAfter } from './referral-day.ts';
import type { Facts, Recomputed } from './facts.ts';

/** A reward as the settlement wrote it, of one payer and day. */
export type WrittenReward = {
  readonly day: number;
  readonly coin: string;
  readonly payer: string;
  readonly kind: string;
  readonly member: string;
  readonly amount: bigint;
  readonly reason: string | undefined;
};

export type SettledDay = { readonly day: number; readonly settledAt: number };

export type Comparison = {
  readonly days: number;
  readonly rewards: number;
  readonly differences: readonly string[];
};

const keyOf = ({ day, coin, payer, kind, member }: Omit<Recomputed, 'amount' | 'reason'>): string =>
  [day, coin, payer === '' ? 'a wallet of nobody' : payer, kind, member ?? 'pool'].join(' ');

/** Computes every settled day anew, one after the other, and says where what was written is not what comes out. */
export function compareDays(
  facts: Facts,
  settled: readonly SettledDay[],
  written: readonly WrittenReward[],
): Comparison {
  const differences: string[] = [];
  let levels: ReadonlyMap<string, number> = new Map();
  let rewards = 0;
  const found = new Map(written.map((one) => [keyOf(one), one]));
  for (const { day, settledAt } of [...settled].sort((a, b) => a.day - b.day)) {
    for (const part of divideDay(facts, { day, levels, settledAt })) {
      if (part.member === undefined) continue;
      rewards += 1;
      const key = keyOf(part);
      const other = found.get(key);
      found.delete(key);
      if (!other) differences.push(`${key}: ${part.amount} was not written`);
      else if (other.amount !== part.amount || other.reason !== part.reason)
        differences.push(
          `${key}: ${other.amount} ${other.reason ?? ''} was written, ${part.amount} ${part.reason ?? ''} comes out`,
        );
    }
    levels = levelsAfter(facts, day);
  }
  for (const [key, { amount }] of found) differences.push(`${key}: ${amount} was written, nothing comes out`);
  return { days: settled.length, rewards, differences };
}
