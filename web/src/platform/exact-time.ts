import type { Locale } from '@openmere/core/kit/language.ts';

/** Date and time in the device's zone, to the second, with the zone's short name. */
export function exactTime(iso: string, locale: Locale): string {
  const date = new Date(iso);
  const text = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }).format(date);
  const zone = new Intl.DateTimeFormat('en', { timeZoneName: 'short' })
    .formatToParts(date)
    .find((part) => part.type === 'timeZoneName')?.value;
  return zone === undefined ? text : `${text} ${zone}`;
}
