import { barredBy } from '@openmere/core/auth/geo.ts';
import { expect, test } from 'vitest';
import { phoneCountryOf } from './phone.ts';

test.each([
  ['+8613800138000', 'CN'],
  ['+12125550123', 'US'],
  ['+13105550199', 'US'],
  ['+18005550199', 'US'],
])('refuses: %s is barred as a number of %s', (phone, country) => {
  expect(phoneCountryOf(phone)).toBe(country);
  expect(barredBy({ country: 'SG', phoneCountry: phoneCountryOf(phone) })).toEqual({
    signal: 'phone',
    country,
  });
});

test.each([
  ['+14165550123', 'CA'],
  ['+16045550123', 'CA'],
  ['+18765550123', 'JM'],
  ['+12425550123', 'BS'],
  ['+17875550123', 'PR'],
  ['+18095550123', 'DO'],
  ['+85251234567', 'HK'],
  ['+85366123456', 'MO'],
  ['+886912345678', 'TW'],
  ['+6581234567', 'SG'],
])('behavior: %s of %s is not barred', (phone, country) => {
  expect(phoneCountryOf(phone)).toBe(country);
  expect(barredBy({ country, phoneCountry: phoneCountryOf(phone) })).toBeUndefined();
});

test.each([null, '', 'abc', '12345'])('behavior: %j tells no country', (phone) => {
  expect(phoneCountryOf(phone)).toBeNull();
});
