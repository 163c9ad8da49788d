import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rootDown } from './root.ts';

describe('rootDown', () => {
  test('refuses: a negative number', () => {
    expect(() => rootDown(-1n)).toThrow('non-negative');
  });

  test('behavior: the first thousand', () => {
    for (let n = 0; n < 1_000; n += 1) expect(rootDown(BigInt(n))).toBe(BigInt(Math.floor(Math.sqrt(n))));
  });

  test('property: the square fits, the next one does not, around squares too', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 130n }), fc.constantFrom(-1n, 0n, 1n), (root, off) => {
        const found = rootDown(root * root + off);
        expect(found).toBe(off < 0n ? root - 1n : root);
      }),
      { numRuns: 2_000 },
    );
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 260n }), (square) => {
        const found = rootDown(square);
        expect(found * found).toBeLessThanOrEqual(square);
        expect((found + 1n) * (found + 1n)).toBeGreaterThan(square);
      }),
      { numRuns: 2_000 },
    );
  });
});
