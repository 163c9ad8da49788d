import type { Locale } from '@openmere/core/kit/language.ts';

const minuteMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 86_400_000;

/**
 * Relative time under a week, the date after that (specification §9: under 5 minutes is "just now", then minutes, hours,
 * days). `justNow` is the text for it.
 */
export function relativeTime(iso: string, now: number, locale: Locale, justNow: string): string {
  const age = now - Date.parse(iso);
  if (age < 5 * minuteMs) return justNow;
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'always' });
  if (age < hourMs) return format.format(-Math.floor(age / minuteMs), 'minute');
  if (age < dayMs) return format.format(-Math.floor(age / hourMs), 'hour');
  if (age < 7 * dayMs) return format.format(-Math.floor(age / dayMs), 'day');
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
