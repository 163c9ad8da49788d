/** Days are whole UTC days since 1970. */
const DAY_MS = 86_400_000;

/** The UTC day of a moment, in milliseconds since 1970. */
export function dayOf(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS);
}

/** When a day has ended, and is settled: 00:00 UTC of the next, in milliseconds since 1970. */
export function endOfDay(day: number): number {
  return (day + 1) * DAY_MS;
}
