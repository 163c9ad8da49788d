import { Refusal } from '../kit/refusal.ts';

/** How the waiting time grows with failures: none for the first `free`, then doubling from `baseS` up to `mostS` seconds. */
export type AttemptPolicy = { readonly free: number; readonly baseS: number; readonly mostS: number };

/** The present login password, asked of a session of the account: nobody else can use these tries up. */
export const sessionPasswordAttempts: AttemptPolicy = { free: 3, baseS: 1, mostS: 60 };
/** Payment password of one account; only a session of its own can try, so the wait may grow long. */
export const payPasswordAttempts: AttemptPolicy = { free: 3, baseS: 2, mostS: 900 };

/** Seconds to wait after so many failures; never for ever. */
export function attemptDelaySeconds(failures: number, policy: AttemptPolicy): number {
  if (failures < policy.free) return 0;
  return Math.min(policy.mostS, policy.baseS * 2 ** Math.min(30, failures - policy.free));
}

/** How long the code counts that a session was registered or logged in with (rulebook §1). */
const PROOF_LIFE_MS = 15 * 60_000;

/** Until when a proof of the mailbox counts, if it still does; `provedMs` is undefined when the session never gave one. */
export function proofFreshUntil(nowMs: number, provedMs: number | undefined): number | undefined {
  if (provedMs === undefined || nowMs - provedMs >= PROOF_LIFE_MS) return undefined;
  return provedMs + PROOF_LIFE_MS;
}

export type PaypasswordSetting = 'first' | 'change' | 'reset';

/** Hours for which a setting of the payment password locks the family's outgoing money (rulebook §1): the first is exempt. */
export function paypasswordLockHours(setting: PaypasswordSetting, configuredHours: number): number {
  return setting === 'first' ? 0 : configuredHours;
}

/** A comma-separated list of agreement versions such as `user-1,privacy-1,risk-1`. */
function versionsOf(text: string): string[] {
  return text
    .split(',')
    .map((version) => version.trim())
    .filter((version) => version !== '');
}

/** The published versions that are not among the accepted ones. */
export function missingAgreements(accepted: string | undefined, published: string): string[] {
  const taken = versionsOf(accepted ?? '');
  return versionsOf(published).filter((version) => !taken.includes(version));
}

/** Those of the given versions that are published now, each once: what is kept of an acceptance. */
export function publishedAmong(given: string, published: string): string {
  const named = versionsOf(given);
  return versionsOf(published)
    .filter((version) => named.includes(version))
    .join(',');
}

/**
 * Every agreement is accepted in the version that is published now (user, privacy and risk). Refuses `auth.agreements`.
 * Versions that are not published say nothing and are left out of what is kept.
 */
export function checkAgreements(accepted: string | undefined, published: string): Refusal | undefined {
  return missingAgreements(accepted, published).length > 0 ? new Refusal('auth.agreements') : undefined;
}
