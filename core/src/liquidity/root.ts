import { assert } from '../kit/fault.ts';

/** The whole square root, rounded down, by Newton's steps from above. */
export function rootDown(square: bigint): bigint {
  assert(square >= 0n, 'root of a non-negative number');
  if (square < 2n) return square;
  let root = 1n << BigInt(Math.ceil(square.toString(2).length / 2));
  for (;;) {
    const next = (root + square / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}
