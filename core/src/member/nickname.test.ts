import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { legitimateNames } from './nickname-legitimate.test-data.ts';
import { spoofNames } from './nickname-spoofs.test-data.ts';
import { checkNickname, graphemesOf, normaliseNickname, skeletonOf } from './nickname.ts';

const codeOf = (nickname: string): string | undefined => checkNickname(nickname)?.code;

describe('nicknames (T29)', () => {
  test('refuses: more than 20 characters as people count them', () => {
    expect(codeOf('a'.repeat(21))).toBe('member.nicknamelong');
    expect(codeOf('한'.repeat(21))).toBe('member.nicknamelong');
    expect(codeOf('👍🏽'.repeat(21))).toBe('member.nicknamelong');
  });

  test.each([
    '',
    ' ',
    '\u3000',
    '\u200b',
    'a\u200bb',
    '\u202eabc',
    'abc\u2066',
    'a\u0000b',
    'a\nb',
    'x\u00ad',
    '\ufeffab',
    'ㅤ',
    'ﾠ',
    '\u2800\u2800',
    'a\u034fb',
    '\u{e0041}bc',
    '\ue000',
    '\ud800',
    '...',
    '<b>x</b>',
    '{{x}}',
    'a\\b',
    '`x`',
    'http://x.io',
    'WWW.x.io',
    'Z\u0300\u0301\u0302\u0303\u0304',
    '🇴🇵🇪🇳',
    '🅰🅳🅼🅸🅽',
    'аlice',
    'аdmin',
    'pаypal',
    'Ꭺdam',
    'αlpha',
    '한a가б',
  ])('refuses: %j', (nickname) => {
    expect(codeOf(nickname)).toBe('member.nicknamebad');
  });

  test('refuses: names that pretend to be the house, in nine languages and every disguise', () => {
    expect(spoofNames.length).toBeGreaterThanOrEqual(300);
    expect(new Set(spoofNames).size).toBe(spoofNames.length);
    expect(spoofNames.filter((name) => checkNickname(name) === undefined)).toEqual([]);
  });

  test('behavior: accepts legitimate names in nine languages', () => {
    expect(legitimateNames.length).toBeGreaterThanOrEqual(300);
    expect(new Set(legitimateNames).size).toBe(legitimateNames.length);
    expect(legitimateNames.filter((name) => checkNickname(name) !== undefined)).toEqual([]);
  });

  test('property: what is accepted has at most 20 characters, shows all of them, and stays as it is stored', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 25 }), (text) => {
        if (checkNickname(text)) return;
        const stored = normaliseNickname(text);
        expect(graphemesOf(stored).length).toBeLessThanOrEqual(20);
        expect(stored).not.toMatch(/[\p{Cc}\p{Cf}<>]/u);
        expect(normaliseNickname(stored)).toBe(stored);
        expect(checkNickname(stored)).toBeUndefined();
      }),
      { numRuns: 5_000 },
    );
  });

  test.each([
    ['Alice', 'аlісе'],
    ['Alice', 'ALICE'],
    ['Alice', 'Ａｌｉｃｅ'],
    ['Alice', 'A1ice'],
    ['Alice', 'A l i c e'],
    ['Alice', '𝓐𝓵𝓲𝓬𝓮'],
    ['José', 'Jose'],
    ['Bob', 'B0b'],
  ])('behavior: %s and %s have one skeleton', (a, b) => {
    expect(skeletonOf(a)).toBe(skeletonOf(b));
  });

  test('behavior: different names of every script stay different', () => {
    const skeletons = legitimateNames.map(skeletonOf);
    expect(new Set(skeletons).size).toBe(skeletons.length);
  });
});
