import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BPS_PER_WHOLE, feeUp, shareDown, shareUp } from './ratio.ts';

const amount = fc.bigInt({ min: 0n, max: 10n ** 49n });
const part = fc.bigInt({ min: 0n, max: 10n ** 30n });
const whole = fc.bigInt({ min: 1n, max: 10n ** 30n });

test.each([
  ['an amount below zero', -1n, 1n, 1n],
  ['a part below zero', 1n, -1n, 1n],
  ['a whole of zero', 1n, 1n, 0n],
  ['a whole below zero', 1n, 1n, -1n],
])('refuses: %s', (_what, ...share) => {
  expect(() => shareDown(...share)).toThrow('non-negative');
  expect(() => shareUp(...share)).toThrow('non-negative');
});

test('refuses: a fee that is no whole number of basis points', () => {
  expect(() => feeUp(1n, 0.5)).toThrow(RangeError);
  expect(() => feeUp(1n, -1)).toThrow('non-negative');
});

test('property: down is never more than the exact share, and less by under one unit', () => {
  fc.assert(
    fc.property(amount, part, whole, (units, numerator, denominator) => {
      const down = shareDown(units, numerator, denominator);
      expect(down * denominator).toBeLessThanOrEqual(units * numerator);
      expect((down + 1n) * denominator).toBeGreaterThan(units * numerator);
    }),
  );
});

test('property: up is down, or one unit more where something is left over', () => {
  fc.assert(
    fc.property(amount, part, whole, (units, numerator, denominator) => {
      const rest = (units * numerator) % denominator;
      const up = shareUp(units, numerator, denominator);
      expect(up - shareDown(units, numerator, denominator)).toBe(rest === 0n ? 0n : 1n);
    }),
  );
});

test('property: a part and the rest of it never make more than the whole', () => {
  fc.assert(
    fc.property(amount, fc.integer({ min: 0, max: 10_000 }), (units, bps) => {
      const rest = shareDown(units, BPS_PER_WHOLE - BigInt(bps), BPS_PER_WHOLE);
      expect(feeUp(units, bps) + rest).toBe(units);
    }),
  );
});

test.each([
  [1n, 1, 1n],
  [10_000n, 25, 25n],
  [10_001n, 25, 26n],
  [0n, 10_000, 0n],
  [7n, 0, 0n],
])('behavior: of %s units, %s basis points are %s', (units, bps, fee) => {
  expect(feeUp(units, bps)).toBe(fee);
});
