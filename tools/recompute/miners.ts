import type { Facts } from './facts.ts';
import { lineOf, powerOf } from './referral-day.ts';
import type { Miner } from './yield-day.ts';

const DAY_MS = 86_400_000;

/** A yield of dynamic or bonus power that was computed for an earlier day: it is spoken for, claimed or not. */
export type Spoken = { readonly member: string; readonly kind: string; readonly amount: bigint };

/** Dynamic power that was granted at the end of a day, for each USDT of a direct's and an indirect's community fee. */
function dynamicOf(facts: Facts, member: string, through: number): bigint {
  const members = new Map(facts.members.map((one) => [one.id, one]));
  const sums = new Map<string, bigint>();
  for (const { day, payer, coin, community } of facts.fees) {
    if (day > through || coin !== 'USDT' || !members.has(payer)) continue;
    // Rounded by payer and day.
    const key = `${day} ${payer}`;
    sums.set(key, (sums.get(key) ?? 0n) + community);
  }
  let power = 0n;
  for (const [key, sum] of sums) {
    const [inviter, second] = lineOf(members, key.slice(key.indexOf(' ') + 1));
    if (inviter?.id === member && inviter.activatedAt !== undefined)
      power += (sum * facts.rules.dynamicDirectBps) / 10_000n;
    if (second?.id === member && second.activatedAt !== undefined)
      power += (sum * facts.rules.dynamicIndirectBps) / 10_000n;
  }
  return power;
}

/** Whose power takes part in a day's yield, and with how much. */
export function listMiners(facts: Facts, day: number, settledAt: number, spoken: readonly Spoken[]): Miner[] {
  const given = (member: string, kind: string): bigint =>
    spoken.reduce((sum, one) => (one.member === member && one.kind === kind ? sum + one.amount : sum), 0n);
  return facts.members.flatMap((member): Miner[] => {
    const { id, person, activatedAt, exitOnly } = member;
    if (activatedAt === undefined || activatedAt > settledAt || exitOnly) return [];
    const bonus = facts.bonus.reduce((sum, lot) => {
      return lot.member === id && lot.at <= day * DAY_MS ? sum + lot.power : sum;
    }, 0n);
    return [
      {
        member: id,
        person,
        personal: powerOf(facts, id, day, day),
        dynamic: dynamicOf(facts, id, day - 1) - given(id, 'dynamic'),
        bonus: bonus - given(id, 'bonus'),
      },
    ];
  });
}

/** EQUITY of each person before a row of the journal. */
export function equityBefore(facts: Facts, row: bigint): Map<string, bigint> {
  const equity = new Map<string, bigint>();
  for (const { row: at, person, change } of facts.equity)
    if (at < row) equity.set(person, (equity.get(person) ?? 0n) + change);
  return equity;
}
