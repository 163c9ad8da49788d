import { countries } from '@openmere/core/auth/geo.ts';
import type { Locale } from '@openmere/core/kit/language.ts';
import { formatLocation, parseLocation, plainName } from '@openmere/core/place/rules.ts';
import type { Location } from '@openmere/core/place/rules.ts';
import type { OutsideGeocoder } from './outside.ts';
import type { Towns } from './towns.ts';

/** Who knows places: the embedded list, and before it a service outside where one is configured. */
export type PlaceDeps = { loadTowns: () => Promise<Towns>; askOutside?: OutsideGeocoder | undefined };

type Asked = { actor: { from: { locale: Locale } } } & PlaceDeps;

export type GeocodeAnswer = {
  location: string;
  address: string;
  country: string | null;
  kind: 'address' | 'near' | 'none';
  distancekm: number | null;
  credit: string;
};

/** What a country is called in the reader's language. */
function countryName(code: string, locale: Locale): string {
  return new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code;
}

/** The contract has refused everything else. */
function locationOf(text: string): Location {
  const location = parseLocation(text);
  if (!location) throw new TypeError('not a location');
  return location;
}

/** The address of a point, where a service outside knows one; else the town that it is near to, said as such. */
export async function geocode(
  { actor, loadTowns, askOutside }: Asked,
  input: { location: string; format?: 'full' | 'town' | undefined },
): Promise<GeocodeAnswer> {
  const at = locationOf(input.location);
  const location = formatLocation(at);
  const { locale } = actor.from;
  const found = await askOutside?.(at, locale);
  const outside = input.format === 'town' ? found?.town : found?.address;
  if (found && outside !== undefined)
    return {
      location,
      address: outside,
      country: found.country,
      kind: 'address',
      distancekm: null,
      credit: found.credit,
    };
  const near = (await loadTowns()).nearest(at);
  if (!near) return { location, address: '', country: null, kind: 'none', distancekm: null, credit: '' };
  const { name, country } = near.town;
  const address = input.format === 'town' ? name : `${name}, ${countryName(country, locale)}`;
  return { location, address, country, kind: 'near', distancekm: Math.round(near.km * 10) / 10, credit: '' };
}

/** Countries whose name in the reader's language begins so: names of towns are in Latin letters only. */
function countriesCalled(name: string, locale: Locale): string[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const wanted = plainName(name);
  return countries.filter((code) => plainName(names.of(code) ?? '').startsWith(wanted));
}

/** Towns by the beginning of their name, then the largest of countries that are called so. */
export async function findPlaces({ actor, loadTowns }: Asked, { name }: { name: string }) {
  const { locale } = actor.from;
  const towns = await loadTowns();
  const called = towns.startingWith(name);
  const found = called.length > 0 ? called : towns.largestOf(countriesCalled(name, locale));
  return {
    list: found.map((town) => ({
      id: String(town.id),
      name: town.name,
      country: countryName(town.country, locale),
      location: formatLocation(town.location),
    })),
    total: found.length,
  };
}
