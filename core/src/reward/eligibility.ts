/** Why somebody who would have got a part did not, in the order in which it is looked at (rulebook §10). */
export const unqualifiedReasons = ['notactivated', 'barred', 'country', 'power'] as const;
export type UnqualifiedReason = (typeof unqualifiedReasons)[number];

/** What is known of a taker at the beginning of the day on which the fees were paid: before all of them. */
export type Taker = {
  readonly activated: boolean;
  /** Barred, or may only exit. */
  readonly barred: boolean;
  /** Their country has referral rewards switched off. */
  readonly countryOff: boolean;
  /** Personal hash power, base units. */
  readonly personalPower: bigint;
};

/** How much personal power it takes; `inclusive`: exactly that much is enough (both readings are configurable). */
export type PowerNeeded = { readonly threshold: bigint; readonly inclusive: boolean };

export function hasPower(personalPower: bigint, { threshold, inclusive }: PowerNeeded): boolean {
  return inclusive ? personalPower >= threshold : personalPower > threshold;
}

/** Nothing, when the taker may be paid; else the first condition that is missing, and of power how much. */
export function findUnqualified(
  taker: Taker,
  needed: PowerNeeded,
): { readonly reason: UnqualifiedReason; readonly missing?: bigint } | undefined {
  if (!taker.activated) return { reason: 'notactivated' };
  if (taker.barred) return { reason: 'barred' };
  if (taker.countryOff) return { reason: 'country' };
  if (hasPower(taker.personalPower, needed)) return undefined;
  // Where exactly the threshold is not enough, one unit more is.
  const enough = needed.threshold + (needed.inclusive ? 0n : 1n);
  return { reason: 'power', missing: enough - taker.personalPower };
}

/** A reason as it stands in a column of bytes: 0 is qualified. */
export function reasonCode(reason: UnqualifiedReason | undefined): number {
  return reason === undefined ? 0 : unqualifiedReasons.indexOf(reason) + 1;
}

export function reasonOf(code: number): UnqualifiedReason | undefined {
  return unqualifiedReasons[code - 1];
}
