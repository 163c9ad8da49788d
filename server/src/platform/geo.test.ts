import { beforeAll, expect, test } from 'vitest';
import { openGeo } from './geo.ts';
import type { CountryOf } from './geo.ts';

let countryOf: CountryOf;
beforeAll(async () => {
  countryOf = await openGeo();
});

test.each([
  '',
  'x',
  '10.1.2.3',
  '127.0.0.1',
  '192.168.0.1',
  '172.20.0.1',
  '169.254.1.1',
  '100.64.0.1',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  '::ffff:10.0.0.1',
  '999.1.1.1',
])('refuses: to guess a country of %j', (ip) => expect(countryOf(ip)).toBeNull());

test.each([
  ['8.8.8.8', 'US'],
  ['::ffff:8.8.8.8', 'US'],
  ['114.114.114.114', 'CN'],
  ['2400:3200::1', 'CN'],
  ['203.80.96.10', 'HK'],
  ['168.95.1.1', 'TW'],
])('behavior: %s is in %s', (ip, country) => expect(countryOf(ip)).toBe(country));
