import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oneCoin } from '../money/amount.ts';
import {
  impermanentLossBps,
  nextAdded,
  nextRemoved,
  noPosition,
  quotePosition,
  quoteWhatIf,
  rootPerLp,
  valueAt,
} from './position.ts';
import type { Position } from './position.ts';
import { protocolLp } from './quote.ts';
import type { LiquidityPool } from './quote.ts';
import { rootDown } from './root.ts';

const coins = (whole: number) => BigInt(whole) * oneCoin;
const pool: LiquidityPool = { reserveUsdt: coins(1_000), reserveOpen: coins(4_000), lpTotal: coins(2_000) };
const added = {
  usdt: coins(100),
  open: coins(400),
  lp: coins(200),
  priceE18: oneCoin / 4n,
  rootE18: rootPerLp(pool),
};
const mine = nextAdded(noPosition, added);

/** The pool after its price moved by `up`² ÷ `down`² without fees. */
const moved = (up: bigint, down: bigint): LiquidityPool => ({
  ...pool,
  reserveUsdt: (pool.reserveUsdt * up) / down,
  reserveOpen: (pool.reserveOpen * down) / up,
});

describe('nextAdded and nextRemoved', () => {
  test('refuses: more than there is, and an adding without LP', () => {
    expect(() => nextRemoved(mine, mine.lp + 1n)).toThrow('no more is removed');
    expect(() => nextAdded(mine, { ...added, lp: 0n })).toThrow('gives LP');
  });

  test('behavior: cost adds up, valued at the average of the moment', () => {
    const twice = nextAdded(mine, { ...added, lp: coins(100), priceE18: oneCoin / 2n });
    expect(twice).toEqual({
      lp: coins(300),
      paidInUsdt: coins(200),
      paidInOpen: coins(800),
      paidInValue: coins(200) + coins(300),
      entryRootE18: oneCoin,
    });
  });

  test('behavior: removing takes its part of the cost along; removing all leaves nothing', () => {
    expect(nextRemoved(mine, coins(50))).toEqual({
      lp: coins(150),
      paidInUsdt: coins(75),
      paidInOpen: coins(300),
      paidInValue: coins(150),
      entryRootE18: oneCoin,
    });
    expect(nextRemoved(mine, mine.lp)).toEqual(noPosition);
  });

  test('property: the entry root stays between those of its parts, and removing never changes it', () => {
    const root = fc.bigInt({ min: 1n, max: 10n ** 24n });
    const lp = fc.bigInt({ min: 1n, max: 10n ** 26n });
    fc.assert(
      fc.property(fc.array(fc.tuple(lp, root), { minLength: 1, maxLength: 8 }), lp, (parts, out) => {
        const position = parts.reduce<Position>(
          (sum, [part, rootE18]) => nextAdded(sum, { ...added, lp: part, rootE18 }),
          noPosition,
        );
        const roots = parts.map(([, one]) => one);
        const least = roots.reduce((a, b) => (a < b ? a : b));
        const most = roots.reduce((a, b) => (a > b ? a : b));
        expect(position.entryRootE18).toBeGreaterThanOrEqual(least);
        expect(position.entryRootE18).toBeLessThanOrEqual(most);
        const left = nextRemoved(position, out % position.lp);
        expect(left.entryRootE18).toBe(position.entryRootE18);
        expect(left.paidInValue).toBeLessThanOrEqual(position.paidInValue);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('quotePosition', () => {
  test('refuses: to invent value in an empty pool or without a position', () => {
    const empty = { reserveUsdt: 0n, reserveOpen: 0n, lpTotal: 0n };
    const zero = { usdt: 0n, open: 0n, value: 0n, heldValue: 0n, feesEarned: 0n, net: 0n, shareE18: 0n };
    expect(quotePosition(noPosition, pool)).toEqual(zero);
    expect(quotePosition(noPosition, empty)).toEqual(zero);
    expect(quotePosition(mine, empty)).toMatchObject({ value: 0n, net: -coins(200) });
  });

  test('behavior: at the price of entry it is worth what was paid in', () => {
    expect(quotePosition(mine, pool)).toEqual({
      usdt: coins(100),
      open: coins(400),
      value: coins(200),
      heldValue: coins(200),
      feesEarned: 0n,
      net: 0n,
      shareE18: oneCoin / 10n,
    });
  });

  test('behavior: when the price is four times, only holding would be worth more', () => {
    expect(quotePosition(mine, moved(2n, 1n))).toMatchObject({
      usdt: coins(200),
      open: coins(200),
      value: coins(400),
      heldValue: coins(500),
      feesEarned: 0n,
      net: coins(200),
    });
  });

  test('behavior: fees are the growth of the pool per LP, whatever the price does', () => {
    const grown = { ...moved(2n, 1n), reserveUsdt: coins(2_200), reserveOpen: coins(2_200) };
    const { value, feesEarned } = quotePosition(mine, grown);
    expect(value).toBe(coins(440));
    expect(feesEarned).toBe(coins(40));
  });

  test('behavior: where the pool’s operator takes a cut, value and fees are those after it', () => {
    const before = { ...pool, kLast: pool.reserveUsdt * pool.reserveOpen };
    expect(quotePosition(mine, before)).toEqual(quotePosition(mine, pool));
    const grown = { ...before, reserveUsdt: coins(1_440), reserveOpen: coins(5_760) };
    // The root grew from 2,000 by 880; 8 of 25 parts of that belong to the operator, as LP that is not minted yet.
    const minted = { ...grown, lpTotal: pool.lpTotal + protocolLp(grown), kLast: 0n };
    const quote = quotePosition(mine, grown);
    expect(quote).toMatchObject({
      usdt: quotePosition(mine, minted).usdt,
      value: quotePosition(mine, minted).value,
      feesEarned: quotePosition(mine, minted).feesEarned,
    });
    expect(quote.value).toBeLessThan(quotePosition(mine, { ...grown, kLast: 0n }).value);
    // A tenth of the pool’s LP: its fees without the cut would be 88.
    const share = (coins(88) * 17n) / 25n;
    expect(quote.feesEarned).toBeLessThanOrEqual(share);
    expect(quote.feesEarned).toBeGreaterThan(share - 1_000n);
  });

  test('property: fees are never negative nor more than the value, and none without growth', () => {
    const some = fc.bigInt({ min: 10n ** 6n, max: 10n ** 30n });
    fc.assert(
      fc.property(some, some, some, some, (x, y, lpSeed, entry) => {
        const lpTotal = rootDown(x * y);
        const state = { reserveUsdt: x, reserveOpen: y, lpTotal };
        const position: Position = { ...mine, lp: lpSeed % (lpTotal + 1n), entryRootE18: entry };
        const { value, feesEarned } = quotePosition(position, state);
        expect(feesEarned).toBeGreaterThanOrEqual(0n);
        expect(feesEarned).toBeLessThanOrEqual(value);
        if (entry >= rootPerLp(state)) expect(feesEarned).toBe(0n);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('quoteWhatIf', () => {
  test('refuses: a price of nothing', () => {
    expect(() => quoteWhatIf(mine, pool, 0n)).toThrow('above zero');
    expect(() => impermanentLossBps(0n)).toThrow('above zero');
  });

  test('behavior: nothing moves at factor 1', () => {
    expect(quoteWhatIf(mine, pool, oneCoin)).toEqual({
      value: coins(200),
      heldValue: coins(200),
      difference: 0n,
    });
  });

  test.each([
    [oneCoin / 4n, 100, 125],
    [oneCoin * 4n, 400, 500],
    [oneCoin * 9n, 600, 1_000],
  ])('behavior: at factor %s the LP is worth %s and only holding %s', (factor, value, held) => {
    expect(quoteWhatIf(mine, pool, factor)).toEqual({
      value: coins(value),
      heldValue: coins(held),
      difference: coins(value - held),
    });
  });

  test('property: it is what the position would be worth in a pool moved that far', () => {
    const weight = fc.bigInt({ min: 1n, max: 1_000n });
    fc.assert(
      fc.property(weight, weight, (up, down) => {
        const factor = (oneCoin * up * up) / (down * down);
        const later = quotePosition(mine, moved(up, down));
        const guess = quoteWhatIf(mine, pool, factor);
        // The factor itself is cut to 18 places: relative 10⁻¹² at the worst for factors down to 10⁻⁶.
        const near = (a: bigint, b: bigint) => {
          const off = a > b ? a - b : b - a;
          expect(off).toBeLessThanOrEqual(b / 10n ** 9n + 1_000n);
        };
        near(guess.value, later.value);
        near(guess.heldValue, later.heldValue);
      }),
      { numRuns: 2_000 },
    );
  });

  test('property: for coins that were in the ratio, the LP without fees never beats only holding', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 21n }), (factor) => {
        expect(quoteWhatIf(mine, pool, factor).difference).toBeLessThanOrEqual(0n);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('impermanentLossBps', () => {
  test.each([
    [oneCoin, 0],
    [oneCoin * 2n, 572],
    [oneCoin / 2n, 572],
    [oneCoin * 4n, 2_000],
    [(oneCoin * 5n) / 4n, 62],
  ])('behavior: factor %s loses %s basis points', (factor, bps) => {
    expect(impermanentLossBps(factor)).toBe(bps);
  });
});

describe('valueAt', () => {
  test('behavior: the OPEN side is rounded down', () => {
    expect(valueAt(7n, 3n, oneCoin / 2n)).toBe(8n);
  });
});
