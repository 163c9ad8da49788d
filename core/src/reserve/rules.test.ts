import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hotBounds, judgeHot } from './rules.ts';
import type { HotPolicy } from './rules.ts';

const policy: HotPolicy = { shareBps: 1_000, minBps: 200, free: 100n };

test.each([
  ['a tenth of what members are owed, exactly', 1_000n, undefined, undefined],
  ['one unit more', 1_001n, undefined, 'hot'],
  ['no more than the bound, after an alarm', 1_000n, 'hot', 'hot'],
  ['a twentieth below it', 950n, 'hot', undefined],
  ['a fiftieth, exactly', 200n, undefined, undefined],
  ['one unit less', 199n, undefined, 'low'],
  ['the need, after an alarm', 209n, 'low', 'low'],
  ['a twentieth above it', 210n, 'low', undefined],
] as const)('behavior: of 10,000 owed, %s', (_what, hot, before, expected) => {
  expect(judgeHot(hot, hotBounds(10_000n, 0n, policy), before)).toBe(expected);
});

test('behavior: a small installation needs no cold address; what waits to be paid is needed and never too much', () => {
  expect(judgeHot(100n, hotBounds(100n, 0n, policy), undefined)).toBeUndefined();
  expect(hotBounds(10_000n, 5_000n, policy)).toEqual({ limit: 1_000n, needed: 5_000n });
  expect(judgeHot(5_000n, hotBounds(10_000n, 5_000n, policy), undefined)).toBeUndefined();
  expect(judgeHot(4_999n, hotBounds(10_000n, 5_000n, policy), undefined)).toBe('low');
  expect(judgeHot(5_001n, hotBounds(10_000n, 5_000n, policy), undefined)).toBe('hot');
});

test('property: never both, and more than the limit and the need is always an alarm', () => {
  const amount = fc.bigInt(0n, 10n ** 30n);
  fc.assert(
    fc.property(
      amount,
      amount,
      amount,
      fc.constantFrom(undefined, 'hot', 'low'),
      (hot, owed, waiting, before) => {
        const bounds = hotBounds(owed, waiting, policy);
        const alarm = judgeHot(hot, bounds, before);
        if (hot > bounds.limit && hot > bounds.needed) expect(alarm).toBe('hot');
        if (hot < bounds.needed) expect(alarm).toBe('low');
        if (bounds.needed <= hot && hot <= bounds.limit && before === undefined)
          expect(alarm).toBeUndefined();
      },
    ),
  );
});
