// @vitest-environment happy-dom
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openWorldMap } from './world-map.ts';
import type { WorldMap } from './world-map.ts';

const worldFile = fileURLToPath(import.meta.resolve('world-atlas/countries-110m.json'));
const lisbon = { latitude: 38.71667, longitude: -9.13333 };

let host: HTMLElement;
let map: WorldMap | undefined;
beforeEach(async () => {
  const world = await readFile(worldFile, 'utf8');
  vi.stubGlobal('fetch', async () => new Response(world));
  host = document.body.appendChild(document.createElement('div'));
  vi.spyOn(host, 'clientWidth', 'get').mockReturnValue(400);
  vi.spyOn(host, 'clientHeight', 'get').mockReturnValue(300);
});
afterEach(() => {
  map?.close();
  host.remove();
  vi.unstubAllGlobals();
});

async function open(tilesZoomMax: number, location?: typeof lisbon): Promise<WorldMap> {
  map = await openWorldMap(host, { location, markerLabel: 'Here', onMove: undefined, tilesZoomMax });
  return map;
}
const tiles = () => [...host.querySelectorAll('img')].map((tile) => tile.getAttribute('src') ?? '');
const outlines = () => host.querySelectorAll('.leaflet-overlay-pane path').length;

test('behavior: without tiles the outlines are the map, and nothing is asked for', async () => {
  await open(0, lisbon);
  expect(outlines()).toBeGreaterThan(100);
  expect(tiles()).toEqual([]);
});

test('behavior: tiles come from our own origin, each a place of the grid, and the outlines stay beneath', async () => {
  await open(19, lisbon);
  const shown = tiles();
  expect(shown.length).toBeGreaterThan(3);
  for (const tile of shown) expect(tile).toMatch(/^\/tiles\/14\/\d+\/\d+$/);
  // The tile in which the town lies, worked out by hand: (1 - ln(tan φ + sec φ) / π) / 2 of 2^14 rows.
  expect(shown).toContain('/tiles/14/7776/6278');
  expect(outlines()).toBeGreaterThan(100);
});

test('behavior: no tile is asked for that the service does not have: closer ones are drawn larger', async () => {
  const opened = await open(5, lisbon);
  opened.zoomBy(3);
  await expect.poll(() => tiles().length).toBeGreaterThan(0);
  for (const tile of tiles()) expect(tile).toMatch(/^\/tiles\/5\//);
});
