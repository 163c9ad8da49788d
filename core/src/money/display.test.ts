import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oneCoin, parseAmount } from './amount.ts';
import { displayAmount, displayCompact } from './display.ts';
import type { DisplayStyle } from './display.ts';

const english: DisplayStyle = { group: ',', decimal: '.', unitStep: 3, units: ['K', 'M', 'B'] };
const chinese: DisplayStyle = { group: ',', decimal: '.', unitStep: 4, units: ['万', '亿'] };
const amount = fc.bigInt({ min: 0n, max: 10n ** 30n * oneCoin });

const textOf = ({ whole, fraction, unit }: ReturnType<typeof displayAmount>) => whole + fraction + unit;

test('property: what is shown is never more than what is had, and less by under the last place', () => {
  fc.assert(
    fc.property(amount, fc.integer({ min: 0, max: 18 }), (units, places) => {
      const shown = parseAmount(textOf(displayAmount(units, english, places)).replaceAll(',', '')) ?? -1n;
      expect(shown).toBeLessThanOrEqual(units);
      expect(units - shown).toBeLessThan(10n ** BigInt(18 - places));
    }),
  );
});

test.each([
  [0n, 2, 0, '0'],
  [0n, 2, 2, '0.00'],
  [oneCoin - 1n, 2, 2, '0.99'],
  [1_234_567n * oneCoin + oneCoin / 2n, 2, 2, '1,234,567.50'],
  [1_234_567n * oneCoin + oneCoin / 2n, 2, 0, '1,234,567.5'],
  [-5n * oneCoin, 2, 2, '−5.00'],
])('behavior: %s base units in %s places, %s at least, are %s', (units, places, least, text) => {
  expect(textOf(displayAmount(units, english, places, least))).toBe(text);
});

test.each([
  [999n, english, '999.00'],
  [1_000n, english, '1K'],
  [1_239_999n, english, '1.23M'],
  [9_999n, chinese, '9,999.00'],
  [12_345n, chinese, '1.23万'],
  [1_234_567_890n, chinese, '12.34亿'],
  [-12_345n, chinese, '−1.23万'],
])('behavior: %s coins in short are %s', (coins, style, text) => {
  expect(textOf(displayCompact(coins * oneCoin, style))).toBe(text);
});
