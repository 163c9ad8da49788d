import type { Locale } from '@openmere/core/kit/language.ts';
import type { Location } from '@openmere/core/place/rules.ts';
import { z } from 'zod';
import { readBounded } from './read-bounded.ts';

export type FoundAddress = {
  address: string;
  town: string | undefined;
  country: string | null;
  /** Whose work it is, as the service says; else which service it is. */
  credit: string;
};
/** Undefined: it has no answer, may not be asked now, or failed; then the embedded list answers. */
export type OutsideGeocoder = (at: Location, locale: Locale) => Promise<FoundAddress | undefined>;

type Options = {
  /** https address of a reverse geocoder that speaks as Nominatim does (`lat`, `lon`, `format=jsonv2`). */
  url: string;
  /** Waits for the turn of this question, over all processes; false when it would wait too long. */
  takeTurn: () => Promise<boolean>;
  onFailure: (reason: unknown) => void;
  now?: () => number;
};

const TIMEOUT_MS = 3_000;
const BYTES_MAX = 64 * 1024;
const ADDRESS_MAX = 300;
/** After a failure nobody waits for it again for so long. */
const PAUSE_MS = 30_000;
const KEPT_MAX = 1_000;

const answer = z.object({
  display_name: z.string().optional(),
  licence: z.string().optional(),
  address: z
    .object({
      city: z.string(),
      town: z.string(),
      village: z.string(),
      municipality: z.string(),
      country_code: z.string(),
    })
    .partial()
    .optional(),
});

/** A stranger's text: one line, without what turns or hides letters. */
function clean(text: string | undefined): string {
  const line = (text ?? '').replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
  return Array.from(line).slice(0, ADDRESS_MAX).join('').trim();
}

async function ask(url: string, { lat, lon }: Asked, locale: Locale): Promise<FoundAddress | undefined> {
  const asked = new URL(url);
  for (const [name, value] of Object.entries({ lat, lon, format: 'jsonv2', 'accept-language': locale }))
    asked.searchParams.set(name, value);
  const response = await fetch(asked, {
    headers: { accept: 'application/json', 'user-agent': 'Openmere' },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`the service of addresses answered ${response.status}`);
  const { display_name, licence, address } = answer.parse(
    JSON.parse((await readBounded(response, BYTES_MAX)).toString('utf8')),
  );
  const text = clean(display_name);
  if (text === '') return undefined;
  const town = clean(address?.city ?? address?.town ?? address?.village ?? address?.municipality);
  const country = address?.country_code?.toUpperCase() ?? '';
  return {
    address: text,
    town: town === '' ? undefined : town,
    country: /^[A-Z]{2}$/.test(country) ? country : null,
    credit: clean(licence) || asked.hostname,
  };
}

/** Four decimals, ten metres: all that a stranger is told of where somebody chose. */
type Asked = { lat: string; lon: string };

/** A service of the operator's choice: each question is asked once and in its turn, its answer kept for a while; left alone after a failure. */
export function createOutsideGeocoder({
  url,
  takeTurn,
  onFailure,
  now = Date.now,
}: Options): OutsideGeocoder {
  /** Answers, and questions that are on their way. */
  const kept = new Map<string, Promise<FoundAddress | undefined>>();
  let pausedUntil = 0;
  const find = async (key: string, asked: Asked, locale: Locale): Promise<FoundAddress | undefined> => {
    try {
      if ((await takeTurn()) && now() >= pausedUntil) return await ask(url, asked, locale);
    } catch (error) {
      pausedUntil = now() + PAUSE_MS;
      onFailure(error);
    }
    // No answer of the service: it may be asked again.
    kept.delete(key);
    return undefined;
  };
  return async ({ latitude, longitude }, locale) => {
    const asked = { lat: latitude.toFixed(4), lon: longitude.toFixed(4) };
    const key = `${asked.lat},${asked.lon} ${locale}`;
    const known = kept.get(key);
    if (known || now() < pausedUntil) return known;
    const [oldest] = kept.keys();
    if (kept.size >= KEPT_MAX && oldest !== undefined) kept.delete(oldest);
    const found = find(key, asked, locale);
    kept.set(key, found);
    return found;
  };
}
