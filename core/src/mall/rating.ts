/** So long after an order was completed its buyer may comment on what was in it. */
export const COMMENT_DAYS = 90;

/** The mean of stars with one decimal, halves up: '4.6'; null while nobody has given any. */
export function ratingOf(stars: bigint, comments: bigint): string | null {
  if (comments === 0n) return null;
  const tenths = (stars * 20n + comments) / (comments * 2n);
  return `${tenths / 10n}.${tenths % 10n}`;
}
