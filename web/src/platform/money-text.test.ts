import { locales } from '@openmere/core/kit/language.ts';
import { expect, test } from 'vitest';
import { amountText, compactText, displayStyle } from './money-text.ts';

test.each(locales)('behavior: figures in %s are grouped and marked as the platform does', (locale) => {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(1_234_567.5);
  const { group, decimal } = displayStyle(locale);
  expect(parts.find(({ type }) => type === 'group')?.value).toBe(group);
  expect(parts.find(({ type }) => type === 'decimal')?.value).toBe(decimal);
});

test('behavior: an amount is cut and grouped in the words of its language', () => {
  expect(amountText('1234567.899', 'en', 2)).toBe('1,234,567.89');
  expect(amountText('1234567.899', 'es', 2)).toBe('1.234.567,89');
});

test('behavior: large amounts in ten thousands and hundred millions where one counts so, cut', () => {
  const [big, bigger] = ['129999.99', '1299999999.99'];
  const asWritten = (locale: Parameters<typeof compactText>[1]) => [
    compactText('9999.999', locale),
    compactText(big, locale),
    compactText(bigger, locale),
  ];
  expect(asWritten('zh-Hans')).toEqual(['9,999.99', '12.99万', '12.99亿']);
  expect(asWritten('zh-Hant')).toEqual(['9,999.99', '12.99萬', '12.99億']);
  expect(asWritten('ja')).toEqual(['9,999.99', '12.99万', '12.99億']);
  expect(asWritten('ko')).toEqual(['9,999.99', '12.99만', '12.99억']);
  expect(asWritten('en')).toEqual(['9.99K', '129.99K', '1.29B']);
  expect(asWritten('es')).toEqual(['9,99K', '129,99K', '1,29B']);
});
