import { describe, expect, test } from 'vitest';
import { oneCoin } from '../money/amount.ts';
import { checkAdd, checkReadd, checkRelease, checkRemove, isPriceTooFar, liquidityConfig } from './check.ts';
import { quoteAdd, quoteReadd } from './quote.ts';
import type { LiquidityPool } from './quote.ts';

const pool: LiquidityPool = {
  reserveUsdt: 1_000n * oneCoin,
  reserveOpen: 4_000n * oneCoin,
  lpTotal: 2_000n * oneCoin,
};
const settings = { slippageBps: 50, deadlineSec: 1_200 };
const entrance = { paused: false, activated: true, twapE18: oneCoin / 4n };
const holdings = { usdt: 1_000n * oneCoin, open: 4_000n * oneCoin, ousd: 0n };
const fine = { ...settings, ...entrance, holdings };
const add = quoteAdd({ usdtDesired: 100n * oneCoin }, pool);

describe('isPriceTooFar', () => {
  test('refuses: one unit beyond 20 % to either side, not the bound itself', () => {
    const twap = 1_000_000n;
    expect(
      [1_200_000n, 1_200_001n, 800_000n, 799_999n].map((spot) => isPriceTooFar(spot, twap, 2_000)),
    ).toEqual([false, true, false, true]);
  });
});

describe('checkAdd', () => {
  test.each([
    ['liquidity.paused', { paused: true, activated: false }],
    ['member.notactivated', { activated: false, twapE18: undefined }],
    ['liquidity.notready', { twapE18: undefined, slippageBps: 0 }],
    ['liquidity.pricetoofar', { twapE18: oneCoin, slippageBps: 0 }],
    ['liquidity.insufficient', { holdings: { ...holdings, usdt: 0n }, slippageBps: 0 }],
    ['liquidity.slippagerange', { slippageBps: 5_000, deadlineSec: 1 }],
    ['liquidity.deadlinerange', { deadlineSec: 259_201 }],
  ])('refuses: %s before what follows', (code, change) => {
    expect(checkAdd(add, { ...fine, ...change }, pool)?.code).toBe(code);
  });

  test('refuses: an empty pool before asking for the average', () => {
    const empty = { reserveUsdt: 0n, reserveOpen: 0n, lpTotal: 0n };
    expect(checkAdd(add, { ...fine, twapE18: undefined }, empty)?.code).toBe('liquidity.poolempty');
  });

  test('refuses: no amount, nothing, and more than a pair can hold', () => {
    const huge = quoteAdd({ usdtDesired: 2n ** 112n }, pool);
    expect(checkAdd(undefined, fine, pool)?.code).toBe('liquidity.badamount');
    expect(checkAdd(huge, { ...fine, holdings: {} }, pool)?.code).toBe('liquidity.badamount');
    expect(checkAdd(quoteAdd({ usdtDesired: 0n }, pool), fine, pool)?.code).toBe('liquidity.nothing');
  });

  test('refuses: one unit below 10 USDT, not 10 USDT', () => {
    const at = (usdtDesired: bigint) => checkAdd(quoteAdd({ usdtDesired }, pool), fine, pool);
    expect(at(10n * oneCoin - 1n)).toMatchObject({
      code: 'liquidity.belowminimum',
      params: { minimum: '10' },
    });
    expect(at(10n * oneCoin)).toBeUndefined();
  });

  test('refuses: a unit more than the wallet holds, USDT first', () => {
    const refusal = (usdt: bigint, open: bigint) =>
      checkAdd(add, { ...fine, holdings: { usdt, open } }, pool)?.params;
    expect(refusal(add.usdt - 1n, 0n)).toMatchObject({ coin: 'USDT' });
    expect(refusal(add.usdt, add.open - 1n)).toMatchObject({
      coin: 'OPEN',
      available: '399.999999999999999999',
    });
    expect(refusal(add.usdt, add.open)).toBeUndefined();
  });

  test('refuses: what would give less than 1,000 units of LP, not 1,000', () => {
    const thin = (lpTotal: bigint) => ({ ...pool, lpTotal });
    const refusal = (lpTotal: bigint) =>
      checkAdd(quoteAdd({ usdtDesired: 100n * oneCoin }, thin(lpTotal)), fine, thin(lpTotal))?.code;
    expect([refusal(1n), refusal(9_999n), refusal(10_000n)]).toEqual([
      'liquidity.toosmall',
      'liquidity.toosmall',
      undefined,
    ]);
  });

  test('behavior: unknown balances are not judged', () => {
    expect(checkAdd(add, { ...fine, holdings: {} }, pool)).toBeUndefined();
  });
});

