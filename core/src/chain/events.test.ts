import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  eventTopics,
  formatAddressWord,
  parseAddressWord,
  parseAmountWord,
  parseAmountWords,
  parseTransfer,
} from './events.ts';
import type { Word } from './events.ts';

const from = '0x1111111111111111111111111111111111111111';
const to = '0x2222222222222222222222222222222222222222';
const value: Word = `0x${'0'.repeat(63)}7`;
const topics: Word[] = [eventTopics.transfer, formatAddressWord(from), formatAddressWord(to)];

test('refuses: everything that only looks like a transfer', () => {
  expect(parseTransfer({ topics: [...topics, value], data: '0x' })).toBeUndefined();
  expect(parseTransfer({ topics: topics.slice(0, 2), data: value })).toBeUndefined();
  expect(parseTransfer({ topics: [eventTopics.paid, ...topics.slice(1)], data: value })).toBeUndefined();
  expect(parseTransfer({ topics, data: '0x' })).toBeUndefined();
  expect(parseTransfer({ topics, data: `${value}00` })).toBeUndefined();
  expect(
    parseTransfer({ topics: [...topics.slice(0, 2), `0x1${'0'.repeat(23)}${to.slice(2)}`], data: value }),
  ).toBeUndefined();
});

test('refuses: event data of another length than its words, or no hex', () => {
  const two: Word = `${value}${value.slice(2)}`;
  for (const data of ['0x', value, `${two}00`, `${two}${value.slice(2)}`, `${two.slice(0, -1)}g`])
    expect(parseAmountWords(data, 2)).toBeUndefined();
  expect(parseAmountWords(two, 2)).toEqual([7n, 7n]);
  expect(parseAmountWords('0x', 0)).toEqual([]);
});

test('behavior: a transfer is read to the unit', () => {
  expect(parseTransfer({ topics, data: value })).toEqual({ from, to, value: 7n });
  expect(parseAmountWord(`0x${'f'.repeat(64)}`)).toBe(2n ** 256n - 1n);
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
