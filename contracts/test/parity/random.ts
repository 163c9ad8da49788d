/** Repeatable chance: the same seed gives the same cases on every machine. */
export interface Chance {
  /** A whole number from 0 to `below` − 1. */
  pick: (below: number) => number;
  /** A number of `digits` decimal digits, all equally likely. */
  ofDigits: (digits: number) => bigint;
  /** A number whose count of digits is equally likely between both, so that units, dust and whales all come up. */
  sized: (least: number, most: number) => bigint;
  /** A number from 0 to `most`, both included. */
  upTo: (most: bigint) => bigint;
}

/** Marsaglia's xorshift over 128 bits: fast, repeatable, good enough to spread cases. */
export function createChance(seed: number): Chance {
  let [x, y, z, w] = [seed ^ 0x9e3779b9, 0x6c078965, 0x2545f491 ^ (seed << 7), 0x85ebca6b];
  const next = () => {
    const t = x ^ (x << 11);
    [x, y, z] = [y, z, w];
    w = w ^ (w >>> 19) ^ t ^ (t >>> 8);
    return w >>> 0;
  };
  const wide = () =>
    (BigInt(next()) << 96n) | (BigInt(next()) << 64n) | (BigInt(next()) << 32n) | BigInt(next());
  for (let warm = 0; warm < 16; warm += 1) next();
  const pick = (below: number) => next() % below;
  const ofDigits = (digits: number) => {
    const least = 10n ** BigInt(digits - 1);
    return least + (wide() % (least * 9n));
  };
  return {
    pick,
    ofDigits,
    sized: (least, most) => ofDigits(least + pick(most - least + 1)),
    upTo: (most) => wide() % (most + 1n),
  };
}
