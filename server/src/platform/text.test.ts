import { refusalCodes } from '@openmere/core/errors.ts';
import { DEFAULT_LOCALE, locales } from '@openmere/core/kit/language.ts';
import { expect, test } from 'vitest';
import { hasText, keysUnder, translate, readableParams, readableTimes } from './text.ts';

test('refuses: nothing: an unknown key is its own text', () => {
  expect(translate('ja', 'nobody.knows', {})).toBe('nobody.knows');
});

test('behavior: parameters are put in as they are, in every language', () => {
  for (const locale of locales) {
    const text = translate(locale, 'ledger.insufficient', {
      asset: 'USDT',
      needed: '1234.5',
      available: '<b>',
    });
    expect(text).toMatch(/1234\.5/);
    expect(text).toContain('<b>');
  }
});

test('behavior: every refusal of the platform has its own words in every language', () => {
  const codes = refusalCodes.filter((code) => /^(request|ledger|setting)\./.test(code));
  expect(codes.length).toBeGreaterThan(14);
  for (const locale of locales)
    for (const code of codes) expect(hasText(locale, code), `${locale} ${code}`).toBe(true);
});

/** Words that a language shares with English. */
const shared: Readonly<Record<string, readonly string[]>> = { 'setting.enum.node.genesis': ['ms'] };

test('behavior: names of states stand in every language, and not in English by mistake', () => {
  const keys = keysUnder('setting.enum.');
  expect(keys.length).toBeGreaterThan(15);
  for (const key of keys) {
    const others = locales
      .filter((locale) => locale !== DEFAULT_LOCALE && !shared[key]?.includes(locale))
      .map((locale) => translate(locale, key));
    expect(
      others.filter((text) => text === translate(DEFAULT_LOCALE, key)),
      key,
    ).toEqual([]);
  }
});

test('refuses: to stumble over a name that only looks like a time', () => {
  const params = {
    device: '2026-99-99T99:99:99Z',
    shop: '2026-02-31T25:00:00Z',
    until: '2026-11-23T18:05:00Z',
  };
  const { device, shop, until } = readableParams('en', params);
  expect([device, shop]).toEqual([params.device, params.shop]);
  expect(until).toMatch(/UTC$/);
  expect(readableTimes('th', params)).toMatchObject({ device, shop });
});

test('behavior: times are written in the reader’s language, in UTC, and dates are not touched', () => {
  const params = { until: '2026-11-23T18:05:00.000Z', amount: '20.5', code: '2026-11-23' };
  expect(readableParams('en', params)).toMatchObject({ amount: '20.5', code: '2026-11-23' });
  for (const locale of ['en', 'ja', 'th'] as const) {
    const { until } = readableParams(locale, params);
    expect(until).toMatch(/UTC$/);
    expect(until).not.toContain('T18:05');
  }
});

test('behavior: amounts are written as the app writes them in each language; other digits are not touched', () => {
  const params = { amount: '12345.6', available: '20', code: '123456', serial: '1234', count: 1234 };
  const rest = { code: '123456', serial: '1234', count: 1234 };
  for (const locale of ['en', 'zh-Hant', 'ko', 'ms', 'th'] as const)
    expect(readableParams(locale, params)).toEqual({ amount: '12,345.6', available: '20', ...rest });
  for (const locale of ['es', 'vi'] as const)
    expect(readableParams(locale, params)).toEqual({ amount: '12.345,6', available: '20', ...rest });
  expect(readableParams('es', { amount: '1234.000000000000000001' })).toEqual({
    amount: '1.234,000000000000000001',
  });
  expect(readableParams('en', { amount: '1,234.50 USDT' })).toEqual({ amount: '1,234.50 USDT' });
});
