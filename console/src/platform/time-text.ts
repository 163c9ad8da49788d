import { currentLocale } from './texts.ts';

/** Of a column that shows `exactTime`, in pixels. */
export const TIME_WIDTH = 152;

const two = (value: number): string => String(value).padStart(2, '0');

/** Date and time in the operator's zone, to the second, in the order that both languages read alike. */
export function exactTime(iso: string | null): string {
  if (iso === null) return '—';
  const time = new Date(iso);
  const date = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${date} ${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
}

/** The zone that every time on the screen is in: its name and how far it is from UTC now. */
export function zoneText(now = new Date()): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const offset = offsetText(now);
  return timeZone === offset ? offset : `${timeZone} · ${offset}`;
}

/** `UTC+8`, `UTC−3:30`. */
export function offsetText(now = new Date()): string {
  const minutes = -now.getTimezoneOffset();
  const size = Math.abs(minutes);
  const rest = size % 60 === 0 ? '' : `:${two(size % 60)}`;
  return minutes === 0 ? 'UTC' : `UTC${minutes < 0 ? '−' : '+'}${Math.floor(size / 60)}${rest}`;
}

const steps = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
  { unit: 'second', ms: 1000 },
] as const;

/** A span of time in its largest full unit, cut off: 59,999 ms are 59 seconds. */
export function spanText(spanMs: number, unitDisplay: 'long' | 'narrow' = 'long'): string {
  const size = Math.abs(spanMs);
  const { unit, ms } = steps.find((step) => size >= step.ms) ?? { unit: 'second', ms: 1000 };
  return new Intl.NumberFormat(currentLocale(), { style: 'unit', unit, unitDisplay }).format(
    Math.floor(size / ms),
  );
}
