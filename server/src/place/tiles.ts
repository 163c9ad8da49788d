import { kindOfPicture } from '../platform/files/picture.ts';
import { readBounded } from './read-bounded.ts';

export type Tile = { bytes: Buffer; type: `image/${'png' | 'jpeg' | 'webp'}` };
export type TilePosition = { z: number; x: number; y: number };
/** Undefined: the service has nothing there, may not be asked now, or failed; then the outlines beneath are seen. */
export type TileReader = (place: TilePosition) => Promise<Tile | undefined>;

type Options = {
  /** The only address that is ever asked, with {z}, {x} and {y} in it. */
  url: string;
  /** What the service allows, for all members together. */
  perMinute: number;
  onFailure: (reason: unknown) => void;
  now?: () => number;
};

const TIMEOUT_MS = 5_000;
const TILE_BYTES_MAX = 512 * 1024;
/** So much is kept, the tiles that nobody asked for the longest going first: some thousand of them. */
const KEPT_BYTES_MAX = 48 * 1024 * 1024;
/** Questions at one time. */
const AT_ONCE_MAX = 24;
/** After a failure nobody waits for it again for so long. */
const PAUSE_MS = 10_000;
const MINUTE_MS = 60_000;

/** A place in the grid of the world, from its parts as they stand in an address; undefined when there is no such tile. */
export function readTilePosition(texts: { z: string; x: string; y: string }, zoomMax: number) {
  const numbers = [texts.z, texts.x, texts.y].map((text) =>
    /^(0|[1-9]\d{0,6})$/.test(text) ? Number(text) : Number.NaN,
  );
  const [z = Number.NaN, x = Number.NaN, y = Number.NaN] = numbers;
  // Written so that what is no number fails.
  return z <= zoomMax && x < 2 ** z && y < 2 ** z ? { z, x, y } : undefined;
}

async function ask(url: string, { z, x, y }: TilePosition): Promise<Tile | undefined> {
  const address = url.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y));
  const response = await fetch(address, {
    // Nothing of who looks at the map goes along.
    headers: { accept: 'image/png,image/webp,image/jpeg', 'user-agent': 'Openmere' },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.status === 404 || response.status === 204) {
    await response.body?.cancel();
    return undefined;
  }
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`the service of map tiles answered ${response.status}`);
  }
  const bytes = await readBounded(response, TILE_BYTES_MAX);
  const kind = kindOfPicture(bytes);
  if (!kind) throw new Error('the service of map tiles answered with no picture');
  return { bytes, type: `image/${kind}` };
}

/** Tiles by their place, the newest used last; together within a bound. */
class KeptTiles {
  readonly #tiles = new Map<string, Tile>();
  #bytes = 0;

  find(key: string): Tile | undefined {
    const tile = this.#tiles.get(key);
    if (!tile) return undefined;
    this.#tiles.delete(key);
    this.#tiles.set(key, tile);
    return tile;
  }

  keep(key: string, tile: Tile): void {
    this.#tiles.set(key, tile);
    this.#bytes += tile.bytes.length;
    for (const [oldest, { bytes }] of this.#tiles) {
      if (this.#bytes <= KEPT_BYTES_MAX) break;
      this.#tiles.delete(oldest);
      this.#bytes -= bytes.length;
    }
  }
}

/** Tiles of the operator's choice: each is asked for once and kept, within the service's limit, and left alone after a failure. */
export function createTiles({ url, perMinute, onFailure, now = Date.now }: Options): TileReader {
  const kept = new KeptTiles();
  const asking = new Map<string, Promise<Tile | undefined>>();
  let minute = 0;
  let askedInMinute = 0;
  let pausedUntil = 0;
  const mayAsk = (): boolean => {
    const current = Math.floor(now() / MINUTE_MS);
    if (current !== minute) [minute, askedInMinute] = [current, 0];
    return now() >= pausedUntil && askedInMinute < perMinute && asking.size < AT_ONCE_MAX;
  };
  const fetchTile = async (key: string, place: TilePosition): Promise<Tile | undefined> => {
    try {
      const tile = await ask(url, place);
      if (tile) kept.keep(key, tile);
      return tile;
    } catch (error) {
      pausedUntil = now() + PAUSE_MS;
      onFailure(error);
      return undefined;
    } finally {
      asking.delete(key);
    }
  };
  return async (place) => {
    const key = `${place.z}/${place.x}/${place.y}`;
    const known = kept.find(key) ?? asking.get(key);
    if (known) return known;
    if (!mayAsk()) return undefined;
    askedInMinute += 1;
    const answer = fetchTile(key, place);
    asking.set(key, answer);
    return answer;
  };
}
