// @vitest-environment happy-dom
import { parseAmount } from '@openmere/core/money/amount.ts';
import { expect, test } from 'vitest';
import { bpsField, moneyText, moneyTextUp, parsePercentBps, percentText, placesFor } from './figure-text.ts';

const amount = (plain: string) => parseAmount(plain) ?? 0n;

test.each(['', '.', 'abc', '1.234', '-1', '1000'])('refuses: "%s" as a percentage', (text) => {
  expect(parsePercentBps(text)).toBeUndefined();
});

test.each([
  ['0.5', 50],
  ['0,5', 50],
  ['12.34', 1234],
  ['7.', 700],
  ['49', 4900],
])('behavior: "%s" is %i basis points', (text, bps) => {
  expect(parsePercentBps(text)).toBe(bps);
  expect(parsePercentBps(bpsField(bps, 'es'))).toBe(bps);
});

test('behavior: six figures, cut for what is received and up for what is lost', () => {
  expect(moneyText(amount('1234.56789'), 'OPEN', 'en')).toBe('1,234.56 OPEN');
  expect(moneyTextUp(amount('1234.56789'), 'OPEN', 'en')).toBe('1,234.57 OPEN');
  expect(moneyText(amount('0.0531234567'), 'USDT', 'en')).toBe('0.0531234 USDT');
  expect(moneyTextUp(amount('0.0531234567'), 'USDT', 'en')).toBe('0.0531235 USDT');
  expect(moneyText(amount('1234567.5'), 'OPEN', 'es')).toBe('1.234.567,50 OPEN');
  expect(moneyTextUp(0n, 'USDT', 'en')).toBe('0.00 USDT');
  expect(placesFor(1n)).toBe(18);
});

test('behavior: percentages are written as the reader does', () => {
  expect(percentText(50, 'en')).toBe('0.5%');
  expect(percentText(1234, 'es')).toMatch(/^12,34\s%$/);
});
