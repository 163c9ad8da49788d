import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coinIds } from '../money/coin.ts';
import { formatPoolPayment, parsePoolPayment } from './pool-payment.ts';

const code = '12345X';

test.each([
  '',
  '1',
  '1 USDT',
  `1 USDT ${code} 1`,
  `0 USDT ${code}`,
  `0.0 USDT ${code}`,
  `-1 USDT ${code}`,
  `1e3 USDT ${code}`,
  `1,5 USDT ${code}`,
  `0.${'0'.repeat(18)}1 USDT ${code}`,
  `1 usdt ${code}`,
  `1 DOGE ${code}`,
  `1  USDT ${code}`,
  '1 USDT ',
])('refuses: %j is no payment', (value) => {
  expect(parsePoolPayment(value)).toBeUndefined();
});

test('property: what is written is read again, to the unit', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 40n }),
      fc.constantFrom(...coinIds),
      fc.stringMatching(/^[0-9A-Z]{6}$/),
      (amount, coin, owner) => {
        const payment = { amount, coin, code: owner };
        expect(parsePoolPayment(formatPoolPayment(payment))).toEqual(payment);
      },
    ),
  );
});
