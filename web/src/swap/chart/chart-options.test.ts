import { locales } from '@openmere/core/kit/language.ts';
import { expect, test } from 'vitest';
import { axisPrice } from './chart-options.ts';

test('behavior: a step of the axis that is a float’s sum is the price that it means, cut and not rounded', () => {
  expect(axisPrice(0.1 + 0.2 - 0.25, 'en', 5)).toBe('0.05000');
  expect(axisPrice(0.049999999999999996, 'en', 6)).toBe('0.050000');
  expect(axisPrice(0.0567899, 'en', 5)).toBe('0.05678');
  expect(axisPrice(-1e-12, 'en', 4)).toBe('0.0000');
  expect(axisPrice(-0.125, 'en', 3)).toBe('-0.125');
});

test.each(locales)('behavior: it is written as the platform writes it in %s', (locale) => {
  for (const [value, decimals] of [
    [0.00012345, 9],
    [1234.5, 2],
    [12.3456, 4],
    [1_234_567.891, 2],
  ] as const) {
    const format = new Intl.NumberFormat(locale, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      useGrouping: 'always',
    });
    expect(axisPrice(value, locale, decimals)).toBe(format.format(value));
  }
});

test('behavior: what is beyond any price still gives a text', () => {
  expect(axisPrice(1e21, 'en', 2)).toBe('1e+21');
  expect(axisPrice(Number.NaN, 'en', 2)).toBe('NaN');
});
