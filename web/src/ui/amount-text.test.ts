import { formatAmount, parseAmount } from '@openmere/core/money/amount.ts';
import { expect, test } from 'vitest';
import { parseAmountText, showAmountText, typeAmount, typedAmount } from './amount-text.ts';
import type { AmountRule } from './amount-text.ts';

const two = { decimals: 2 };
const german = { decimals: 2, decimalMark: ',' } as const;

test.each(['-5', '1e5', '0x10', '1.2.3', '5 6a7', '9'.repeat(31)])('refuses: %s is no amount', (text) => {
  expect(parseAmountText(text, two)).toBeUndefined();
});

test.each([
  ['', ''],
  ['40', '40'],
  ['007', '7'],
  ['0', '0'],
  ['.5', '0.5'],
  ['12,', '12.'],
  ['12,5', '12.5'],
  ['12.999', '12.99'],
  ['１２．５', '12.5'],
  ['๔๐', '40'],
])('behavior: typed %s reads as %s, with comma or point', (text, value) => {
  expect(parseAmountText(text, two)).toBe(value);
  expect(parseAmountText(text, german)).toBe(value);
});

test.each([
  ['1,234', two, '1234'],
  ['1.234', two, '1.23'],
  ['1.234', german, '1234'],
  ['1,234.56', two, '1234.56'],
  ['1.234,56', two, '1234.56'],
  ['1 234 567,8', german, '1234567.8'],
  ["1'234'567", two, '1234567'],
  ['1.234.567', two, '1234567'],
  ['40 USDT', two, '40'],
  ['≈ $12.50', two, '12.50'],
])('behavior: pasted %s reads as an amount with its grouping', (text, rule, value) => {
  expect(parseAmountText(text, rule, true)).toBe(value);
});

/** Types key by key, as the field shows it. */
function typeKeys(keys: string, rule: AmountRule): string {
  let typed = typedAmount('');
  for (const key of keys)
    typed = typeAmount(typed, showAmountText(typed.text, rule.decimalMark) + key, rule) ?? typed;
  return typed.text;
}
const coin = { decimals: 18 };

test.each([
  ['10,000', two, '10000'],
  ['1,000.00', two, '1000.00'],
  ['1,000,000.5', two, '1000000.5'],
  ['1,000.25', coin, '1000.25'],
  ['10.000', german, '10000'],
  ['1.000,50', german, '1000.50'],
  ['1.000.000', german, '1000000'],
])('behavior: typed key by key, %s is read with its grouping', (keys, rule, value) => {
  expect(typeKeys(keys, rule)).toBe(value);
});

test.each([
  ['12,5', two, '12.5'],
  ['12,50', two, '12.50'],
  ['0,125', two, '0.12'],
  ['1234,567', two, '1234.56'],
  ['10.000', two, '10.00'],
  ['1,234', coin, '1.234'],
  ['12.5', german, '12.5'],
  ['10,000', german, '10.00'],
  ['1,00.', two, '1.00'],
])('behavior: typed key by key, %s is a decimal number: nothing of it groups', (keys, rule, value) => {
  expect(typeKeys(keys, rule)).toBe(value);
});

test('behavior: what was taken back groups no longer', () => {
  const start = typeAmount(typedAmount('10'), '10,', two);
  expect(start).toEqual({ text: '10.', pending: true, grouped: false });
  const back = typeAmount(start!, '10', two);
  expect(back).toEqual({ text: '10', pending: false, grouped: false });
  expect(typeAmount(typeAmount(back!, '10.', two)!, '10.0', two)).toMatchObject({ pending: false });
});

test('behavior: an amount is shown with the mark of the language', () => {
  expect(showAmountText('1234.5', ',')).toBe('1234,5');
  expect(showAmountText('1234.5')).toBe('1234.5');
});

test('property: what follows from an amount by any price can still be written', () => {
  const typed = parseAmountText('9'.repeat(18), { decimals: 18 }) ?? '';
  const price = 10n ** 12n;
  expect(parseAmount(formatAmount((parseAmount(typed) ?? 0n) * price))).toBeDefined();
  expect(parseAmountText('9'.repeat(19), { decimals: 18 })).toBeUndefined();
});
