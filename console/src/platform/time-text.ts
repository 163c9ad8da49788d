import { currentLocale } from './texts.ts';

/** Date and time in the operator's zone, to the second. */
export function exactTime(iso: string | null): string {
  if (iso === null) return '—';
  return new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'short', timeStyle: 'medium' }).format(
    new Date(iso),
  );
}
