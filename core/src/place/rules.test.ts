import { expect, test } from 'vitest';
import { formatLocation, parseLocation, plainName } from './rules.ts';

test.each([
  '',
  '91,0',
  '-90.1,0',
  '0,181',
  '1',
  '1,2,3',
  '1e1,2',
  '٣,٤',
  '0x1,2',
  '52.5;13.4',
  'NaN,1',
  '1.,2',
])('refuses: %j is no location', (text) => expect(parseLocation(text)).toBeUndefined());

test('behavior: degrees are read and written, whole and with six decimals', () => {
  expect(parseLocation('-33.868820, 151.209296')).toEqual({ latitude: -33.86882, longitude: 151.209296 });
  expect(formatLocation({ latitude: 52.52000659, longitude: 13.404953999 })).toBe('52.520007,13.404954');
  expect(formatLocation({ latitude: -0.00000001, longitude: 0 })).toBe('0,0');
});

test('property: what is written is read as the same place, also beyond the date line', () => {
  for (let longitude = -900; longitude <= 900; longitude += 37.5) {
    const text = formatLocation({ latitude: longitude / 10, longitude });
    const read = parseLocation(text);
    expect(read).toBeDefined();
    expect(formatLocation(read ?? { latitude: 99, longitude: 0 })).toBe(text);
  }
});

test('behavior: names are compared without marks and capitals', () => {
  expect(plainName(' São  Paulo ')).toBe('sao paulo');
  expect(plainName('Đà Nẵng')).toBe('da nang');
  expect(plainName('Łódź')).toBe('lodz');
  expect(plainName('Gießen')).toBe('giessen');
  expect(plainName('東京')).toBe('東京');
});
