import type { Facts, MemberFact, Recomputed, Rules, UseFact } from './facts.ts';

const DAY_MS = 86_400_000;

/** The inviter, the inviter's inviter, and so on. */
export function lineOf(members: ReadonlyMap<string, MemberFact>, id: string): MemberFact[] {
  const line: MemberFact[] = [];
  for (let above = members.get(id)?.inviter; above !== undefined; above = members.get(above)?.inviter) {
    const member = members.get(above);
    if (!member) break;
    line.push(member);
  }
  return line;
}

const isActivated = ({ activatedAt }: MemberFact, settledAt: number): boolean =>
  activatedAt !== undefined && activatedAt <= settledAt;

/** The small region of everybody by these uses: of those who were activated when it was settled. */
export function smallRegions(
  facts: Facts,
  uses: readonly Pick<UseFact, 'member' | 'amount'>[],
  settledAt: number,
): Map<string, bigint> {
  const members = new Map(facts.members.map((member) => [member.id, member]));
  const legs = new Map<string, Map<string, bigint>>(facts.members.map(({ id }) => [id, new Map()]));
  // A direct who did nothing is a leg of nothing: beside one that is below zero it is the larger.
  for (const { id, inviter } of facts.members) if (inviter !== undefined) legs.get(inviter)?.set(id, 0n);
  for (const use of uses) {
    const member = members.get(use.member);
    if (!member || !isActivated(member, settledAt)) continue;
    let leg = use.member;
    for (const above of lineOf(members, use.member)) {
      legs.get(above.id)?.set(leg, (legs.get(above.id)?.get(leg) ?? 0n) + use.amount);
      leg = above.id;
    }
  }
  return new Map(
    [...legs].map(([id, sums]) => {
      const ordered = [...sums.values()].sort((a, b) => (a < b ? 1 : -1));
      return [id, ordered.slice(1).reduce((sum, one) => sum + one, 0n)];
    }),
  );
}

/** V0 … V6 of everybody by all that was done up to and including a day. */
export function levelsAfter(facts: Facts, day: number, settledAt: number): Map<string, number> {
  const small = smallRegions(
    facts,
    facts.uses.filter((use) => use.day <= day),
    settledAt,
  );
  return new Map(
    [...small].map(([id, sum]) => [
      id,
      facts.rules.thresholds.filter((threshold) => sum >= threshold).length,
    ]),
  );
}

/** Personal power that was there for the whole of a day, less what the yields of the days before `usedBefore` used up. */
export function powerOf(facts: Facts, member: string, day: number, usedBefore: number): bigint {
  const granted = facts.lots
    .filter((lot) => lot.member === member && lot.at <= day * DAY_MS)
    .reduce((sum, { power }) => sum + power, 0n);
  const used = facts.used
    .filter((one) => one.member === member && one.day < usedBefore)
    .reduce((sum, { power }) => sum + power, 0n);
  return granted - used;
}

/** When it is looked at whether somebody is paid: of which day's end, after the yields of which days, and when it was settled. */
export type Look = { readonly day: number; readonly usedBefore: number; readonly settledAt: number };

/** Why somebody is paid nothing; undefined when they are. */
export function whyNot(
  facts: Facts,
  member: MemberFact,
  { day, usedBefore, settledAt }: Look,
): string | undefined {
  if (!isActivated(member, settledAt)) return 'notactivated';
  if (member.exitOnly) return 'barred';
  if (member.countryOff) return 'country';
  const power = powerOf(facts, member.id, day, usedBefore);
  const { powerThreshold, powerInclusive } = facts.rules;
  const enough = powerInclusive ? power >= powerThreshold : power > powerThreshold;
  return enough ? undefined : 'power';
}

type Claim = { kind: string; member: MemberFact | undefined; bps: bigint };

/** Who has a claim to how many basis points of a payer's sum, in the order of the rulebook's table; the rest at the end. */
function listClaims(line: readonly MemberFact[], levels: ReadonlyMap<string, number>, rules: Rules): Claim[] {
  const claims: Claim[] = [];
  const claim = (kind: string, member: MemberFact | undefined, bps: number): void => {
    claims.push({ kind, member, bps: BigInt(bps) });
  };
  const [inviter, second] = line;
  if (inviter) claim('direct', inviter, rules.parts.direct * 100);
  if (second) claim('indirect', second, rules.parts.indirect * 100);
  let highest = 0;
  let last: number | undefined;
  for (const [place, upline] of line.entries()) {
    const rate = rules.teamRates[(levels.get(upline.id) ?? 0) - 1] ?? 0;
    if (rate <= highest) continue;
    claim('team', upline, rate - highest);
    highest = rate;
    last = place;
  }
  if (last !== undefined) {
    const level = levels.get(line[last]?.id ?? '');
    const peer = line.slice(last + 1).find(({ id }) => levels.get(id) === level);
    if (peer) claim('management', peer, rules.parts.management * 100);
  }
  claim('leadership', undefined, rules.parts.leadership * 100);
  claim('contribution', undefined, rules.parts.contribution * 100);
  const given = claims.reduce((sum, { bps }) => sum + bps, 0n);
  claims.push({ kind: 'rest', member: undefined, bps: 10_000n - given });
  return claims;
}

/** Largest remainder: each rounded down, the units that are left one by one to where most was cut off, the earlier one first. */
function cut(sum: bigint, rates: readonly bigint[]): bigint[] {
  const amounts = rates.map((rate) => (sum * rate) / 10_000n);
  const given = amounts.reduce((total, amount) => total + amount, 0n);
  const places = rates.map((rate, place) => ({ place, cutOff: (sum * rate) % 10_000n }));
  places.sort((a, b) => Number(b.cutOff - a.cutOff) || a.place - b.place);
  for (const { place } of places.slice(0, Number(sum - given))) amounts[place] = (amounts[place] ?? 0n) + 1n;
  return amounts;
}

/** Divides the referral parts of a day, by the levels that the settlement of the day before left. */
export function divideDay(
  facts: Facts,
  { day, levels, settledAt }: { day: number; levels: ReadonlyMap<string, number>; settledAt: number },
): Recomputed[] {
  const members = new Map(facts.members.map((member) => [member.id, member]));
  const sums = new Map<string, { coin: string; payer: string; sum: bigint }>();
  for (const fee of facts.fees) {
    if (fee.day !== day) continue;
    const key = `${fee.coin} ${members.has(fee.payer) ? fee.payer : ''}`;
    const before = sums.get(key)?.sum ?? 0n;
    // Wallets of nobody have no line: they are one payer.
    const payer = members.has(fee.payer) ? fee.payer : '';
    sums.set(key, { coin: fee.coin, payer, sum: before + fee.part });
  }
  return [...sums.values()].flatMap(({ coin, payer, sum }) => {
    const claims = listClaims(lineOf(members, payer), levels, facts.rules);
    const amounts = cut(
      sum,
      claims.map(({ bps }) => bps),
    );
    return claims.flatMap(({ kind, member }, place) => {
      const amount = amounts[place] ?? 0n;
      if (amount === 0n) return [];
      const reason = member && whyNot(facts, member, { day, usedBefore: day, settledAt });
      return [{ day, coin, payer, kind, member: member?.id, amount, reason }];
    });
  });
}
