import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinLocks, listLocks, lockedLp } from './lock.ts';

test('behavior: each part is locked as long as its hold, and what comes of a hold that is over not at all', () => {
  const used = [
    { amount: 10n, releaseAt: 100 },
    { amount: 20n, releaseAt: 200 },
    { amount: 30n, releaseAt: 300 },
  ];
  const locks = listLocks(used, 90n, 90n, 100);
  expect(locks).toEqual([
    { lp: 20n, freeAt: 200 },
    { lp: 30n, freeAt: 300 },
  ]);
  expect([199, 200, 299, 300].map((now) => lockedLp(locks, now))).toEqual([50n, 30n, 30n, 0n]);
});

test('property: the parts of a re-adding out of holds alone are all of its LP, to the unit', () => {
  const amounts = fc.array(fc.bigInt({ min: 1n, max: 10n ** 24n }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(amounts, fc.bigInt({ min: 1n, max: 10n ** 24n }), (parts, lp) => {
      const used = parts.map((amount, index) => ({ amount, releaseAt: 1_000 + index }));
      const whole = parts.reduce((sum, amount) => sum + amount, 0n);
      expect(lockedLp(listLocks(used, lp, whole, 0), 0)).toBe(lp);
      expect(lockedLp(listLocks(used, lp, whole * 3n, 0), 0)).toBeLessThanOrEqual(lp / 3n + 1n);
    }),
  );
});

test('behavior: locks of one time are one, and those that are over are forgotten', () => {
  const locks = [
    { lp: 5n, freeAt: 300 },
    { lp: 7n, freeAt: 200 },
    { lp: 1n, freeAt: 300 },
    { lp: 9n, freeAt: 100 },
  ];
  expect(joinLocks(locks, 100)).toEqual([
    { lp: 7n, freeAt: 200 },
    { lp: 6n, freeAt: 300 },
  ]);
});
