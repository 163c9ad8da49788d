import { Refusal } from '../kit/refusal.ts';

/** Codes by e-mail (rulebook §1, Limits): six digits, 10 minutes, 5 tries, bound to their purpose. */
export const CODE_LIFE_MS = 10 * 60_000;
export const CODE_TRIES = 5;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Codes to one destination: one a minute, five an hour, ten a day. */
const sendingLimits = [
  { code: 'auth.codetoosoon', most: 1, withinMs: MINUTE_MS },
  { code: 'auth.codetoomany', most: 5, withinMs: HOUR_MS },
  { code: 'auth.codetoomany', most: 10, withinMs: DAY_MS },
] as const;

/**
 * May another code go to a destination? Refusals in order: `auth.codetoosoon` with `{ seconds }`, `auth.codetoomany` with
 * `{ minutes }` to wait, rounded up.
 * @param sentMs when codes went there, epoch milliseconds, any order.
 */
export function checkCodeSending(nowMs: number, sentMs: readonly number[]): Refusal | undefined {
  for (const limit of sendingLimits) {
    const recent = sentMs.filter((at) => at > nowMs - limit.withinMs).sort((a, b) => b - a);
    const blocking = recent[limit.most - 1];
    if (blocking !== undefined) {
      const waitMs = blocking + limit.withinMs - nowMs;
      return limit.code === 'auth.codetoosoon'
        ? new Refusal(limit.code, { seconds: Math.ceil(waitMs / 1000) })
        : new Refusal(limit.code, { minutes: Math.ceil(waitMs / MINUTE_MS) });
    }
  }
  return undefined;
}

/** The sending times worth keeping. */
export function recentCodeSendings(nowMs: number, sentMs: readonly number[]): number[] {
  return sentMs.filter((at) => at > nowMs - DAY_MS);
}

/** A live code is sent again as it is while it is younger than half its life, so that the first mail still works. */
export function isCodeWorthResending(nowMs: number, madeMs: number): boolean {
  return nowMs - madeMs < CODE_LIFE_MS / 2;
}

/** How the waiting time grows with failures: none for the first `free`, then doubling from `baseS` up to `mostS` seconds. */
export type AttemptPolicy = { readonly free: number; readonly baseS: number; readonly mostS: number };

/** Login tries on one account from one address prefix. */
export const accountPrefixAttempts: AttemptPolicy = { free: 3, baseS: 1, mostS: 60 };
/** Login tries on one account from everywhere, known devices apart: bounded low, so that an enemy cannot shut out the owner. */
export const accountAttempts: AttemptPolicy = { free: 10, baseS: 2, mostS: 15 };
/** Login tries of one address prefix on all accounts (spraying). */
export const prefixAttempts: AttemptPolicy = { free: 10, baseS: 1, mostS: 60 };
/** Payment password of one account; only a session of its own can try, so the wait may grow long. */
export const payPasswordAttempts: AttemptPolicy = { free: 3, baseS: 2, mostS: 900 };

/** Seconds to wait after so many failures; never for ever. */
export function attemptDelaySeconds(failures: number, policy: AttemptPolicy): number {
  if (failures < policy.free) return 0;
  return Math.min(policy.mostS, policy.baseS * 2 ** Math.min(30, failures - policy.free));
}

export type PaypasswordSetting = 'first' | 'change' | 'reset';

/** Hours for which a setting of the payment password locks the family's outgoing money (rulebook §1): the first is exempt. */
export function paypasswordLockHours(setting: PaypasswordSetting, configuredHours: number): number {
  return setting === 'first' ? 0 : configuredHours;
}

/** The agreements that a newcomer accepts: a comma-separated list of versions, at least one. */
export function checkAgreements(accepted: string | undefined): Refusal | undefined {
  const versions = (accepted ?? '').split(',').filter((version) => version.trim() !== '');
  return versions.length === 0 ? new Refusal('auth.agreements') : undefined;
}
