import type { Locale } from '@openmere/core/kit/language.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/**
 * Relative time under a week, the date after that (specification §9: under 5 minutes is "just now", then minutes, hours,
 * days). `justNow` is the text for it.
 */
export function relativeTime(iso: string, now: number, locale: Locale, justNow: string): string {
  const age = now - Date.parse(iso);
  if (age < 5 * MINUTE_MS) return justNow;
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'always' });
  if (age < HOUR_MS) return format.format(-Math.floor(age / MINUTE_MS), 'minute');
  if (age < DAY_MS) return format.format(-Math.floor(age / HOUR_MS), 'hour');
  if (age < 7 * DAY_MS) return format.format(-Math.floor(age / DAY_MS), 'day');
  return dateText(iso, locale);
}

export function dateText(iso: string, locale: Locale): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(iso));
}

/** Until when, as said in a sentence: the hour alone while it is today, else with the day; in the device's zone. */
export function untilText(iso: string, now: number, locale: Locale): string {
  const date = new Date(iso);
  const today = date.toDateString() === new Date(now).toDateString();
  return new Intl.DateTimeFormat(locale, {
    ...(today ? {} : { month: 'short', day: 'numeric' }),
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(date);
}

/** Hours and minutes on the device's clock; `at` epoch ms. */
export function clockText(at: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);
}
