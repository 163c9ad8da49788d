import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oneCoin } from '../money/amount.ts';
import {
  leastOf,
  pancakeShare,
  protocolLp,
  quoteAdd,
  quoteReadd,
  quoteRemove,
  quoteSides,
  uniswapShare,
} from './quote.ts';
import type { LiquidityPool } from './quote.ts';
import { rootDown } from './root.ts';

const runs = 4_000;
const sized = (least: number, most: number) =>
  fc
    .tuple(fc.integer({ min: least, max: most }), fc.bigInt({ min: 10n ** 17n, max: 10n ** 18n - 1n }))
    .map(([digits, mantissa]) => (mantissa * 10n ** BigInt(digits)) / 10n ** 17n);

/** A pool as trading leaves it: LP never more than the root of the product, because fees only add to it. */
const pool: fc.Arbitrary<LiquidityPool> = fc
  .record({ reserveUsdt: sized(4, 32), reserveOpen: sized(4, 32), grown: fc.integer({ min: 0, max: 5_000 }) })
  .map(({ reserveUsdt, reserveOpen, grown }) => {
    const root = rootDown(reserveUsdt * reserveOpen);
    const lpTotal = root - (root * BigInt(grown)) / 10_000n;
    return { reserveUsdt, reserveOpen, lpTotal };
  });
const amount = sized(0, 34);

const plain: LiquidityPool = {
  reserveUsdt: 1_000n * oneCoin,
  reserveOpen: 4_000n * oneCoin,
  lpTotal: 2_000n * oneCoin,
};

describe('quoteAdd', () => {
  test('refuses: nothing, and sides that are left out altogether', () => {
    expect(quoteAdd({}, plain)).toMatchObject({ usdt: 0n, open: 0n, lp: 0n });
    expect(quoteAdd({ usdtDesired: 0n }, plain)).toMatchObject({ usdt: 0n, open: 0n, lp: 0n, shareBps: 0 });
  });

  test('behavior: either side typed, the other follows', () => {
    const added = {
      usdtDesired: 100n * oneCoin,
      openDesired: 400n * oneCoin,
      usdt: 100n * oneCoin,
      open: 400n * oneCoin,
      lp: 200n * oneCoin,
      shareE18: 90_909_090_909_090_909n,
      shareBps: 909,
    };
    expect(quoteAdd({ usdtDesired: 100n * oneCoin }, plain)).toEqual(added);
    expect(quoteAdd({ openDesired: 400n * oneCoin }, plain)).toEqual(added);
  });

  test('behavior: of both sides only what the ratio takes', () => {
    const both = { usdtDesired: 100n * oneCoin, openDesired: 40n * oneCoin };
    expect(quoteAdd(both, plain)).toMatchObject({ usdt: 10n * oneCoin, open: 40n * oneCoin });
    const other = { usdtDesired: 10n * oneCoin, openDesired: 400n * oneCoin };
    expect(quoteAdd(other, plain)).toMatchObject({ usdt: 10n * oneCoin, open: 40n * oneCoin });
  });

  test('behavior: the first adding takes both sides and leaves 1,000 units in the pair for ever', () => {
    const empty = { reserveUsdt: 0n, reserveOpen: 0n, lpTotal: 0n };
    const both = { usdtDesired: 100n * oneCoin, openDesired: 400n * oneCoin };
    expect(quoteAdd(both, empty)).toMatchObject({
      usdt: 100n * oneCoin,
      open: 400n * oneCoin,
      lp: 200n * oneCoin - 1_000n,
      shareBps: 9_999,
    });
    expect(quoteAdd({ usdtDesired: 1_000n, openDesired: 1_000n }, empty).lp).toBe(0n);
  });

  test('property: what the pool takes is never more than what is offered, and the typed side is taken whole', () => {
    fc.assert(
      fc.property(amount, amount, pool, (usdtDesired, openDesired, state) => {
        const both = quoteAdd({ usdtDesired, openDesired }, state);
        expect(both.usdt).toBeLessThanOrEqual(usdtDesired);
        expect(both.open).toBeLessThanOrEqual(openDesired);
        expect(quoteAdd({ usdtDesired }, state).usdt).toBe(usdtDesired);
        expect(quoteAdd({ openDesired }, state).open).toBe(openDesired);
      }),
      { numRuns: runs },
    );
  });

  test('property: offering what a quote says to offer gives the same quote', () => {
    fc.assert(
      fc.property(amount, pool, fc.boolean(), (typed, state, usdtSide) => {
        const quote = quoteAdd(usdtSide ? { usdtDesired: typed } : { openDesired: typed }, state);
        const { usdtDesired, openDesired } = quote;
        expect(quoteAdd({ usdtDesired, openDesired }, state)).toEqual(quote);
      }),
      { numRuns: runs },
    );
  });

  test('property: adding and removing at once never gives more of either coin', () => {
    fc.assert(
      fc.property(amount, amount, pool, (usdtDesired, openDesired, state) => {
        const added = quoteAdd({ usdtDesired, openDesired }, state);
        const after = {
          reserveUsdt: state.reserveUsdt + added.usdt,
          reserveOpen: state.reserveOpen + added.open,
          lpTotal: state.lpTotal + added.lp,
        };
        const removed = quoteRemove(added.lp, after, 2_000);
        expect(removed.usdt).toBeLessThanOrEqual(added.usdt);
        expect(removed.open).toBeLessThanOrEqual(added.open);
      }),
      { numRuns: runs },
    );
  });

  test('property: the part of the pool of those who were there never loses a coin', () => {
    fc.assert(
      fc.property(amount, pool, (usdtDesired, state) => {
        const added = quoteAdd({ usdtDesired }, state);
        const total = state.lpTotal + added.lp;
        expect((state.reserveUsdt + added.usdt) * state.lpTotal).toBeGreaterThanOrEqual(
          state.reserveUsdt * total,
        );
        expect((state.reserveOpen + added.open) * state.lpTotal).toBeGreaterThanOrEqual(
          state.reserveOpen * total,
        );
      }),
      { numRuns: runs },
    );
  });
});

