import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';
import { passwordStrength, checkPassword } from './password.ts';

const rule = { min: 6, isCommon: isCommonPassword };
const codeOf = (password: string, names: string[] = []): string | undefined =>
  checkPassword(password, { ...rule, names })?.code;

describe('passwords', () => {
  test.each([
    ['', 'auth.passwordshort'],
    ['a1b2c', 'auth.passwordshort'],
    ['😀😀😀1a', 'auth.passwordshort'],
    [`a1${'x'.repeat(127)}`, 'auth.passwordlong'],
    ['abcdef', 'auth.passwordplain'],
    ['123456', 'auth.passwordplain'],
    ['!!!!!!!!', 'auth.passwordplain'],
    ['密码密码密码', 'auth.passwordplain'],
    ['abc123', 'auth.passwordcommon'],
    ['ABC123', 'auth.passwordcommon'],
    ['1qaz2wsx', 'auth.passwordcommon'],
    ['Passw0rd', 'auth.passwordcommon'],
    ['qwerty123', 'auth.passwordcommon'],
  ])('refuses: %j as %s', (password, code) => {
    expect(codeOf(password)).toBe(code);
  });

  test('refuses: the names of the account', () => {
    expect(codeOf('anna1984x', ['Anna1984x'])).toBe('auth.passwordcommon');
    expect(codeOf('anna1984x', ['anna1984x@example.org'])).toBe('auth.passwordcommon');
  });

  test('property: any 6 to 128 characters with a letter and a digit, not on the list, are accepted as they are', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 4, maxLength: 60 });
    fc.assert(
      fc.property(text, (middle) => {
        const password = `é${middle}٣`;
        fc.pre(Array.from(password).length <= 128);
        expect(codeOf(password)).toBeUndefined();
      }),
      { numRuns: 2_000 },
    );
  });

  test.each(['geheim 7', 'пароль9', '비밀번호 1', 'mật khẩu 1', 'รหัสผ่าน๑', `a1${'x'.repeat(126)}`])(
    'behavior: accepts %j',
    (password) => {
      expect(codeOf(password)).toBeUndefined();
    },
  );
});

describe('the word about a password', () => {
  test.each([
    ['abc123', 'fair'],
    ['aaaaaaaaaaaaaaa1', 'fair'],
    ['lake-stone-42', 'good'],
    ['Quiet lake, 42 birches', 'strong'],
  ] as const)('behavior: %j is %s', (password, word) => {
    expect(passwordStrength(password, false)).toBe(word);
  });

  test('refuses: to call anything good that may not be used', () => {
    expect(passwordStrength('Quiet lake, no digit at all', true)).toBe('weak');
  });
});
