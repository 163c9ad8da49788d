import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  allowedPriceDown,
  boughtDown,
  checkBuyBack,
  formatBuyBack,
  highestPriceUp,
  leastOpenUp,
  parseBuyBack,
} from './buy-back.ts';

const coin = 10n ** 18n;
const bounds = { balance: 900n * coin, most: 1_000n * coin, averageE18: coin / 20n, aboveBps: 200 };
const codeOf = (amount: bigint, minOpen: bigint, other: Partial<typeof bounds> | { averageE18: null } = {}) =>
  checkBuyBack({ amount, minOpen }, { ...bounds, ...other })?.code;

test.each(['', '1', '1 ', ' 1', '0 1', '1 0', '1 1 1', '-1 1', '1e3 1', '1,5 1', 'a b'])(
  'refuses: %j is no order',
  (value) => {
    expect(parseBuyBack(value)).toBeUndefined();
  },
);

test('refuses: more than the pool holds or one purchase may be, no average, a price too far above it', () => {
  expect(codeOf(900n * coin + 1n, 10n ** 30n)).toBe('activity.buybackamount');
  expect(codeOf(801n * coin, 10n ** 30n, { most: 800n * coin })).toBe('activity.buybackamount');
  expect(codeOf(100n * coin, 10n ** 30n, { averageE18: null })).toBe('activity.buybacknoprice');
  // 2 % above 0.05 is 0.051: 51 USDT buy 1,000 OPEN at least.
  expect(codeOf(51n * coin, 1_000n * coin - 1n)).toBe('activity.buybackprice');
  expect(codeOf(51n * coin, 1_000n * coin)).toBeUndefined();
});

const amounts = fc.bigInt({ min: 1n, max: 10n ** 27n });
const prices = fc.bigInt({ min: 1n, max: 10n ** 24n });

test('property: the least OPEN of a highest price is never dearer than that price', () => {
  fc.assert(
    fc.property(amounts, prices, (amount, price) => {
      const minOpen = leastOpenUp(amount, price);
      expect(minOpen * price >= amount * coin).toBe(true);
      expect((minOpen - 1n) * price < amount * coin).toBe(true);
      expect(highestPriceUp({ amount, minOpen }) <= price).toBe(true);
      expect(parseBuyBack(formatBuyBack({ amount, minOpen }))).toEqual({ amount, minOpen });
    }),
  );
});

test('property: what the pool gives never lets the product fall, and grows with the amount', () => {
  fc.assert(
    fc.property(
      amounts,
      amounts,
      amounts,
      fc.integer({ min: 0, max: 100 }),
      (amount, reserveUsdt, reserveOpen, poolBps) => {
        const pool = { reserveUsdt, reserveOpen, poolBps };
        const bought = boughtDown(amount, pool);
        expect((reserveUsdt + amount) * (reserveOpen - bought) >= reserveUsdt * reserveOpen).toBe(true);
        expect(boughtDown(amount + 1n, pool) >= bought).toBe(true);
      },
    ),
  );
});

test('behavior: 500 USDT out of 100,000 and 2,000,000, with the pool’s fee of 0.3 %', () => {
  const pool = { reserveUsdt: 100_000n * coin, reserveOpen: 2_000_000n * coin, poolBps: 30 };
  expect(boughtDown(500n * coin, pool)).toBe(9_920_546_077_802_156_251_088n);
  expect(allowedPriceDown(coin / 20n, 200)).toBe(51n * 10n ** 15n);
});
