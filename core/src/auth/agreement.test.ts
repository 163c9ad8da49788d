import { expect, test } from 'vitest';
import { locales } from '../kit/language.ts';
import {
  changedLanguages,
  checkAgreementDraft,
  nameAgreement,
  pointsOf,
  tidyAgreement,
} from './agreement.ts';

const whole = (text: string) => Object.fromEntries(locales.map((locale) => [locale, `${text} ${locale}`]));

test('refuses: a draft that lacks a language, naming those that are missing', () => {
  const { ko: _ko, ...rest } = whole('Two');
  const refusal = checkAgreementDraft({ ...rest, th: ' \n' }, whole('One'));
  expect(refusal?.code).toBe('auth.agreementtexts');
  expect(refusal?.params).toEqual({ languages: 'ko, th' });
});

test('refuses: a draft that is the same as what holds', () => {
  expect(checkAgreementDraft(whole('One'), whole('One'))?.code).toBe('auth.agreementsame');
});

test('behavior: a draft that differs in one language is the next version', () => {
  const draft = { ...whole('One'), es: 'Dos' };
  expect(checkAgreementDraft(draft, whole('One'))).toBeUndefined();
  expect(changedLanguages(whole('One'), draft)).toEqual(['es']);
  expect(nameAgreement('risk', 3)).toBe('risk-3');
});

test('behavior: empty lines part the points, however they were typed', () => {
  const kept = tidyAgreement('  One \r\ntwo\r\n\r\n\r\n \nThree\n');
  expect(kept).toBe('One\ntwo\n\nThree');
  expect(pointsOf(kept)).toEqual(['One\ntwo', 'Three']);
});
