/** A point, in degrees. */
export type Location = { readonly latitude: number; readonly longitude: number };

/** Further away than this a town says nothing about a point. */
export const NEAR_KM = 60;
export const PLACE_NAME_MIN = 2;
export const PLACE_NAME_MAX = 60;
/** Towns that a search answers at most. */
export const PLACES_MAX = 8;

const LOCATION = /^(-?\d{1,2}(?:\.\d{1,8})?), ?(-?\d{1,3}(?:\.\d{1,8})?)$/;

/** `latitude,longitude` in degrees; undefined when it is no place on Earth. */
export function parseLocation(text: string): Location | undefined {
  const [, north, east] = LOCATION.exec(text.trim()) ?? [];
  if (north === undefined || east === undefined) return undefined;
  const location = { latitude: Number(north), longitude: Number(east) };
  return Math.abs(location.latitude) <= 90 && Math.abs(location.longitude) <= 180 ? location : undefined;
}

/** Six decimals: a tenth of a metre. Once around the world ends where it began. */
export function formatLocation({ latitude, longitude }: Location): string {
  const around = ((((longitude + 180) % 360) + 360) % 360) - 180;
  const degrees = (value: number) => String(Math.round(value * 1e6) / 1e6 + 0);
  return `${degrees(Math.max(-90, Math.min(90, latitude)))},${degrees(around)}`;
}

/** Letters that are no other letter with a mark, as people type them without a keyboard for them. */
const plainLetters: Readonly<Record<string, string>> = {
  đ: 'd',
  ð: 'd',
  ø: 'o',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ə: 'a',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};

/** As names are compared: small letters without their marks. */
export function plainName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[đðøłħıəßæœþ]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim();
}
