import { plainName } from '@openmere/core/place/rules.ts';
import KDBush from 'kdbush';

/** One town of the list, as far as it is used (GeoNames, CC BY 4.0). */
export type City = {
  readonly name: string;
  readonly country: string;
  readonly population: number;
  readonly loc: { readonly coordinates: readonly [longitude: number, latitude: number] };
};

/** Raised when the list or the layout below changes: what was packed before is packed again. */
export const TOWN_FORMAT = 1;

const UNIT = 4;
const TRAILER = 2 * UNIT;

/** Every town without an object for each: the largest is number 0. */
export type PackedTowns = {
  readonly count: number;
  readonly index: KDBush;
  /** Longitude and latitude by turns. */
  readonly coordinates: Float32Array;
  /** Two letters each. */
  readonly countries: Buffer;
  /** One after the other with a line break around each: `\nTokyo\nDelhi\n`; where each begins is in `…Starts`. */
  readonly names: Buffer;
  readonly nameStarts: Uint32Array;
  /** The same as names are compared. */
  readonly plainNames: Buffer;
  readonly plainStarts: Uint32Array;
};

function packTexts(texts: readonly string[]): { starts: Uint32Array; text: Buffer } {
  const starts = new Uint32Array(texts.length + 1);
  let at = 1;
  for (const [id, text] of texts.entries()) {
    starts[id] = at;
    at += Buffer.byteLength(text) + 1;
  }
  starts[texts.length] = at;
  return { starts, text: Buffer.from(`\n${texts.join('\n')}\n`) };
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint32Array | Float32Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** The bytes of a file: index, coordinates, where texts begin, texts; at the end the length of the index and the count. */
export function packTowns(cities: readonly City[]): Buffer {
  const sorted = cities.toSorted((a, b) => b.population - a.population);
  const index = new KDBush(sorted.length, 64, Float32Array);
  const coordinates = new Float32Array(sorted.length * 2);
  for (const [id, { loc }] of sorted.entries()) {
    index.add(...loc.coordinates);
    coordinates.set(loc.coordinates, id * 2);
  }
  index.finish();
  const shown = sorted.map(({ name }) => name.replace(/\s+/g, ' '));
  const names = packTexts(shown);
  const plain = packTexts(shown.map(plainName));
  const trailer = Buffer.alloc(TRAILER);
  trailer.writeUInt32LE(index.data.byteLength, 0);
  trailer.writeUInt32LE(sorted.length, UNIT);
  return Buffer.concat([
    Buffer.from(index.data),
    bytesOf(coordinates),
    bytesOf(names.starts),
    bytesOf(plain.starts),
    Buffer.from(sorted.map(({ country }) => country).join('')),
    names.text,
    plain.text,
    trailer,
  ]);
}

/** Views into the bytes of {@link packTowns}; nothing is copied. */
export function openPacked(data: ArrayBuffer): PackedTowns {
  const trailer = new DataView(data, data.byteLength - TRAILER);
  const [indexLength, count] = [trailer.getUint32(0, true), trailer.getUint32(UNIT, true)];
  let at = indexLength;
  const take = (length: number): number => (at += length) - length;
  const coordinates = new Float32Array(data, take(count * 2 * UNIT), count * 2);
  const nameStarts = new Uint32Array(data, take((count + 1) * UNIT), count + 1);
  const plainStarts = new Uint32Array(data, take((count + 1) * UNIT), count + 1);
  const countries = Buffer.from(data, take(count * 2), count * 2);
  const namesLength = nameStarts[count] ?? 0;
  const names = Buffer.from(data, take(namesLength), namesLength);
  const plainLength = plainStarts[count] ?? 0;
  const plainNames = Buffer.from(data, take(plainLength), plainLength);
  return {
    count,
    index: KDBush.from(data),
    coordinates,
    countries,
    names,
    nameStarts,
    plainNames,
    plainStarts,
  };
}
