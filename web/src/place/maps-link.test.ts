import { expect, test } from 'vitest';
import { mapsLink } from './maps-link.ts';

test('behavior: a phone opens its maps app, another device one site and no other', () => {
  const lisbon = { latitude: 38.7223, longitude: -9.1393 };
  expect(mapsLink(lisbon, true)).toBe('geo:38.7223,-9.1393?q=38.7223%2C-9.1393');
  const { origin, search, hash } = new URL(mapsLink(lisbon, false));
  expect(origin).toBe('https://www.openstreetmap.org');
  expect(search).toBe('?mlat=38.7223&mlon=-9.1393');
  expect(hash).toBe('#map=15/38.7223/-9.1393');
});
