import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/**
 * The country of a phone number with its prefix, by the whole number: +1 is shared by the United States, Canada and the
 * Caribbean, and only the area code tells. A +1 number of no country (toll-free) counts as American. Null when it is no
 * number, or of no country.
 */
export function phoneCountryOf(phone: string | null): string | null {
  if (phone === null) return null;
  const parsed = parsePhoneNumberFromString(phone);
  if (!parsed) return null;
  return parsed.country ?? (parsed.countryCallingCode === '1' ? 'US' : null);
}

/** Kinds of numbers that messages reach. */
const reachable = ['MOBILE', 'FIXED_LINE_OR_MOBILE'];

/** A number with its prefix as E.164; undefined when it is no number that messages reach. */
export function parsePhone(text: string): string | undefined {
  const parsed = parsePhoneNumberFromString(text);
  if (!parsed?.isValid() || !reachable.includes(parsed.getType() ?? '')) return undefined;
  return parsed.number;
}
