import { defaultLocale, locales } from '../kit/language.ts';
import type { Locale } from '../kit/language.ts';
import { graphemesOf } from './nickname.ts';

export type UserLevel = 'visitor' | 'registered' | 'activated' | 'miner' | 'node';
export type ActivationState = 'none' | 'pending' | 'activated';
export type ActivationNeed =
  | 'nowallet'
  | 'nocountry'
  | 'inviternotactivated'
  | 'ready'
  | 'pending'
  | 'activated';

/** Stored text → locale; anything unknown is the default. */
export function localeOf(text: string | null | undefined): Locale {
  return locales.find((locale) => locale === text) ?? defaultLocale;
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
  return at < 1 ? '' : `${[...email][0]}***${email.slice(at)}`;
}

/** How far a member is (rulebook §10); miner and node are decided where mining and nodes live. */
export function userLevelOf(member: { activatedAt: unknown }): UserLevel {
  return member.activatedAt === null ? 'registered' : 'activated';
}

/** What stands between a member and activation on chain, the first obstacle first (specification §4, rulebook §1). */
export function nextActivationNeed(member: {
  activated: boolean;
  pending: boolean;
  hasWallet: boolean;
  hasCountry: boolean;
  inviterActivated: boolean;
}): ActivationNeed {
  if (member.activated) return 'activated';
  if (!member.hasCountry) return 'nocountry';
  if (!member.hasWallet) return 'nowallet';
  if (!member.inviterActivated) return 'inviternotactivated';
  return member.pending ? 'pending' : 'ready';
}
