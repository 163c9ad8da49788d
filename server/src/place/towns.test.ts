import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openPacked, packTowns } from './town-file.ts';
import type { City } from './town-file.ts';
import { createTowns, openTowns, townFileOf } from './towns.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const city = (name: string, country: string, population: number, at: [number, number]): City => ({
  name,
  country,
  population,
  loc: { coordinates: at },
});

function packed(cities: City[]) {
  const bytes = packTowns(cities);
  const data = new ArrayBuffer(bytes.length);
  bytes.copy(new Uint8Array(data));
  return openTowns(openPacked(data));
}

test('behavior: the nearest is found across the date line, over the pole, and not beyond what is near', () => {
  const towns = packed([
    city('East', 'FJ', 10, [179.9, -16.8]),
    city('North', 'NO', 20, [10, 89.9]),
    city('Equator', 'GA', 30, [9, 0]),
  ]);
  expect(towns.nearest({ latitude: -16.8, longitude: -179.95 })?.town.name).toBe('East');
  expect(towns.nearest({ latitude: 89.9, longitude: -170 })?.town.name).toBe('North');
  expect(towns.nearest({ latitude: 0, longitude: 9.1 })?.km).toBeCloseTo(11.12, 1);
  expect(towns.nearest({ latitude: 0, longitude: 10 })).toBeUndefined();
});

test('behavior: names are found from their beginning only, with line breaks in none', () => {
  const towns = packed([
    city('San', 'ML', 5, [1, 1]),
    city('Santa\nAna', 'SV', 50, [2, 2]),
    city('New San', 'US', 500, [3, 3]),
    city('Łódź', 'PL', 1, [4, 4]),
  ]);
  expect(towns.startingWith('san').map(({ name }) => name)).toEqual(['Santa Ana', 'San']);
  expect(towns.startingWith('lodz')).toEqual([
    { id: 3, name: 'Łódź', country: 'PL', location: { latitude: 4, longitude: 4 } },
  ]);
  expect(towns.startingWith('n\ns')).toEqual([]);
  expect(towns.startingWith('')).toEqual([]);
  expect(towns.largestOf(['ML', 'SV']).map(({ name }) => name)).toEqual(['Santa Ana', 'San']);
  expect(towns.largestOf([])).toEqual([]);
});

test('behavior: the list is packed once, read from its file, and small', { timeout: 60_000 }, async () => {
  const load = createTowns(townFileOf(root));
  const before = process.memoryUsage().arrayBuffers;
  const [towns, same] = await Promise.all([load(), load()]);
  expect(same).toBe(towns);
  expect(towns.count).toBeGreaterThan(100_000);
  expect(towns.startingWith('Suva')[0]).toMatchObject({ country: 'FJ' });
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8_000_000);
});

test('behavior: a file that could not be packed is tried again', { timeout: 60_000 }, async () => {
  const load = createTowns('/dev/null/towns.bin');
  await expect(load()).rejects.toThrow(/not packed/);
  await expect(load()).rejects.toThrow(/not packed/);
});
