import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatAmount, oneCoin } from './amount.ts';
import { checkTypedAmount } from './typed-amount.ts';

const rule = { minimum: 20n * oneCoin, multiple: 10n * oneCoin };
const codeOf = (text: string, given = rule) => checkTypedAmount('withdrawal', text, given)?.code;

test.each([
  ['withdrawal.badamount', ''],
  ['withdrawal.badamount', '-20'],
  ['withdrawal.badamount', '2e1'],
  ['withdrawal.badamount', '20.001'],
  ['withdrawal.badamount', '２０'],
  ['withdrawal.badamount', '0'],
  ['withdrawal.badamount', '0.00'],
  ['withdrawal.badamount', `1${'0'.repeat(20)}`],
  ['withdrawal.toosmall', '10'],
  ['withdrawal.toosmall', '19.99'],
  ['withdrawal.notmultiple', '25'],
  ['withdrawal.notmultiple', '20.01'],
])('refuses: %s for "%s"', (code, text) => {
  expect(codeOf(text)).toBe(code);
});

test('refuses: in the same order for a transfer, with what would be enough', () => {
  expect(checkTypedAmount('transfer', '10', rule)).toMatchObject({
    code: 'transfer.toosmall',
    params: { minimum: '20' },
  });
  expect(checkTypedAmount('transfer', '25', rule)).toMatchObject({
    code: 'transfer.notmultiple',
    params: { multiple: '10' },
  });
});

test('property: every multiple from the minimum on passes', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 2n, max: 10n ** 18n }), (tens) => {
      expect(codeOf(formatAmount(tens * rule.multiple))).toBeUndefined();
    }),
  );
});
