import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oneCoin } from '../money/amount.ts';
import {
  amountInFor,
  amountOut,
  midPrice,
  openInFor,
  quoteBuy,
  quoteSell,
  quoteTrade,
  usdtInFor,
} from './quote.ts';
import type { PoolState } from './quote.ts';

const runs = 4_000;

/** Sizes spread evenly over their digits, so that units, dust and whales all come up. */
const sized = (least: number, most: number) =>
  fc
    .tuple(fc.integer({ min: least, max: most }), fc.bigInt({ min: 10n ** 17n, max: 10n ** 18n - 1n }))
    .map(([digits, mantissa]) => (mantissa * 10n ** BigInt(digits)) / 10n ** 17n);

const poolState: fc.Arbitrary<PoolState> = fc.record({
  reserveUsdt: sized(3, 32),
  reserveOpen: sized(3, 32),
  poolBps: fc.constantFrom(0, 20, 25, 30, 100),
  communityBps: fc.constantFrom(0, 1, 50, 300),
  burnBps: fc.constantFrom(0, 1, 100, 300),
});
const amount = sized(0, 36);

const plain: PoolState = {
  reserveUsdt: 1_000_000n * oneCoin,
  reserveOpen: 4_000_000n * oneCoin,
  poolBps: 30,
  communityBps: 50,
  burnBps: 100,
};

describe('amountOut', () => {
  test.each([
    [0n, 1000n, 1000n],
    [-5n, 1000n, 1000n],
    [1n, 0n, 1000n],
    [1n, 1000n, 0n],
  ])('refuses: %s into %s/%s gives nothing', (amountIn, reserveIn, reserveOut) => {
    expect(amountOut(amountIn, reserveIn, reserveOut, 30)).toBe(0n);
  });

  test.each([
    // The pair's own published test vectors (in, reserve in, reserve out, out), 30 bps, in whole coins.
    [1n, 5n, 10n, 1_662_497_915_624_478_906n],
    [1n, 10n, 5n, 453_305_446_940_074_565n],
    [2n, 5n, 10n, 2_851_015_155_847_869_602n],
    [2n, 10n, 5n, 831_248_957_812_239_453n],
    [1n, 10n, 10n, 906_610_893_880_149_131n],
    [1n, 100n, 100n, 987_158_034_397_061_298n],
    [1n, 1000n, 1000n, 996_006_981_039_903_216n],
  ])('behavior: %s into %s/%s gives %s units', (amountIn, reserveIn, reserveOut, out) => {
    expect(amountOut(amountIn * oneCoin, reserveIn * oneCoin, reserveOut * oneCoin, 30)).toBe(out);
  });

  test('property: x·y never falls, and the whole reserve is never paid out', () => {
    fc.assert(
      fc.property(amount, poolState, (amountIn, { reserveUsdt: x, reserveOpen: y, poolBps }) => {
        const out = amountOut(amountIn, x, y, poolBps);
        expect(out).toBeLessThan(y);
        expect((x + amountIn) * (y - out)).toBeGreaterThanOrEqual(x * y);
      }),
      { numRuns: runs },
    );
  });

  test('property: one unit more would break the pair’s K after fees', () => {
    fc.assert(
      fc.property(amount, poolState, (amountIn, { reserveUsdt: x, reserveOpen: y, poolBps }) => {
        const adjusted = (x + amountIn) * 10_000n - amountIn * BigInt(poolBps);
        const out = amountOut(amountIn, x, y, poolBps);
        const holds = (paid: bigint) => adjusted * (y - paid) >= x * y * 10_000n;
        expect(holds(out)).toBe(true);
        expect(holds(out + 1n)).toBe(false);
      }),
      { numRuns: runs },
    );
  });

  test('property: cutting a trade into two never gives more', () => {
    fc.assert(
      fc.property(amount, amount, poolState, (first, second, { reserveUsdt: x, reserveOpen: y, poolBps }) => {
        const one = amountOut(first, x, y, poolBps);
        const two = amountOut(second, x + first, y - one, poolBps);
        expect(one + two).toBeLessThanOrEqual(amountOut(first + second, x, y, poolBps));
      }),
      { numRuns: runs },
    );
  });
});

describe('amountInFor', () => {
  test('refuses: what the pool does not have', () => {
    expect(amountInFor(1000n, 10n, 1000n, 30)).toBeUndefined();
    expect(amountInFor(1001n, 10n, 1000n, 30)).toBeUndefined();
    expect(amountInFor(1n, 0n, 1000n, 30)).toBeUndefined();
    expect(amountInFor(999n, 10n, 1000n, 30)).toBeDefined();
  });

  test('property: it is the least input that yields at least that', () => {
    fc.assert(
      fc.property(amount, poolState, (wanted, { reserveUsdt: x, reserveOpen: y, poolBps }) => {
        const amountIn = amountInFor(wanted, x, y, poolBps);
        expect(amountIn === undefined).toBe(wanted >= y);
        if (amountIn === undefined) return;
        expect(amountOut(amountIn, x, y, poolBps)).toBeGreaterThanOrEqual(wanted);
        expect(amountOut(amountIn - 1n, x, y, poolBps)).toBeLessThan(wanted);
      }),
      { numRuns: runs },
    );
  });
});

