import { expect, test } from 'vitest';
import { reasonOf } from './review-reason.ts';

const held = (...names: string[]) =>
  ['cover', ...names].map((check) => ({ check, result: 'held' as const, detail: check }));

test('behavior: one reason is named, the one that explains the others', () => {
  expect(reasonOf(held('address', 'paypassword', 'firstwithdrawal'), 'operator')).toBe('firstwithdrawal');
  expect(reasonOf(held('paypassword', 'address'), 'operator')).toBe('address');
  expect(reasonOf(held('depositage', 'dailylimit'), 'operator')).toBe('dailylimit');
  expect(reasonOf(held('firstwithdrawal', 'largeamount'), 'twooperators')).toBe('largeamount');
});

test('behavior: a check that this version does not know has a sentence, too', () => {
  expect(reasonOf(held('brandnew'), 'operator')).toBe('other');
  expect(reasonOf([{ check: 'device', result: 'pass', detail: '' }], 'operator')).toBe('other');
});
