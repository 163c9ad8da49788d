import { expect, test } from 'vitest';
import { isTotpCode, makeRecoveryCode, normalRecoveryCode } from './rules.ts';

test('refuses: a recovery code that is too short, too long or holds a foreign letter', () => {
  for (const typed of [
    '',
    '7K2M-7K2M-7K2M',
    '7K2M-7K2M-7K2M-7K2M-7',
    '7K2M-7K2M-7K2M-7K2U',
    '1234567890123456７',
  ])
    expect(normalRecoveryCode(typed)).toBeUndefined();
});

test('behavior: a code is found again however it was typed', () => {
  const code = makeRecoveryCode(Uint8Array.from({ length: 16 }, (_, at) => at * 7));
  expect(code).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/);
  expect(normalRecoveryCode(code)).toBe(code);
  expect(normalRecoveryCode(` ${code.toLowerCase().replaceAll('-', ' ')} `)).toBe(code);
  expect(normalRecoveryCode('ooll-iiOO-1111-0000')).toBe('0011-1100-1111-0000');
});

test('property: each byte gives a character of the alphabet, evenly', () => {
  const counts = new Map<string, number>();
  for (let byte = 0; byte < 256; byte += 1) {
    const [first = ''] = makeRecoveryCode(new Uint8Array(16).fill(byte));
    counts.set(first, (counts.get(first) ?? 0) + 1);
  }
  expect([...counts.values()]).toEqual(Array.from({ length: 32 }, () => 8));
});

test('behavior: six digits are a code of an app, all else is not', () => {
  expect(isTotpCode(' 123456 ')).toBe(true);
  for (const typed of ['12345', '1234567', '12345a']) expect(isTotpCode(typed)).toBe(false);
});
