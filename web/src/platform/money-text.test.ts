import { locales } from '@openmere/core/kit/language.ts';
import { expect, test } from 'vitest';
import { amountText, displayStyle } from './money-text.ts';

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