describe('quoteBuy and quoteSell', () => {
  test.each([
    ['buy', 0n],
    ['sell', 0n],
    ['buy', -1n],
    ['sell', -1n],
  ] as const)('refuses: a %s of %s gives nothing', (side, amountIn) => {
    expect(quoteTrade(side, amountIn, plain)).toMatchObject({
      received: 0n,
      fee: 0n,
      burned: 0n,
      lossUsdt: 0n,
    });
  });

  test('refuses: an empty pool gives nothing and has no price', () => {
    const empty = { ...plain, reserveUsdt: 0n, reserveOpen: 0n };
    expect(quoteBuy(oneCoin, empty)).toMatchObject({ received: 0n, midPriceE18: 0n });
    expect(quoteSell(oneCoin, empty)).toMatchObject({ received: 0n, midPriceE18: 0n });
  });

  test('behavior: buying with 1,000 USDT at 0.25 USDT', () => {
    expect(quoteBuy(1000n * oneCoin, plain)).toEqual({
      received: 3_964_127_526_032_263_104_516n,
      fee: 5n * oneCoin,
      burned: 0n,
      poolFee: 2_985_000_000_000_000_000n,
      midPriceE18: oneCoin / 4n,
      executionPriceE18: 252_262_318_362_121_540n,
      priceImpactBps: 9,
      lossUsdt: 8_968_118_491_934_223_871n,
      lossBps: 90,
    });
  });

  test('behavior: selling 4,000 OPEN at 0.25 USDT burns 40 first and takes the fee last', () => {
    const quote = quoteSell(4000n * oneCoin, plain);
    const gross = amountOut(3960n * oneCoin, plain.reserveOpen, plain.reserveUsdt, 30);
    expect(quote.burned).toBe(40n * oneCoin);
    expect(quote.received + quote.fee).toBe(gross);
    expect(quote.fee).toBe((gross * 50n + 9_999n) / 10_000n);
    expect(quote.poolFee).toBe((3960n * oneCoin * 30n) / 10_000n);
    expect(quote.lossUsdt).toBe(1000n * oneCoin - quote.received);
  });

  test('property: nobody gains by buying and selling at once, with or without fees', () => {
    fc.assert(
      fc.property(amount, poolState, (usdtIn, pool) => {
        const bought = quoteBuy(usdtIn, pool);
        const after = {
          ...pool,
          reserveUsdt: pool.reserveUsdt + usdtIn - bought.fee,
          reserveOpen: pool.reserveOpen - bought.received,
        };
        expect(quoteSell(bought.received, after).received).toBeLessThanOrEqual(usdtIn);
      }),
      { numRuns: runs },
    );
  });

  test('property: loss is never negative, impact is within 0 and 100 %, parts stay within what was given', () => {
    fc.assert(
      fc.property(fc.constantFrom('buy', 'sell'), amount, poolState, (side, amountIn, pool) => {
        const quote = quoteTrade(side, amountIn, pool);
        expect(quote.lossUsdt).toBeGreaterThanOrEqual(0n);
        expect(quote.lossBps).toBeLessThanOrEqual(10_000);
        expect(quote.priceImpactBps).toBeGreaterThanOrEqual(0);
        expect(quote.priceImpactBps).toBeLessThanOrEqual(10_000);
        expect(quote.burned + quote.poolFee).toBeLessThanOrEqual(amountIn + 2n);
      }),
      { numRuns: runs },
    );
  });

  test('property: up − down ≤ 1 for the fee and the burned part', () => {
    fc.assert(
      fc.property(amount, poolState, (amountIn, pool) => {
        const fee = quoteBuy(amountIn, pool).fee - (amountIn * BigInt(pool.communityBps)) / 10_000n;
        const burned = quoteSell(amountIn, pool).burned - (amountIn * BigInt(pool.burnBps)) / 10_000n;
        for (const dust of [fee, burned]) expect(dust === 0n || dust === 1n).toBe(true);
      }),
      { numRuns: runs },
    );
  });

  test('property: the execution price is never better than the mid price', () => {
    fc.assert(
      fc.property(amount, poolState, (amountIn, pool) => {
        const bought = quoteBuy(amountIn, pool);
        if (bought.received > 0n) expect(bought.executionPriceE18).toBeGreaterThanOrEqual(midPrice(pool));
        expect(quoteSell(amountIn, pool).executionPriceE18).toBeLessThanOrEqual(midPrice(pool));
      }),
      { numRuns: runs },
    );
  });
});

describe('inverse quotes', () => {
  test('refuses: more than the pool has, or than is left of it after the fee', () => {
    expect(usdtInFor(plain.reserveOpen, plain)).toBeUndefined();
    expect(openInFor(plain.reserveUsdt, plain)).toBeUndefined();
    expect(openInFor((plain.reserveUsdt * 995n) / 1000n, plain)).toBeUndefined();
  });

  test('property: usdtInFor is the least that buys at least that', () => {
    fc.assert(
      fc.property(amount, poolState, (wanted, pool) => {
        const usdtIn = usdtInFor(wanted, pool);
        expect(usdtIn === undefined).toBe(wanted >= pool.reserveOpen);
        if (usdtIn === undefined) return;
        expect(quoteBuy(usdtIn, pool).received).toBeGreaterThanOrEqual(wanted);
        expect(quoteBuy(usdtIn - 1n, pool).received).toBeLessThan(wanted);
      }),
      { numRuns: runs },
    );
  });

  test('property: openInFor is the least whose sale gives at least that', () => {
    fc.assert(
      fc.property(amount, poolState, (wanted, pool) => {
        const openIn = openInFor(wanted, pool);
        const most = pool.reserveUsdt - 1n;
        const mostReceived = most - (most * BigInt(pool.communityBps) + 9_999n) / 10_000n;
        expect(openIn === undefined).toBe(mostReceived < wanted);
        if (openIn === undefined) return;
        expect(quoteSell(openIn, pool).received).toBeGreaterThanOrEqual(wanted);
        expect(quoteSell(openIn - 1n, pool).received).toBeLessThan(wanted);
      }),
      { numRuns: runs },
    );
  });
});
