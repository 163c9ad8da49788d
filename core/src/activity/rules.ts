import { BPS_PER_WHOLE, shareDown } from '../money/ratio.ts';

/** From which amount on (base units) which part of it is given, in basis points; rising. */
export type DepositTier = { readonly from: bigint; readonly bps: number };
export type DepositRule = { readonly tiers: readonly DepositTier[]; readonly most: bigint };

export const activityStates = ['none', 'notstarted', 'inprogress', 'ended'] as const;
export type ActivityState = (typeof activityStates)[number];

/** By the business clock, in ms; `none`: nothing is planned. It begins with its first moment and is over with its last. */
export function activityState(
  span: { starts: number; ends: number } | undefined,
  now: number,
): ActivityState {
  if (!span || span.ends <= span.starts) return 'none';
  if (now < span.starts) return 'notstarted';
  return now < span.ends ? 'inprogress' : 'ended';
}

/** Which tier an amount reaches; undefined below the lowest. */
export function tierOf(amount: bigint, tiers: readonly DepositTier[]): DepositTier | undefined {
  return tiers.findLast(({ from }) => amount >= from);
}

/** Bonus power for a first deposit of which `kept` stayed, in base units, rounded down; 0 below the lowest tier. */
export function depositBonusDown(kept: bigint, { tiers, most }: DepositRule): bigint {
  const tier = tierOf(kept, tiers);
  if (!tier) return 0n;
  return shareDown(kept < most ? kept : most, BigInt(tier.bps), BPS_PER_WHOLE);
}

/** Why a bonus is not given. */
export const bonusRefusals = ['exitonly', 'country', 'family', 'device', 'payer', 'full', 'notkept'] as const;
export type BonusRefusal = (typeof bonusRefusals)[number];

/** What is known of whoever asks for a bonus of one kind. */
export type TakerFacts = {
  /** The account may only leave. */
  exitOnly: boolean;
  /** Their country gets no bonuses. */
  countryOff: boolean;
  /** Another account of the same person has it. */
  family: boolean;
  /** Somebody who logged in from the same browser has it. */
  device: boolean;
  /** Somebody whose deposits come from the same address has it. */
  payer: boolean;
  /** All places are taken. */
  full: boolean;
};

/** The first reason against it, in the published order; undefined when it is given. */
export function refusalOf(facts: TakerFacts): BonusRefusal | undefined {
  if (facts.exitOnly) return 'exitonly';
  if (facts.countryOff) return 'country';
  if (facts.family) return 'family';
  if (facts.device) return 'device';
  if (facts.payer) return 'payer';
  return facts.full ? 'full' : undefined;
}
