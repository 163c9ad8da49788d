import { barredBy, countries } from '@openmere/core/auth/geo.ts';
import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/max';
import { phoneCountryOf } from './phone.ts';

/** Who is barred by what, to ask of a million members. */
export type Bars = {
  country: (country: string | null) => boolean;
  phone: (phone: string | null) => boolean;
};

/** A number is read whole, which takes long, only where it begins as those of a barred country do. */
export function barsOf(alsoBarred: readonly string[]): Bars {
  // The setting may name what is no country of the list, such as the code that numbers of Kosovo have.
  const barred = new Set([
    ...countries.filter((country) => barredBy({ country }, alsoBarred)),
    ...alsoBarred,
  ]);
  const prefixes = [...barred].flatMap((country) =>
    isSupportedCountry(country) ? [`+${getCountryCallingCode(country)}`] : [],
  );
  return {
    country: (country) => country !== null && barred.has(country),
    phone: (phone) =>
      phone !== null &&
      prefixes.some((prefix) => phone.startsWith(prefix)) &&
      barred.has(phoneCountryOf(phone) ?? ''),
  };
}
