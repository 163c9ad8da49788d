/**
 * Shares of a whole by weights, exact: each rounded down, the units that are left one by one to where most was cut off, the earlier one
 * first. Without any weight nobody gets anything.
 */
export function shareOut(whole: bigint, weights: readonly bigint[]): bigint[] {
  const sum = weights.reduce((total, weight) => total + weight, 0n);
  if (sum === 0n) return weights.map(() => 0n);
  const shares = weights.map((weight) => (whole * weight) / sum);
  const given = shares.reduce((total, share) => total + share, 0n);
  const places = weights.map((weight, place) => ({ place, cutOff: (whole * weight) % sum }));
  places.sort((a, b) => (a.cutOff === b.cutOff ? a.place - b.place : a.cutOff < b.cutOff ? 1 : -1));
  for (const { place } of places.slice(0, Number(whole - given))) shares[place] = (shares[place] ?? 0n) + 1n;
  return shares;
}
