import type { ReferralRule } from './referral-rule.ts';
import type { Part } from './referral.ts';

/**
 * The same rules written once more for readability, with objects and maps and without any trick: what the tests hold the engine
 * against. It walks every line to its end for every payer.
 */
export type Person = {
  readonly id: number;
  readonly inviter: Person | undefined;
  readonly directs: Person[];
  readonly own: bigint;
};

export function plantPersons(inviters: readonly number[], own: readonly bigint[]): Person[] {
  const persons: Person[] = [];
  for (const [id, inviterId] of inviters.entries()) {
    const inviter = persons[inviterId];
    const person: Person = { id, inviter, directs: [], own: own[id] ?? 0n };
    inviter?.directs.push(person);
    persons.push(person);
  }
  return persons;
}

export function teamOf(person: Person): bigint {
  return person.directs.reduce((sum, direct) => sum + legOf(direct), 0n);
}

export function legOf(person: Person): bigint {
  return person.own + teamOf(person);
}

export function smallRegionOf(person: Person): bigint {
  const legs = person.directs.map(legOf).sort((a, b) => (a < b ? 1 : -1));
  return legs.slice(1).reduce((sum, leg) => sum + leg, 0n);
}

function lineOf(person: Person): Person[] {
  return person.inviter === undefined ? [] : [person.inviter, ...lineOf(person.inviter)];
}

/** Who gets which part of a payer's sum, in basis points, before anything is rounded. */
function listClaims(payer: Person, levels: readonly number[], rule: ReferralRule) {
  const levelOf = (person: Person) => levels[person.id] ?? 0;
  const [inviter, secondInviter, ...further] = lineOf(payer);
  const line = [inviter, secondInviter, ...further].filter((one) => one !== undefined);
  const claims: { kind: Part['kind']; taker: number; rateBps: number; alreadyPaidBps: number }[] = [];
  const claim = (kind: Part['kind'], taker: Person, rateBps: number, alreadyPaidBps = 0) =>
    claims.push({ kind, taker: taker.id, rateBps, alreadyPaidBps });
  if (inviter) claim('direct', inviter, rule.directBps);
  if (secondInviter) claim('indirect', secondInviter, rule.indirectBps);
  let paid = 0;
  let lastPaid: Person | undefined;
  for (const upline of line) {
    const rate = rule.teamBps[levelOf(upline) - 1] ?? 0;
    if (rate <= paid) continue;
    claim('team', upline, rate, paid);
    paid = rate;
    lastPaid = upline;
  }
  const peers = lastPaid === undefined ? [] : lineOf(lastPaid);
  const peer = peers.find((upline) => lastPaid !== undefined && levelOf(upline) === levelOf(lastPaid));
  if (peer) claim('management', peer, rule.managementBps);
  for (const kind of ['leadership', 'contribution'] as const)
    claims.push({ kind, taker: -1, rateBps: rule[`${kind}Bps`], alreadyPaidBps: 0 });
  const given = claims.reduce((sum, one) => sum + one.rateBps - one.alreadyPaidBps, 0);
  claims.push({ kind: 'rest', taker: -1, rateBps: 10_000 - given, alreadyPaidBps: 0 });
  return claims;
}

export function dividePlainly(
  payer: Person,
  amount: bigint,
  levels: readonly number[],
  rule: ReferralRule,
): Omit<Part, 'reason'>[] {
  const claims = listClaims(payer, levels, rule);
  const exact = claims.map((claim) => amount * BigInt(claim.rateBps - claim.alreadyPaidBps));
  const parts = claims.map((claim, at) => ({
    payer: payer.id,
    ...claim,
    amount: (exact[at] ?? 0n) / 10_000n,
    remainder: Number((exact[at] ?? 0n) % 10_000n),
  }));
  let left = amount - parts.reduce((sum, part) => sum + part.amount, 0n);
  for (const part of parts.toSorted((a, b) => b.remainder - a.remainder)) {
    if (left === 0n) break;
    part.amount += 1n;
    left -= 1n;
  }
  return parts.filter((part) => part.amount > 0n).map(({ remainder: _, ...part }) => part);
}
