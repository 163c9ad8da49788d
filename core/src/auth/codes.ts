import { Refusal } from '../kit/refusal.ts';

/** Codes by e-mail (rulebook §1, Limits): 10 minutes, 5 tries for the browser that asked, bound to their purpose. */
export const CODE_LIFE_MS = 10 * 60_000;
export const CODE_TRIES = 5;
/** Tries at one code by browsers that did not ask for it, all together. */
export const CODE_TRIES_OTHERS = 3;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
export const CODES_AN_HOUR = 10;
/** Codes to one destination: one a minute for each purpose; ten an hour and twenty a day for all purposes together. */
const sendingLimits = [
  { code: 'auth.codetoosoon', most: 1, withinMs: MINUTE_MS, each: true },
  { code: 'auth.codetoomany', most: CODES_AN_HOUR, withinMs: HOUR_MS, each: false },
  { code: 'auth.codetoomany', most: 20, withinMs: DAY_MS, each: false },
] as const;

/** A code that went out: for what, and when (epoch milliseconds). */
export type SentCode = { readonly purpose: string; readonly at: number };

/**
 * May another code go to a destination? Refusals in order: `auth.codetoosoon` with `{ seconds }`, `auth.codetoomany` with
 * `{ minutes }` to wait, rounded up.
 * @param sent what went there, any order.
 */
export function checkCodeSending(
  nowMs: number,
  purpose: string,
  sent: readonly SentCode[],
): Refusal | undefined {
  for (const limit of sendingLimits) {
    const blocking = sent
      .filter((one) => one.at > nowMs - limit.withinMs && (!limit.each || one.purpose === purpose))
      .map(({ at }) => at)
      .sort((a, b) => b - a)[limit.most - 1];
    if (blocking === undefined) continue;
    const waitMs = blocking + limit.withinMs - nowMs;
    return limit.code === 'auth.codetoosoon'
      ? new Refusal(limit.code, { seconds: Math.ceil(waitMs / 1000) })
      : new Refusal(limit.code, { minutes: Math.ceil(waitMs / MINUTE_MS) });
  }
  return undefined;
}

/** Sendings of the last hour. */
export function sentWithinHour(nowMs: number, sent: readonly SentCode[]): readonly SentCode[] {
  return sent.filter(({ at }) => at > nowMs - HOUR_MS);
}

/** When the hour's oldest sending is an hour old, so that another mail may go out. */
export function nextHourlySending(nowMs: number, sent: readonly SentCode[]): number {
  return Math.min(nowMs, ...sentWithinHour(nowMs, sent).map(({ at }) => at)) + HOUR_MS;
}

/** A live code is sent again as it is while it is younger than half its life, so that the first mail still works. */
export function isCodeWorthResending(nowMs: number, madeMs: number): boolean {
  return nowMs - madeMs < CODE_LIFE_MS / 2;
}

export type CodeLength = 6 | 8 | 12 | 16;
export const CODE_LENGTH: CodeLength = 6;
/** For codes that several browsers may try: guessing it all day and all night finds nothing. */
export const CODE_LENGTH_LONGEST: CodeLength = 16;

/**
 * Chances are counted in units of 1e-16, so that sums are exact: one look at a six-digit code is 1e-6, which is 1e10 units.
 */
export function lookUnits(length: number): bigint {
  return 10n ** BigInt(16 - length);
}

/**
 * What all wrong looks of a day at one destination may add up to: 6 in a million for browsers that asked for the code, 3 in
 * a million for others. Together below 1 in 100,000 (rulebook §1).
 */
export const LOOK_BUDGET = { own: 6n * 10n ** 10n, others: 3n * 10n ** 10n } as const;

/**
 * How long a new code is: six digits as long as the five tries of its browser fit into what the day still has, longer while
 * codes of this destination are being guessed.
 * @param used units of the day: wrong looks, and the five tries that are promised for the six-digit codes of other browsers.
 */
export function codeLengthFor(used: bigint): CodeLength {
  const left = LOOK_BUDGET.own - used;
  const tries = BigInt(CODE_TRIES);
  if (left >= tries * lookUnits(6)) return 6;
  // Ten codes an hour live at the same time at most: their tries must fit together.
  if (left >= 10n * tries * lookUnits(8)) return 8;
  return left >= 200n * tries * lookUnits(12) ? 12 : 16;
}