describe('quoteRemove', () => {
  test('refuses: nothing, and a pool without LP', () => {
    const none = { open: 0n, usdt: 0n, ousdPaid: 0n, ousdHeld: 0n };
    expect(quoteRemove(0n, plain, 2_000)).toEqual(none);
    expect(quoteRemove(-1n, plain, 2_000)).toEqual(none);
    expect(quoteRemove(1n, { ...plain, lpTotal: 0n }, 2_000)).toEqual(none);
  });

  test('behavior: a fifth of the USDT side is held', () => {
    expect(quoteRemove(200n * oneCoin, plain, 2_000)).toEqual({
      open: 400n * oneCoin,
      usdt: 100n * oneCoin,
      ousdPaid: 80n * oneCoin,
      ousdHeld: 20n * oneCoin,
    });
  });

  test('property: paid and held are the whole, held is a fifth rounded down, and no reserve is overdrawn', () => {
    fc.assert(
      fc.property(amount, pool, fc.integer({ min: 0, max: 10_000 }), (lp, state, holdBps) => {
        const some = lp % (state.lpTotal + 1n);
        const { usdt, open, ousdHeld, ousdPaid } = quoteRemove(some, state, holdBps);
        expect(ousdHeld + ousdPaid).toBe(usdt);
        expect(ousdHeld * 10_000n).toBeLessThanOrEqual(usdt * BigInt(holdBps));
        expect((ousdHeld + 1n) * 10_000n).toBeGreaterThan(usdt * BigInt(holdBps));
        expect(usdt).toBeLessThanOrEqual(state.reserveUsdt);
        expect(open).toBeLessThanOrEqual(state.reserveOpen);
      }),
      { numRuns: runs },
    );
  });

  test('property: removing in two parts never gives more than at once', () => {
    fc.assert(
      fc.property(amount, amount, pool, (first, second, state) => {
        const one = first % (state.lpTotal / 2n + 1n);
        const two = second % (state.lpTotal / 2n + 1n);
        const before = quoteRemove(one, state, 2_000);
        const rest = {
          reserveUsdt: state.reserveUsdt - before.usdt,
          reserveOpen: state.reserveOpen - before.open,
          lpTotal: state.lpTotal - one,
        };
        const after = quoteRemove(two, rest, 2_000);
        // Rounding leaves at most a unit of each side in the pool between the parts.
        expect(before.usdt + after.usdt).toBeLessThanOrEqual(quoteSides(one + two, state).usdt + 1n);
        expect(before.open + after.open).toBeLessThanOrEqual(quoteSides(one + two, state).open + 1n);
      }),
      { numRuns: runs },
    );
  });
});