describe('checkReadd', () => {
  const held = 20n * oneCoin;
  const request = { ...fine, heldAsked: held, heldTotal: held };
  const quote = quoteReadd({ heldOusd: held, ownOusd: 0n }, pool);

  test('refuses: a unit more than is held', () => {
    expect(checkReadd(quote, { ...request, heldAsked: held + 1n, slippageBps: 0 }, pool)).toMatchObject({
      code: 'liquidity.remaininginsufficient',
      params: { held: '20' },
    });
  });

  test('refuses: own OUSD that is not there, then OPEN', () => {
    const more = quoteReadd({ heldOusd: held, ownOusd: 1n }, pool);
    expect(checkReadd(more, request, pool)?.params).toMatchObject({ coin: 'OUSD' });
    const poor = { ...request, holdings: { ousd: 1n, open: 0n } };
    expect(checkReadd(more, poor, pool)?.params).toMatchObject({ coin: 'OPEN' });
  });

  test('refuses: while paused, and nothing at all', () => {
    expect(checkReadd(quote, { ...request, paused: true }, pool)?.code).toBe('liquidity.paused');
    const none = quoteReadd({ heldOusd: 0n, ownOusd: 0n }, pool);
    expect(checkReadd(none, { ...request, heldAsked: 0n }, pool)?.code).toBe('liquidity.nothing');
  });

  test('behavior: there is no minimum', () => {
    const little = quoteReadd({ heldOusd: 1_000n, ownOusd: 0n }, pool);
    expect(checkReadd(little, { ...request, heldAsked: 1_000n }, pool)).toBeUndefined();
    const less = quoteReadd({ heldOusd: 499n, ownOusd: 0n }, pool);
    expect(checkReadd(less, { ...request, heldAsked: 499n }, pool)?.code).toBe('liquidity.toosmall');
  });
});

describe('checkRemove', () => {
  const request = { ...settings, lp: 100n * oneCoin, lpAvailable: 100n * oneCoin, typed: 'ok' };

  test.each([
    ['liquidity.badamount', { lp: undefined, typed: '' }],
    ['liquidity.badamount', { lp: -1n }],
    ['liquidity.nothing', { lp: 0n, typed: '' }],
    ['liquidity.toomuchlp', { lp: 100n * oneCoin + 1n, typed: '' }],
    ['liquidity.toosmall', { lp: 1n, typed: '' }],
    ['liquidity.slippagerange', { slippageBps: 0, typed: '' }],
    ['liquidity.deadlinerange', { deadlineSec: 0, typed: '' }],
    ['liquidity.typeok', { typed: '' }],
    ['liquidity.typeok', { typed: 'o k' }],
    ['liquidity.typeok', { typed: 'okay' }],
  ])('refuses: %s', (code, change) => {
    expect(checkRemove({ ...request, ...change }, pool)?.code).toBe(code);
  });

  test.each(['ok', 'OK', ' Ok '])('behavior: "%s" confirms', (typed) => {
    expect(checkRemove({ ...request, typed }, pool)).toBeUndefined();
  });
});

describe('checkRelease', () => {
  const hold = { amount: 5n, releaseAt: '2026-12-21T00:00:00.000Z', matured: false };

  test('refuses: nothing held, then not yet', () => {
    expect(checkRelease(undefined)?.code).toBe('liquidity.nothingheld');
    expect(checkRelease({ ...hold, amount: 0n })?.code).toBe('liquidity.nothingheld');
    expect(checkRelease(hold)).toMatchObject({ code: 'liquidity.notyet', params: { until: hold.releaseAt } });
  });

  test('behavior: matured is released', () => {
    expect(checkRelease({ ...hold, matured: true })).toBeUndefined();
  });
});

describe('defaults', () => {
  test('behavior: those of the rulebook', () => {
    expect(liquidityConfig).toMatchObject({ minimumAdd: 10n * oneCoin, maxDeviationBps: 2_000 });
  });
});
