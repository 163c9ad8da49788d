import type { Facts, MemberFact } from './facts.ts';
import { lineOf, powerOf } from './referral-day.ts';
import type { Miner } from './yield-day.ts';

const DAY_MS = 86_400_000;

/** A yield of dynamic or bonus power that was computed for an earlier day: it is spoken for, claimed or not. */
export type Spoken = { readonly member: string; readonly kind: string; readonly amount: bigint };

/** Why the direct or the indirect of a payer was paid nothing for a day's fees, as it was written then, by day, payer and member. */
export type Refused = ReadonlyMap<string, string | undefined>;

/**
 * Who was barred, or of a country without referral rewards, got no power for that day, and keeps what came before. Where there was no part
 * to write a reason to, it is as it stands now.
 */
function isGranted(
  { id, activatedAt, exitOnly, countryOff }: MemberFact,
  dayAndPayer: string,
  refused: Refused,
) {
  if (activatedAt === undefined) return false;
  const key = `${dayAndPayer} ${id}`;
  if (!refused.has(key)) return !exitOnly && !countryOff;
  const reason = refused.get(key);
  return reason === undefined || reason === 'power';
}

/** What was decided before. */
type Before = { readonly spoken: readonly Spoken[]; readonly refused: Refused };

/** Dynamic power that was granted at the end of a day, for each USDT of a direct's and an indirect's community fee. */
function dynamicOf(facts: Facts, member: string, through: number, refused: Refused): bigint {
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
    if (inviter?.id === member && isGranted(inviter, key, refused))
      power += (sum * facts.rules.dynamicDirectBps) / 10_000n;
    if (second?.id === member && isGranted(second, key, refused))
      power += (sum * facts.rules.dynamicIndirectBps) / 10_000n;
  }
  return power;
}

/** Whose power takes part in a day's yield, and with how much. */
export function listMiners(
  facts: Facts,
  day: number,
  settledAt: number,
  { spoken, refused }: Before,
): Miner[] {
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
        dynamic: dynamicOf(facts, id, day - 1, refused) - given(id, 'dynamic'),
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
