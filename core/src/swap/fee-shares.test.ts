import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findAccountClass } from '../ledger/account.ts';
import { defaultOf } from '../setting/define.ts';
import { swapFeeShares } from '../setting/market.ts';
import { divideFee } from './fee-shares.ts';

const configured = defaultOf(swapFeeShares);

const shares = new Map([
  ['pool:referral', 40n],
  ['pool:yield', 25n],
  ['pool:node', 20n],
  ['pool:market-value', 10n],
  ['pool:operations', 5n],
]);

describe('divideFee', () => {
  test('refuses: less than nothing, and posts nothing of nothing', () => {
    expect(() => divideFee(-1n, configured)).toThrow('not negative');
    expect(divideFee(0n, configured)).toEqual([]);
  });

  test('refuses: shares that make no whole', () => {
    expect(() => divideFee(1n, [{ of: 'yield', percent: 99 }])).toThrow('whole');
  });

  test('behavior: a hundred units go by percent', () => {
    expect(divideFee(100n, configured)).toEqual(
      [...shares].map(([pool, percent]) => ({ pool, amount: percent })),
    );
  });

  test.each([
    [1n, 'pool:referral 1'],
    [2n, 'pool:referral 1, pool:yield 1'],
    [3n, 'pool:referral 1, pool:yield 1, pool:node 1'],
    [10n, 'pool:referral 4, pool:yield 3, pool:node 2, pool:market-value 1'],
    [101n, 'pool:referral 41, pool:yield 25, pool:node 20, pool:market-value 10, pool:operations 5'],
  ])('behavior: %s units: %s', (fee, parts) => {
    expect(
      divideFee(fee, configured)
        .map(({ pool, amount }) => `${pool} ${amount}`)
        .join(', '),
    ).toBe(parts);
  });

  test('property: parts sum to the whole, each is within one unit of its share, and the accounts exist', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), (fee) => {
        const parts = divideFee(fee, configured);
        expect(parts.reduce((sum, { amount }) => sum + amount, 0n)).toBe(fee);
        for (const { pool, amount } of parts) {
          const exact = fee * (shares.get(pool) ?? 0n);
          expect(findAccountClass(pool)).toBe('pool');
          expect(amount * 100n).toBeGreaterThan(exact - 100n);
          expect(amount * 100n).toBeLessThan(exact + 100n);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
