import { amountAt } from '@openmere/core/reward/amount-column.ts';
import { rule, thresholds } from './workload.ts';
import type { Community, Found } from './workload.ts';

type Member = {
  inviter: number;
  own: number;
  fee: bigint;
  team: number;
  legs: Map<number, number>;
  level: number;
  differential: bigint;
};

/** Millionths of a USDT as a number: below 9 × 10⁹ USDT in all, which is what this contender can. */
const limits = thresholds.map(Number);

/**
 * The reference: the same, as one writes it down first. A Map of objects; for every member the line is walked up to its end, once with what
 * they did and once with what they paid. On a chain that is quadratic.
 */
export function settleMap({ inviter, own, fees }: Community): Found {
  const members = new Map<number, Member>();
  for (let id = 0; id < inviter.length; id += 1)
    members.set(id, {
      inviter: inviter[id] ?? -1,
      own: Number(own[id] ?? 0n),
      fee: amountAt(fees.amount, id),
      team: 0,
      legs: new Map(),
      level: 0,
      differential: 0n,
    });
  for (const [id, { own: ownSum }] of members) {
    let leg = id;
    for (
      let above = members.get(members.get(leg)?.inviter ?? -1);
      above;
      above = members.get(above.inviter)
    ) {
      above.team += ownSum;
      above.legs.set(leg, (above.legs.get(leg) ?? 0) + ownSum);
      leg = members.get(leg)?.inviter ?? -1;
    }
  }
  for (const member of members.values()) {
    const small = member.team - largest(member);
    member.level = limits.filter((limit) => small >= limit).length;
  }
  for (const payer of members.values()) {
    let paid = 0;
    for (let above = members.get(payer.inviter); above; above = members.get(above.inviter)) {
      const rate = rule.teamBps[above.level - 1] ?? 0;
      if (rate <= paid) continue;
      above.differential += payer.fee * BigInt(rate - paid);
      paid = rate;
    }
  }
  const of = (id: number): Member => members.get(id) as Member;
  return {
    team: (id) => BigInt(of(id).team),
    largestLeg: (id) => BigInt(largest(of(id))),
    small: (id) => BigInt(of(id).team - largest(of(id))),
    level: (id) => of(id).level,
    differential: (id) => of(id).differential,
  };
}

function largest({ legs }: Member): number {
  let most = 0;
  for (const leg of legs.values()) if (leg > most) most = leg;
  return most;
}
