/** Months as text: 2026-01, UTC. Compared as text they stand in their order. */

/** The month of a moment that is written in ISO 8601, UTC. */
export const monthOf = (time: string): string => time.slice(0, 7);

/** So many months later, or earlier. */
export function monthAfter(month: string, by: number): string {
  const months = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + by;
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`;
}

/** Its first moment, ISO 8601. */
export const beginOf = (month: string): string => `${month}-01T00:00:00.000Z`;
