import { countries } from '@openmere/core/auth/geo.ts';
import type { Locale } from '@openmere/core/kit/language.ts';

export type Country = { readonly code: string; readonly name: string; readonly findBy: string };

const known = new Map<Locale, readonly Country[]>();

/** The name of a country in a language, from the browser's own data; the code where it has none. */
export function countryName(code: string, locale: Locale): string {
  return new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' }).of(code) ?? code;
}

/** Every country and region by name in the order of the language; found by code and English name, too. */
export function countriesOf(locale: Locale): readonly Country[] {
  const found = known.get(locale);
  if (found) return found;
  const names = new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' });
  const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });
  const order = new Intl.Collator(locale);
  const list = countries
    .map((code) => ({ code, name: names.of(code) ?? code, findBy: `${code} ${english.of(code) ?? ''}` }))
    .sort((a, b) => order.compare(a.name, b.name));
  known.set(locale, list);
  return list;
}
