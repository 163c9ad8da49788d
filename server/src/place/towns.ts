import { fork } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NEAR_KM, plainName, PLACES_MAX } from '@openmere/core/place/rules.ts';
import type { Location } from '@openmere/core/place/rules.ts';
import { around, distance } from 'geokdbush';
import { openPacked, TOWN_FORMAT } from './town-file.ts';
import type { PackedTowns } from './town-file.ts';

export type Town = { id: number; name: string; country: string; location: Location };

/** Every town of the embedded list. */
export type Towns = {
  readonly count: number;
  nearest(at: Location): { town: Town; km: number } | undefined;
  /** Whose name begins so, the largest first. */
  startingWith(name: string): Town[];
  /** The largest of these countries (two letters). */
  largestOf(countries: readonly string[]): Town[];
};

/** Where the packed list lies, beside what else is built. */
export function townFileOf(buildDir: string): string {
  return join(buildDir, `server/dist/towns-${TOWN_FORMAT}.bin`);
}

/** Which line begins at `start`, by halving. */
function lineAt(starts: Uint32Array, start: number): number {
  let [low, high] = [0, starts.length - 2];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= start) low = middle;
    else high = middle - 1;
  }
  return low;
}

export function openTowns(packed: PackedTowns): Towns {
  const { count, index, names, nameStarts, plainNames, plainStarts, countries, coordinates } = packed;
  // The list has five decimals; single precision keeps them, and some more that mean nothing.
  const degreesAt = (at: number): number => Math.round((coordinates[at] ?? 0) * 1e5) / 1e5;
  const townAt = (id: number): Town => ({
    id,
    name: names.toString('utf8', nameStarts[id], (nameStarts[id + 1] ?? 1) - 1),
    country: countries.toString('latin1', id * 2, id * 2 + 2),
    location: { latitude: degreesAt(id * 2 + 1), longitude: degreesAt(id * 2) },
  });
  return {
    count,
    nearest(at) {
      const [id] = around(index, at.longitude, at.latitude, 1, NEAR_KM);
      if (id === undefined) return undefined;
      const town = townAt(id);
      const { longitude, latitude } = town.location;
      return { town, km: distance(at.longitude, at.latitude, longitude, latitude) };
    },
    startingWith(name) {
      const found: Town[] = [];
      const plain = plainName(name);
      if (plain === '') return found;
      const wanted = `\n${plain}`;
      let at = plainNames.indexOf(wanted);
      while (at >= 0 && found.length < PLACES_MAX) {
        found.push(townAt(lineAt(plainStarts, at + 1)));
        at = plainNames.indexOf(wanted, at + 1);
      }
      return found;
    },
    largestOf(wanted) {
      const found: Town[] = [];
      for (let id = 0; wanted.length > 0 && id < count && found.length < PLACES_MAX; id += 1)
        if (wanted.includes(countries.toString('latin1', id * 2, id * 2 + 2))) found.push(townAt(id));
      return found;
    },
  };
}

async function readPacked(file: string): Promise<PackedTowns> {
  await using handle = await open(file);
  const { size } = await handle.stat();
  const data = new ArrayBuffer(size);
  await handle.read(new Uint8Array(data), 0, size, 0);
  return openPacked(data);
}

/** Packs the list when that was not done yet: by the build, else when somebody first asks. */
export async function packTownsOnce(file: string): Promise<void> {
  const there = await open(file).catch(() => undefined);
  if (there) return there.close();
  const packer = fork(fileURLToPath(new URL('./pack-towns.ts', import.meta.url)), [file], {
    env: {},
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [code] = (await once(packer, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`the list of towns was not packed: ${code}`);
}

/** Opened when somebody first asks for a place, and kept (7 MB); a list that could not be read is tried again. */
export function createTowns(file: string): () => Promise<Towns> {
  let towns: Promise<Towns> | undefined;
  return () => {
    towns ??= packTownsOnce(file).then(async () => openTowns(await readPacked(file)));
    towns.catch(() => (towns = undefined));
    return towns;
  };
}
