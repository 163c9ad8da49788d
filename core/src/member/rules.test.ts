import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeInviteCode } from '../auth/invite-code.ts';
import { graphemesOf, skeletonOf } from './nickname.ts';
import {
  checkAntiphishingWord,
  checkAvatar,
  checkUsername,
  localeOf,
  maskEmail,
  maskNickname,
  nextActivationNeed,
  nicknameOfCode,
} from './rules.ts';

describe('user names', () => {
  test.each([
    'ab',
    '1abc',
    'a b',
    'a@b.c',
    '+8613800138000',
    'ünal',
    'x'.repeat(33),
    'admin',
    'Openmere',
    'supp0rt',
    '_ab',
  ])('refuses: %j', (username) => {
    expect(checkUsername(username)?.code).toBe('auth.badusername');
  });

  test.each(['anna', 'Kim_92', 'nguyen.van-a', 'x'.repeat(32)])('behavior: accepts %s', (username) => {
    expect(checkUsername(username)).toBeUndefined();
  });
});

describe('what is shown and kept', () => {
  test.each(['x', '', 'a'.repeat(41), 'a\u200bb', 'a\nb'])('refuses: anti-phishing word %j', (word) => {
    expect(checkAntiphishingWord(word)?.code).toBe('member.badword');
  });

  test.each([
    'http://x/files/abcdefgh.webp',
    '/files/../x.webp',
    '/files/abcdefgh.svg',
    'javascript:1',
    '//x/files/abcdefgh.webp',
  ])('refuses: avatar %s', (address) => {
    expect(checkAvatar(address)?.code).toBe('member.badavatar');
  });

  test('behavior: accepts an uploaded picture, and none', () => {
    expect(checkAvatar('/files/abcDEF_123-4.webp')).toBeUndefined();
    expect(checkAvatar('')).toBeUndefined();
  });

  test.each([
    ['Somebody', 'S***y'],
    ['ab', 'a***'],
    ['한', '한***'],
    ['👨‍👩‍👧 ok!', '👨‍👩‍👧***!'],
  ])('behavior: %s is masked as %s', (nickname, masked) => {
    expect(maskNickname(nickname)).toBe(masked);
  });

  test('property: a masked nickname shows at most two of its characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), (nickname) => {
        expect(graphemesOf(maskNickname(nickname).replace('***', '')).length).toBeLessThanOrEqual(2);
      }),
    );
  });

  test('behavior: e-mails and languages', () => {
    expect(maskEmail('somebody@example.org')).toBe('s***@example.org');
    expect(maskEmail('')).toBe('');
    expect(localeOf('ja')).toBe('ja');
    expect(localeOf('xx')).toBe('en');
  });

  test('property: first nicknames of different codes never collide', () => {
    const bytes = fc.uint8Array({ minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(bytes, bytes, (a, b) => {
        const [one, two] = [makeInviteCode(a), makeInviteCode(b)];
        expect(skeletonOf(nicknameOfCode(one)) === skeletonOf(nicknameOfCode(two))).toBe(one === two);
      }),
    );
  });
});

test('behavior: activation names the first obstacle', () => {
  const ready = {
    activated: false,
    barred: false,
    pending: false,
    hasWallet: true,
    hasCountry: true,
    inviterActivated: true,
  };
  expect(nextActivationNeed(ready)).toBe('ready');
  expect(nextActivationNeed({ ...ready, pending: true })).toBe('pending');
  expect(nextActivationNeed({ ...ready, hasWallet: false, pending: true })).toBe('nowallet');
  expect(nextActivationNeed({ ...ready, hasCountry: false, hasWallet: false })).toBe('nocountry');
  expect(nextActivationNeed({ ...ready, inviterActivated: false })).toBe('inviternotactivated');
  // Whoever declared a barred country has none, and is not asked for it again.
  expect(nextActivationNeed({ ...ready, barred: true, hasCountry: false, pending: true })).toBe('barred');
  expect(nextActivationNeed({ ...ready, activated: true, barred: true })).toBe('activated');
});
