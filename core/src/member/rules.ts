import { DEFAULT_LOCALE, locales } from '../kit/language.ts';
import type { Locale } from '../kit/language.ts';
import { Refusal } from '../kit/refusal.ts';
import { graphemesOf, isReservedName } from './nickname.ts';

export type UserLevel = 'visitor' | 'registered' | 'activated' | 'miner' | 'node';
export type ActivationState = 'none' | 'pending' | 'activated';
export type ActivationNeed =
  | 'barred'
  | 'nowallet'
  | 'nocountry'
  | 'inviternotactivated'
  | 'ready'
  | 'pending'
  | 'activated';

/** Stored text → locale; anything unknown is the default. */
export function localeOf(text: string | null | undefined): Locale {
  return locales.find((locale) => locale === text) ?? DEFAULT_LOCALE;
}

/** Enough to recognise a person one knows, not enough to learn a name: first and last character. */
export function maskNickname(nickname: string): string {
  const graphemes = graphemesOf(nickname);
  const last = graphemes.length > 2 ? graphemes.at(-1) : '';
  return `${graphemes[0] ?? ''}***${last}`;
}

/** `somebody@example.org` → `s***@example.org`; empty stays empty. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '' : `${Array.from(email)[0]}***${email.slice(at)}`;
}

/** `+6581234567` → `+65***67`; empty stays empty. */
export function maskPhone(phone: string): string {
  return phone === '' ? '' : `${phone.slice(0, 3)}***${phone.slice(-2)}`;
}

/** How far a member is (rulebook §10): the furthest that holds. Both steps beyond come after activation only. */
export function userLevelOf(member: { activated: boolean; mining: boolean; holdsNode: boolean }): UserLevel {
  if (!member.activated) return 'registered';
  if (member.holdsNode) return 'node';
  return member.mining ? 'miner' : 'activated';
}

/** What stands between a member and activation on chain, the first obstacle first (specification §4, rulebook §1). */
export function nextActivationNeed(member: {
  activated: boolean;
  /** May only leave. */
  barred: boolean;
  pending: boolean;
  hasWallet: boolean;
  hasCountry: boolean;
  inviterActivated: boolean;
}): ActivationNeed {
  if (member.activated) return 'activated';
  if (member.barred) return 'barred';
  if (!member.hasCountry) return 'nocountry';
  if (!member.hasWallet) return 'nowallet';
  if (!member.inviterActivated) return 'inviternotactivated';
  return member.pending ? 'pending' : 'ready';
}

/** What a newcomer is called until they choose a name: tells nothing but the invitation code, which is for showing. */
export function nicknameOfCode(invitationCode: string): string {
  return `M-${invitationCode}`;
}

/**
 * May this be a user name, to log in with? Refuses `auth.badusername` unless it is 3 to 32 Latin letters, digits, points,
 * hyphens and underscores, begins with a letter (so it is neither an e-mail nor a phone number), and is no name of the house.
 */
export function checkUsername(username: string): Refusal | undefined {
  const isPlain = /^[A-Za-z][A-Za-z0-9._-]{2,31}$/.test(username);
  return isPlain && !isReservedName(username) ? undefined : new Refusal('auth.badusername');
}

/** The word that stands in every mail, so that forged ones are recognised: 2 to 40 characters, all of them visible. */
export function checkAntiphishingWord(word: string): Refusal | undefined {
  const length = graphemesOf(word).length;
  const isPlain = !/[\p{C}\p{Zl}\p{Zp}]/u.test(word);
  return isPlain && length >= 2 && length <= 40 ? undefined : new Refusal('member.badword');
}

/** A picture that was uploaded here, or none. */
export function checkAvatar(address: string): Refusal | undefined {
  return /^(\/files\/[A-Za-z0-9_-]{8,100}\.webp)?$/.test(address)
    ? undefined
    : new Refusal('member.badavatar');
}
