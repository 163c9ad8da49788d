import { currentLocale } from './texts.ts';

/** Date and time in the operator's zone, to the second. */
export function exactTime(iso: string | null): string {
  if (iso === null) return '—';
  return new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'short', timeStyle: 'medium' }).format(
    new Date(iso),
  );
}

const steps = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
  { unit: 'second', ms: 1000 },
] as const;

/** A span of time in its largest full unit, cut off: 59,999 ms are 59 seconds. */
export function spanText(spanMs: number): string {
  const size = Math.abs(spanMs);
  const { unit, ms } = steps.find((step) => size >= step.ms) ?? { unit: 'second', ms: 1000 };
  return new Intl.NumberFormat(currentLocale(), { style: 'unit', unit, unitDisplay: 'long' }).format(
    Math.floor(size / ms),
  );
}
