import { describe, expect, test } from 'vitest';
import { barredBy, checkGeo, countries } from './geo.ts';

const codeOf = (...signals: Parameters<typeof checkGeo>): string | undefined => checkGeo(...signals)?.code;

describe('the geo bar (T26)', () => {
  test.each([undefined, null, '', 'XX', 'ZZ', 'EU', 'UK', 'C', 'CHN', '中国'])(
    'refuses: without a country, here %j',
    (country) => {
      expect(codeOf({ country })).toBe('auth.badcountry');
    },
  );

  test('refuses: mainland China and the United States by every signal, in every case of letters', () => {
    for (const barred of ['CN', 'US', 'cn', 'Us']) {
      expect(codeOf({ country: barred })).toBe('auth.barred');
      expect(codeOf({ country: 'SG', phoneCountry: barred })).toBe('auth.barred');
      expect(codeOf({ country: 'SG', ipCountry: barred })).toBe('auth.barred');
    }
  });

  test('refuses: matrix of 249 countries and every mixture of signals, exactly where one of them is barred', () => {
    expect(countries).toHaveLength(249);
    expect(new Set(countries).size).toBe(249);
    const others = [null, 'SG', 'HK', 'CA', 'CN', 'US'];
    let cells = 0;
    for (const country of countries) {
      for (const phoneCountry of [...others, country]) {
        for (const ipCountry of [...others, country]) {
          const signals = { country, phoneCountry, ipCountry };
          const isBarred = [country, phoneCountry, ipCountry].some((code) => code === 'CN' || code === 'US');
          expect(codeOf(signals)).toBe(isBarred ? 'auth.barred' : undefined);
          cells += 1;
        }
      }
    }
    expect(cells).toBe(249 * 49);
  });

  test('refuses: what the configuration adds, and never less than the two', () => {
    expect(codeOf({ country: 'KP' }, ['KP'])).toBe('auth.barred');
    expect(codeOf({ country: 'CN' }, [])).toBe('auth.barred');
  });

  test('behavior: names the first signal that bars', () => {
    expect(barredBy({ country: 'SG', phoneCountry: 'us', ipCountry: 'CN' })).toEqual({
      signal: 'phone',
      country: 'US',
    });
    expect(barredBy({ ipCountry: 'CN' })).toEqual({ signal: 'ip', country: 'CN' });
    expect(barredBy({})).toBeUndefined();
  });

  test.each(['HK', 'MO', 'TW', 'CA', 'PR', 'JM', 'BS', 'VI', 'DO'])(
    'behavior: %s is not barred',
    (country) => {
      expect(codeOf({ country, phoneCountry: country, ipCountry: country })).toBeUndefined();
    },
  );
});
