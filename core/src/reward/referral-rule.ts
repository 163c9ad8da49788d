/** How the referral part of a payer's fees is divided (rulebook §10), in basis points of it. */
export type ReferralRule = {
  readonly directBps: number;
  readonly indirectBps: number;
  /** The rate of V1, V2 …; each gets theirs less the highest one below. The last is all that can go to the team. */
  readonly teamBps: readonly number[];
  readonly managementBps: number;
  readonly leadershipBps: number;
  readonly contributionBps: number;
};

/** The rulebook's rule in the form of its settings: parts in percent, and the rates of the levels in basis points. */
export function referralRuleOf(
  parts: readonly { readonly of: string; readonly percent: number }[],
  teamBps: readonly number[],
): ReferralRule {
  const bpsOf = (name: string) => (parts.find(({ of }) => of === name)?.percent ?? 0) * 100;
  return {
    directBps: bpsOf('direct'),
    indirectBps: bpsOf('indirect'),
    teamBps,
    managementBps: bpsOf('management'),
    leadershipBps: bpsOf('leadership'),
    contributionBps: bpsOf('contribution'),
  };
}

function promisedBps(rule: ReferralRule): number {
  const { directBps, indirectBps, managementBps, leadershipBps, contributionBps } = rule;
  // No level is paid before one below it, so the team gets the last rate at most.
  const teamBps = Math.max(0, ...rule.teamBps);
  return directBps + indirectBps + teamBps + managementBps + leadershipBps + contributionBps;
}

/** What nobody has a claim to, whoever there is: it goes to the market-value pool. */
export function computeOpenBps(rule: ReferralRule): number {
  return 10_000 - promisedBps(rule);
}

/** What the rule promises at most beyond what comes in, in basis points of it; 0: every part is funded (threats R22). */
export function computeShortfall(rule: ReferralRule): number {
  return Math.max(0, -computeOpenBps(rule));
}

/** A rule that can be divided by: funded, and with rates of the levels that do not fall. */
export function isFunded(rule: ReferralRule): boolean {
  const isRising = rule.teamBps.every((rate, at) => rate >= (rule.teamBps[at - 1] ?? 0));
  return isRising && computeShortfall(rule) === 0;
}
