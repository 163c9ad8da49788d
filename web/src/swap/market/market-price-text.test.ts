import { expect, test } from 'vitest';
import { changeBetween, changeOf, priceDecimals, priceText } from './market-price-text.ts';

test('refuses: a change from a price of zero', () => {
  expect(changeBetween('0', '1')).toBeUndefined();
});

test.each([
  ['12345.678', 2, '12,345.67'],
  ['1000', 2, '1,000.00'],
  ['12.34567', 4, '12.3456'],
  ['1', 4, '1.0000'],
  ['0.999999', 5, '0.99999'],
  ['0.1234567', 5, '0.12345'],
  ['0.00012345678', 8, '0.00012345'],
  ['0.000000000000000001', 18, '0.000000000000000001'],
  ['0', 2, '0.00'],
])('behavior: %s is written with %i decimals, cut: %s', (price, decimals, text) => {
  expect(priceDecimals(price)).toBe(decimals);
  expect(priceText(price, 'en')).toBe(text);
});

test('behavior: the mark of the language, and decimals that another price asks for', () => {
  expect(priceText('1234.5', 'es', 3)).toBe('1.234,500');
});

test.each([
  ['2.41', 'up', '2.41%'],
  ['-0.5', 'down', '0.50%'],
  ['0', 'flat', '0.00%'],
  ['-0.001', 'flat', '0.00%'],
])('behavior: %s percent goes %s and reads %s', (percent, direction, text) => {
  expect(changeOf(percent, 'en')).toEqual({ direction, text });
});

test('behavior: percent as each language writes it', () => {
  expect(changeOf('1.5', 'es').text).toBe('1,50\u00a0%');
  expect(changeOf('1.5', 'ja').text).toBe('1.50%');
});

test.each([
  ['1', '1.5', '50.00'],
  ['3', '2', '-33.33'],
  ['0.05', '0.05', '0.00'],
  ['1', '1.0001', '0.01'],
])('behavior: from %s to %s is %s percent, cut towards zero', (from, to, percent) => {
  expect(changeBetween(from, to)).toBe(percent);
});
