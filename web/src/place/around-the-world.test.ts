import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { FeatureCollection, MultiPolygon } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { expect, test } from 'vitest';
import { aroundTheWorld, unwrapRing } from './around-the-world.ts';

test('behavior: a ring across the date line goes on, in either direction; others stay', () => {
  const east = [
    [179, 1],
    [-179, 2],
    [-179, 3],
    [179, 4],
    [179, 1],
  ];
  expect(unwrapRing(east).map(([longitude]) => longitude)).toEqual([179, 181, 181, 179, 179]);
  const west = [
    [-179, 1],
    [179, 2],
    [-179, 1],
  ];
  expect(unwrapRing(west).map(([longitude]) => longitude)).toEqual([-179, -181, -179]);
  expect(
    unwrapRing([
      [10, 1],
      [-100, 2],
    ]),
  ).toEqual([
    [10, 1],
    [-100, 2],
  ]);
  expect(unwrapRing([])).toEqual([]);
});

test('property: no line of the world that comes with the app goes across the map, and it is there three times', () => {
  const file = createRequire(import.meta.url).resolve('world-atlas/countries-110m.json');
  const world = JSON.parse(readFileSync(file, 'utf8')) as Topology<{ countries: GeometryCollection }>;
  const countries = feature(world, world.objects.countries) as FeatureCollection;
  const flat = aroundTheWorld(countries);
  expect(flat.features).toHaveLength(countries.features.length * 3);
  const steps = flat.features.flatMap(({ geometry }) =>
    (geometry as MultiPolygon).coordinates
      .flat()
      .flatMap((ring) =>
        ring.slice(1).map(([longitude = 0], at) => Math.abs(longitude - (ring[at]?.[0] ?? 0))),
      ),
  );
  expect(steps.length).toBeGreaterThan(10_000);
  expect(Math.max(...steps)).toBeLessThanOrEqual(180);
});