describe('protocolLp', () => {
  test('refuses: to mint without kLast, or without growth', () => {
    expect(protocolLp(plain)).toBe(0n);
    expect(protocolLp({ ...plain, kLast: 0n })).toBe(0n);
    expect(protocolLp({ ...plain, kLast: plain.reserveUsdt * plain.reserveOpen })).toBe(0n);
  });

  test.each([
    ['Uniswap V2', uniswapShare, 5n, 1n, 1n],
    ['PancakeSwap V2', pancakeShare, 17n, 8n, 8n],
  ] as const)('behavior: %s’s own formula', (_, protocolShare, rootWeight, lastWeight, factor) => {
    const kLast = (plain.reserveUsdt * plain.reserveOpen * 81n) / 100n;
    const root = 2_000n * oneCoin;
    const last = 1_800n * oneCoin;
    expect(protocolLp({ ...plain, kLast, protocolShare })).toBe(
      (plain.lpTotal * (root - last) * factor) / (root * rootWeight + last * lastWeight),
    );
  });

  test('property: with it nobody gets more than without it', () => {
    fc.assert(
      fc.property(amount, pool, fc.integer({ min: 1, max: 10_000 }), (lp, state, kept) => {
        const kLast = (state.reserveUsdt * state.reserveOpen * BigInt(kept)) / 10_000n;
        const charged = { ...state, kLast, protocolShare: pancakeShare };
        const some = lp % (state.lpTotal + 1n);
        expect(quoteSides(some, charged).usdt).toBeLessThanOrEqual(quoteSides(some, state).usdt);
        expect(quoteSides(some, charged).open).toBeLessThanOrEqual(quoteSides(some, state).open);
      }),
      { numRuns: runs },
    );
  });
});

describe('quoteReadd', () => {
  test('property: held goes first, own after it, together what the pool takes', () => {
    fc.assert(
      fc.property(amount, amount, amount, pool, (heldOusd, ownOusd, openDesired, state) => {
        const quote = quoteReadd({ heldOusd, ownOusd, openDesired }, state);
        expect(quote.fromHeld + quote.fromOwn).toBe(quote.usdt);
        expect(quote.fromHeld).toBeLessThanOrEqual(heldOusd);
        expect(quote.fromOwn).toBeLessThanOrEqual(ownOusd);
        if (quote.fromOwn > 0n) expect(quote.fromHeld).toBe(heldOusd);
      }),
      { numRuns: runs },
    );
  });

  test('behavior: without OPEN named, all the OUSD is taken', () => {
    const quote = quoteReadd({ heldOusd: 20n * oneCoin, ownOusd: 5n * oneCoin }, plain);
    expect(quote).toMatchObject({ fromHeld: 20n * oneCoin, fromOwn: 5n * oneCoin, open: 100n * oneCoin });
  });
});

describe('leastOf', () => {
  test('behavior: the quote less the tolerance, rounded down', () => {
    expect(leastOf(10_001n, 50)).toBe(9_950n);
    expect(leastOf(1n, 1)).toBe(0n);
  });
});
