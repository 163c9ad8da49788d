import type { Locale } from '@openmere/core/kit/language.ts';

/** Date and time in the device's zone, to the second, with the zone's short name; from 0 to 23 o'clock, as the rules are written. */
export function exactTime(iso: string, locale: Locale): string {
  const date = new Date(iso);
  const text = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'medium',
    hourCycle: 'h23',
  }).format(date);
  const zone = new Intl.DateTimeFormat('en', { timeZoneName: 'short' }).formatToParts(date).at(-1)?.value;
  return `${text} ${zone}`;
}
