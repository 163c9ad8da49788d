import type { Locale } from '../kit/language.ts';
import { locales } from '../kit/language.ts';
import { Refusal } from '../kit/refusal.ts';
import type { Texts } from '../kit/texts.ts';

/** User agreement, privacy policy, risk disclosure (rulebook §13). Their order is that of the published versions. */
export const agreementKinds = ['user', 'privacy', 'risk'] as const;
export type AgreementKind = (typeof agreementKinds)[number];

/** Characters of one agreement in one language. */
export const AGREEMENT_LENGTH_MAX = 40_000;

/** A version by its name on the wire: `user-3`. */
export function nameAgreement(kind: AgreementKind, version: number): string {
  return `${kind}-${version}`;
}

/** A text as it is kept: one kind of line end, no blanks around, one empty line between two points. */
export function tidyAgreement(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** The points of a text: what empty lines part. */
export function pointsOf(text: string): string[] {
  return text.split(/\n{2,}/).filter((point) => point.trim() !== '');
}

/** Languages in which two versions differ. */
export function changedLanguages(before: Texts, after: Texts): Locale[] {
  return locales.filter((locale) => (before[locale] ?? '') !== (after[locale] ?? ''));
}

/**
 * Whether a draft can become the next version: whole in all languages, because everybody is asked to accept it in theirs, and not
 * the same as the one that holds. Refusals in order: agreementtexts, agreementsame.
 */
export function checkAgreementDraft(draft: Texts, published: Texts): Refusal | undefined {
  const missing = locales.filter((locale) => (draft[locale] ?? '').trim() === '');
  if (missing.length > 0) return new Refusal('auth.agreementtexts', { languages: missing.join(', ') });
  return changedLanguages(published, draft).length === 0 ? new Refusal('auth.agreementsame') : undefined;
}
