import { describe, expect, test } from 'vitest';
import { oneCoin } from '../money/amount.ts';
import { checkDeadline, checkTrade } from './check.ts';
import type { TradeRequest } from './check.ts';
import { quoteBuy, reserveLimit } from './quote.ts';
import type { PoolState } from './quote.ts';

const pool: PoolState = {
  reserveUsdt: 100_000n * oneCoin,
  reserveOpen: 400_000n * oneCoin,
  poolBps: 0,
  communityBps: 0,
  burnBps: 0,
};
const fine: TradeRequest = {
  side: 'buy',
  amountIn: 100n * oneCoin,
  available: 1_000_000n * oneCoin,
  tradable: true,
  activated: true,
  slippageBps: 50,
  deadlineSec: 1_200,
  expert: false,
  confirmed: 'no',
};

/** The least purchase whose impact is at least `bps`: x ÷ (X + x) ≥ bps. */
function amountAt(bps: bigint): bigint {
  const up = 10_000n - bps;
  return (pool.reserveUsdt * bps + up - 1n) / up;
}

describe('checkTrade', () => {
  // Each row breaks everything that stands below it too: the order is what is tested.
  const steps: [string, Partial<TradeRequest>, Partial<PoolState>][] = [
    ['swap.nottradable', { tradable: false }, {}],
    ['member.notactivated', { activated: false }, {}],
    ['swap.poolempty', {}, { reserveUsdt: 0n, reserveOpen: 0n }],
    ['swap.badamount', { amountIn: undefined }, {}],
    ['swap.insufficient', { available: 99n * oneCoin, amountIn: 100_000n * oneCoin }, {}],
    ['swap.slippagerange', { slippageBps: 0 }, {}],
    ['swap.deadlinerange', { deadlineSec: 59 }, {}],
    ['swap.impactrefused', { amountIn: 100_000n * oneCoin }, {}],
  ];
  test.each(steps.map(([code], at) => [code, at] as const))(
    'refuses: %s before all that follows',
    (code, at) => {
      const broken = steps.slice(at).toReversed();
      const request = Object.assign({}, fine, ...broken.map(([, change]) => change)) as TradeRequest;
      const state = Object.assign({}, pool, ...broken.map(([, , change]) => change)) as PoolState;
      expect(checkTrade(request, state)?.code).toBe(code);
    },
  );

  test('refuses: nothing, and amounts that are none', () => {
    expect(checkTrade({ ...fine, amountIn: 0n }, pool)?.code).toBe('swap.nothing');
    expect(checkTrade({ ...fine, amountIn: -1n }, pool)?.code).toBe('swap.badamount');
  });

  test('refuses: more than the pair can hold, by one unit', () => {
    const room = reserveLimit - pool.reserveUsdt;
    const expert: TradeRequest = { ...fine, available: undefined, expert: true, confirmed: 'typed' };
    expect(checkTrade({ ...expert, amountIn: room + 1n }, pool)?.code).toBe('swap.badamount');
    expect(checkTrade({ ...expert, amountIn: room }, pool)).toBeUndefined();
  });

  test('refuses: one unit more than there is, and names what there is', () => {
    const available = 100n * oneCoin;
    const refused = checkTrade({ ...fine, available, amountIn: available + 1n }, pool);
    expect(refused).toMatchObject({ code: 'swap.insufficient', params: { available: '100', coin: 'USDT' } });
    expect(checkTrade({ ...fine, side: 'sell', available: 0n }, pool)?.params).toEqual({
      available: '0',
      coin: 'OPEN',
    });
    expect(checkTrade({ ...fine, available, amountIn: available }, pool)).toBeUndefined();
  });

  test('refuses: what would give nothing', () => {
    const dear = { ...pool, reserveOpen: 1_000n };
    expect(checkTrade({ ...fine, amountIn: 1n }, dear)?.code).toBe('swap.toosmall');
  });

  test.each([
    [499n, undefined, 'no', false],
    [500n, 'swap.impactask', 'no', false],
    [500n, undefined, 'asked', false],
    [999n, undefined, 'asked', false],
    [1_000n, 'swap.impacttype', 'asked', false],
    [1_000n, undefined, 'typed', false],
    [1_499n, undefined, 'typed', false],
    [1_500n, 'swap.impactrefused', 'typed', false],
    [1_500n, 'swap.impacttype', 'asked', true],
    [1_500n, undefined, 'typed', true],
  ] as const)(
    'refuses: an impact of %s bp: %s (confirmed: %s, expert: %s)',
    (bps, code, confirmed, expert) => {
      const request: TradeRequest = { ...fine, amountIn: amountAt(bps), confirmed, expert };
      expect(checkTrade(request, pool)?.code).toBe(code);
    },
  );

  test('refuses: an impact exactly from its threshold on, and not one unit of USDT before', () => {
    const at = amountAt(500n);
    expect(quoteBuy(at, pool).priceImpactBps).toBe(500);
    expect(checkTrade({ ...fine, amountIn: at - 1n }, pool)).toBeUndefined();
    expect(checkTrade({ ...fine, amountIn: at }, pool)?.params).toEqual({ impact: '5' });
  });

  test('behavior: selling needs no activation, and an unknown balance is not judged', () => {
    expect(checkTrade({ ...fine, side: 'sell', activated: false }, pool)).toBeUndefined();
    expect(checkTrade({ ...fine, available: undefined }, pool)).toBeUndefined();
  });
});

describe('checkDeadline', () => {
  test.each([59, 259_201, 0, -60, 60.5, Number.NaN])('refuses: %s seconds', (seconds) => {
    expect(checkDeadline(seconds)).toMatchObject({
      code: 'swap.deadlinerange',
      params: { least: 1, most: 3 },
    });
  });

  test.each([60, 1_200, 259_200])('behavior: %s seconds are fine', (seconds) => {
    expect(checkDeadline(seconds)).toBeUndefined();
  });
});
