/** What a member has left of each kind of hash power, base units (rulebook §9). */
export type Power = {
  /** Minted. */
  readonly personal: bigint;
  /** For the fees that invited members paid. */
  readonly dynamic: bigint;
  /** Of an activity, once. */
  readonly bonus: bigint;
};

export const powerKinds = ['personal', 'dynamic', 'bonus'] as const;
export type PowerKind = (typeof powerKinds)[number];

export const noPower: Power = { personal: 0n, dynamic: 0n, bonus: 0n };

/** `minting.threshold` and `minting.thresholdInclusive`: the specification says both “more than 100” and “100 or more”. */
export type PowerRule = { readonly threshold: bigint; readonly inclusive: boolean };

const DAY_MS = 86_400_000;

/** Whether mining is active with this much personal power. */
export function isMining(personal: bigint, { threshold, inclusive }: PowerRule): boolean {
  return inclusive ? personal >= threshold && personal > 0n : personal > threshold;
}

/** How much personal power is missing until mining is active; 0 when it is. */
export function missingPower(personal: bigint, rule: PowerRule): bigint {
  if (isMining(personal, rule)) return 0n;
  const missing = rule.threshold - personal;
  // Above the threshold means at least one base unit above it.
  return rule.inclusive && missing > 0n ? missing : missing + 1n;
}

/**
 * What of somebody's power a settlement counts: nothing while mining is not active, else the personal, the dynamic as far as the
 * personal goes, and the bonus. `power` is what is old enough.
 */
export function activePower({ personal, dynamic, bonus }: Power, rule: PowerRule): bigint {
  if (!isMining(personal, rule)) return 0n;
  return personal + (dynamic < personal ? dynamic : personal) + bonus;
}

/** The first 00:00 UTC at which power of this moment is a full day old, in milliseconds since 1970: there it first takes part. */
export function takesPartFrom(effectiveMs: number): number {
  return Math.ceil((effectiveMs + DAY_MS) / DAY_MS) * DAY_MS;
}

/** The latest moment whose power takes part in the next settlement after `nowMs`: the last 00:00 UTC. */
export function oldEnoughUntil(nowMs: number): number {
  return Math.floor(nowMs / DAY_MS) * DAY_MS;
}
