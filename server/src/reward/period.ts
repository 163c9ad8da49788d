/** The Monday of a day's week. Day 0, 1 January 1970, was a Thursday. */
export function weekStart(day: number): number {
  return day - ((day + 3) % 7);
}
