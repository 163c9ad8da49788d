import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatAddressWord, parseAddressWord } from './events.ts';
import type { Word } from './events.ts';

test('refuses: a word whose upper twelve bytes are not empty, and what is no word', () => {
  const address = '22'.repeat(20);
  for (const word of [
    `0x1${'0'.repeat(23)}${address}`,
    `0x${address}`,
    `0x${'0'.repeat(24)}${address}00`,
    '0x',
    undefined,
  ])
    expect(parseAddressWord(word)).toBeUndefined();
});

test('property: an address survives its word', () => {
  const hex = fc.array(fc.constantFrom(...'0123456789abcdef'.split('')), { minLength: 40, maxLength: 40 });
  fc.assert(
    fc.property(hex, (digits) => {
      const address: Word = `0x${digits.join('')}`;
      expect(parseAddressWord(formatAddressWord(address))).toBe(address);
    }),
  );
});
