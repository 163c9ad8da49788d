import { Refusal } from '../kit/refusal.ts';
import type { Amount } from '../money/amount.ts';

/** What counts as performance: uses of the product, by kind (rulebook §10). */
export const useKinds = ['swap', 'liquidity', 'usdo', 'mint', 'node', 'mall'] as const;
export type UseKind = (typeof useKinds)[number];

/** Performance is kept in whole millionths of a USDT, so that sums over millions of members stay exact in small columns. */
export const performanceStep = 10n ** 12n;

/** Of V0 … V6 the one that a small region reaches, by rising thresholds of V1 … V6. */
export function levelOf(small: Amount, thresholds: readonly Amount[]): number {
  return thresholds.filter((threshold) => small >= threshold).length;
}

/** A value by the weight of its kind, rounded down to whole millionths: what goes and comes again in one sum adds up to nothing. */
export function performanceDown(value: Amount, weightBps: number): Amount {
  const weighted = (value * BigInt(weightBps)) / 10_000n;
  return weighted - (((weighted % performanceStep) + performanceStep) % performanceStep);
}

/** Total less the largest leg. */
export function smallOf(total: Amount, large: Amount): Amount {
  return total - large;
}

/** Directs are counted up to here: nobody reads a larger number, and counting would take as long as there are many. */
export const DIRECTS_COUNTED = 2_500;

/** Pages of a member's own legs: further ones are not turned to by hand. */
export const LEG_PAGES = 200;

/** A captain is a member with V1 or above. */
export function checkCaptain(level: number): Refusal | undefined {
  return level >= 1 ? undefined : new Refusal('team.notcaptain', { level });
}

export const TEAM_NAME_MAX = 30;
export const TEAM_NOTICE_MAX = 300;

/** As stored and shown: outer spaces gone, no more than one empty line in between. */
export function normaliseText(text: string): string {
  return text
    .normalize('NFC')
    .trim()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/\n{3,}/g, '\n\n');
}

const lengthOf = (text: string): number => Array.from(text).length;

/** Controls, what steers or hides writing, and brackets of markup. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}<>{}\\]/u;
/** A team reads its captain in good faith: nobody is led outside from here. */
const LINK = /:\/\/|www\.|\b[\w-]+\.(?:com|net|org|io|me|app|xyz|info|site|online|cc|vip|top|cn)\b|@\w/i;

/** The name of a team: up to 30 characters on one line; empty for none. Refuses `team.badname`. */
export function checkTeamName(text: string): Refusal | undefined {
  const name = normaliseText(text);
  const bad = lengthOf(name) > TEAM_NAME_MAX || HIDDEN.test(name) || LINK.test(name);
  return bad ? new Refusal('team.badname', { max: TEAM_NAME_MAX }) : undefined;
}

/** What a captain tells the team: up to 300 characters, lines allowed; empty for none. Refuses `team.badnotice`. */
export function checkTeamNotice(text: string): Refusal | undefined {
  const notice = normaliseText(text);
  const bad =
    lengthOf(notice) > TEAM_NOTICE_MAX || HIDDEN.test(notice.replaceAll('\n', ' ')) || LINK.test(notice);
  return bad ? new Refusal('team.badnotice', { max: TEAM_NOTICE_MAX }) : undefined;
}

/** Enough to recognise an address one knows, and nothing to write to (threats.md R18): `s***@***`. */
export function maskContactEmail(email: string | null): string {
  return email === null || email === '' ? '' : `${Array.from(email)[0]}***@***`;
}

/** Country prefix and the last two digits: `+65***12`. */
export function maskContactPhone(phone: string | null): string {
  return phone === null || phone.length < 8 ? '' : `${phone.slice(0, 3)}***${phone.slice(-2)}`;
}
