import { findUnqualified, reasonCode } from '@openmere/core/reward/eligibility.ts';
import type { PowerNeeded } from '@openmere/core/reward/eligibility.ts';
import { buildTree, NOBODY, performanceDown } from '@openmere/core/reward/tree.ts';
import type { Tree } from '@openmere/core/reward/tree.ts';
import { listGenealogy } from '../member/genealogy-store.ts';
import type { Kin } from '../member/genealogy-store.ts';
import type { Ctx } from '../platform/context.ts';
import { readSettings } from '../setting/read.ts';
import type { PowerSource } from './power-source.ts';

/**
 * All members as the engine counts them: by number, in the order of registration. The last number is nobody's: it stands for
 * wallets that trade and are no member's; they have no upline.
 */
export type Community = {
  members: readonly Kin[];
  numberOf: ReadonlyMap<string, number>;
  stranger: number;
  tree: Tree;
  /** Levels of the last settlement. */
  levels: Uint8Array;
  /** Personal power of each, base units. */
  personal: readonly bigint[];
  needed: PowerNeeded;
  /** Countries where referral rewards are switched off. */
  offCountries: ReadonlySet<string>;
};

/** As it is at the end of a day: power counts that was there for the whole of it. */
export async function readCommunity(
  ctx: Pick<Ctx, 'tx'> & { power: Pick<PowerSource, 'listPersonalPower'> },
  { at }: { at: Date },
): Promise<Community> {
  const { tx, power } = ctx;
  const settings = await readSettings(tx);
  const { members, numberOf } = await listGenealogy(tx);
  const inviter = new Int32Array(members.length + 1).fill(NOBODY);
  const levels = new Uint8Array(members.length + 1);
  for (const [number, member] of members.entries()) {
    levels[number] = member.level;
    inviter[number] = member.inviter;
  }
  const personal = Array.from({ length: members.length }, () => 0n);
  for (const { memberId, left } of await power.listPersonalPower(tx, { at })) {
    const number = numberOf.get(memberId);
    if (number !== undefined) personal[number] = (personal[number] ?? 0n) + left;
  }
  return {
    members,
    numberOf,
    stranger: members.length,
    tree: buildTree(inviter),
    levels,
    personal,
    needed: { threshold: settings.mintingThreshold, inclusive: settings.mintingThresholdInclusive },
    offCountries: new Set(settings.rewardReferralOffCountries),
  };
}

/** What each did, in the engine's unit. What somebody did who is not activated counts once they are (core/src/team/README.md). */
export function listOwn(
  { members, numberOf }: Pick<Community, 'members' | 'numberOf'>,
  done: readonly { memberId: string; amount: bigint }[],
): BigInt64Array {
  const own = new BigInt64Array(members.length + 1);
  for (const { memberId, amount } of done) {
    const number = numberOf.get(memberId);
    if (number !== undefined && members[number]?.activated === true) own[number] = performanceDown(amount);
  }
  return own;
}

/** Why a member takes no part of fees, and how much power is missing; nothing where they do. */
export function whyUnqualified(community: Community, number: number) {
  const member = community.members[number];
  if (!member) return { reason: 'notactivated' as const };
  return findUnqualified(
    {
      activated: member.activated,
      barred: member.only_leaves,
      countryOff: community.offCountries.has(member.country ?? ''),
      personalPower: community.personal[number] ?? 0n,
    },
    community.needed,
  );
}

/** The same of all, as the engine's column of codes. */
export function listReasons(community: Community): Uint8Array {
  return Uint8Array.from(community.levels, (_, number) =>
    number === community.stranger ? 0 : reasonCode(whyUnqualified(community, number)?.reason),
  );
}
