import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oneCoin } from '../money/amount.ts';
import { quoteTrade } from './quote.ts';
import type { PoolState } from './quote.ts';
import {
  deadlineConfig,
  impactConfig,
  judgeImpact,
  judgeSlippage,
  minimumReceived,
  percentText,
  slippageConfig,
  suggestSlippage,
  worstCase,
} from './slippage.ts';

const depth = (usdt: bigint): PoolState => ({
  reserveUsdt: usdt * oneCoin,
  reserveOpen: usdt * 4n * oneCoin,
  poolBps: 25,
  communityBps: 50,
  burnBps: 100,
});

describe('judgeSlippage', () => {
  test.each([0, -1, 5_000, 10_000, 0.5, 50.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'refuses: %s basis points',
    (bps) => {
      expect(judgeSlippage(bps)).toBe('refused');
    },
  );

  test.each([
    [1, 'mayfail'],
    [49, 'mayfail'],
    [50, 'ok'],
    [100, 'ok'],
    [101, 'frontrun'],
    [2_000, 'frontrun'],
    [2_001, 'high'],
    [4_999, 'high'],
  ])('behavior: %s basis points are %s', (bps, verdict) => {
    expect(judgeSlippage(bps)).toBe(verdict);
  });

  test('behavior: the default is no warning, and the presets are allowed', () => {
    expect(judgeSlippage(slippageConfig.defaultBps)).toBe('ok');
    expect(slippageConfig.presetsBps.map((bps) => judgeSlippage(bps))).toEqual(['mayfail', 'ok', 'ok']);
    expect(deadlineConfig).toEqual({ defaultSec: 20 * 60, leastSec: 60, mostSec: 3 * 86_400 });
  });
});

describe('judgeImpact', () => {
  test.each([
    [0, 'none'],
    [99, 'none'],
    [100, 'low'],
    [299, 'low'],
    [300, 'medium'],
    [499, 'medium'],
    [500, 'ask'],
    [999, 'ask'],
    [1_000, 'type'],
    [1_499, 'type'],
    [1_500, 'refuse'],
    [10_000, 'refuse'],
  ])('behavior: %s basis points: %s', (bps, verdict) => {
    expect(judgeImpact(bps)).toBe(verdict);
  });

  test('behavior: other thresholds by configuration', () => {
    expect(judgeImpact(500, { ...impactConfig, askBps: 600 })).toBe('medium');
  });
});

describe('minimumReceived', () => {
  test('property: rounded down, at most one unit under the exact minimum, never above what is received', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 36n }),
        fc.integer({ min: 0, max: 4_999 }),
        (received, bps) => {
          const minimum = minimumReceived(received, bps);
          const exact = received * BigInt(10_000 - bps);
          expect(minimum).toBeLessThanOrEqual(received);
          expect(minimum * 10_000n).toBeLessThanOrEqual(exact);
          expect((minimum + 1n) * 10_000n).toBeGreaterThan(exact);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('percentText', () => {
  test.each([
    [1, '0.01'],
    [50, '0.5'],
    [100, '1'],
    [1_234, '12.34'],
    [4_999, '49.99'],
    [29, '0.29'],
  ])('behavior: %s basis points are %s percent', (bps, text) => {
    expect(percentText(bps)).toBe(text);
  });

  test('property: every basis point has at most two places and comes back', () => {
    for (let bps = 0; bps <= 10_000; bps += 1) {
      expect(percentText(bps)).toMatch(/^(0|[1-9]\d*)(\.\d{1,2})?$/);
      expect(Math.round(Number(percentText(bps)) * 100)).toBe(bps);
    }
  });
});

describe('suggestSlippage', () => {
  const trade = { side: 'buy', amountIn: 100n * oneCoin } as const;

  test('refuses: to compute with nothing: the default', () => {
    expect(suggestSlippage({ side: 'buy', amountIn: 0n }, depth(1_000n)).bps).toBe(slippageConfig.defaultBps);
  });

  test('behavior: the shallower the pool, the wider, between 0.1 and 5 %', () => {
    const suggested = [10_000_000n, 1_000_000n, 100_000n, 20_000n, 1_000n].map(
      (usdt) => suggestSlippage(trade, depth(usdt)).bps,
    );
    expect(suggested).toEqual([10, 10, 100, 481, 500]);
  });

  test('behavior: a large trade needs no more than a small one', () => {
    const small = suggestSlippage({ side: 'sell', amountIn: oneCoin }, depth(100_000n)).bps;
    const large = suggestSlippage({ side: 'sell', amountIn: 100_000n * oneCoin }, depth(100_000n)).bps;
    expect(large).toBeLessThan(small);
  });

  test('property: it is always allowed, and what it can cost is what is missing at the minimum', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('buy', 'sell'),
        fc.bigInt({ min: 1n, max: 10n ** 30n }),
        fc.bigInt({ min: 1n, max: 10n ** 9n }),
        (side, amountIn, usdt) => {
          const pool = depth(usdt);
          const { bps, worst } = suggestSlippage({ side, amountIn }, pool);
          expect(judgeSlippage(bps)).not.toBe('refused');
          expect(worst).toEqual(worstCase(side, amountIn, pool, bps));
          expect(worst.minimum).toBe(minimumReceived(quoteTrade(side, amountIn, pool).received, bps));
          expect(worst.lossUsdt).toBeGreaterThanOrEqual(0n);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
