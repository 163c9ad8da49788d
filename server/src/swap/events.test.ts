import { oneCoin } from '@openmere/core/money/amount.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { swapped, synced } from '../test/swap-logs.ts';
import { parseSwap, parseSync } from './events.ts';
import type { SwapEvent } from './events.ts';

type Pool = { open: bigint; usdt: bigint };
const WHOLE_BPS = 10_000n;

/** Base units of a reserve: from a pool of next to nothing to more OPEN than there is. */
const reserve = fc.bigInt({ min: 10n ** 12n, max: 10n ** 28n });
const pools = fc.record({ open: reserve, usdt: reserve });
/** Of the public pools of today: Uniswap 0.3 %, PancakeSwap 0.25 %, and one that keeps nothing. */
const fees = fc.constantFrom(0n, 25n, 30n);

/** What the pool's own router gives, to the unit. */
function outOf(amountIn: bigint, from: bigint, to: bigint, feeBps: bigint): bigint {
  const counted = amountIn * (WHOLE_BPS - feeBps);
  return (counted * to) / (from * WHOLE_BPS + counted);
}

/** The pool after a swap, and what the market reads of it. */
function trade(pool: Pool, { bought, paid, got }: { bought: boolean; paid: bigint; got: bigint }) {
  const after = bought
    ? { open: pool.open - got, usdt: pool.usdt + paid }
    : { open: pool.open + paid, usdt: pool.usdt - got };
  const terms = bought ? { bought, usdt: paid, open: got } : { bought, usdt: got, open: paid };
  const reserves = parseSync(synced(after.open, after.usdt), true);
  return { after, terms, swap: parseSwap(swapped(terms), true, reserves) };
}

/** The rate of `swap` lies between those of the pool before and after, give or take 1 % and the last unit. */
function isAllowed({ priceE18 }: SwapEvent, before: Pool, after: Pool): boolean {
  const rates = [before, after];
  const aboveOne = rates.some(({ open, usdt }) => (priceE18 + 1n) * open * 100n >= usdt * oneCoin * 99n);
  const belowOne = rates.some(({ open, usdt }) => (priceE18 - 1n) * open * 99n <= usdt * oneCoin * 100n);
  return aboveOne && belowOne;
}

test('property: what a router trades counts at exactly what was paid, however large, one swap after the other', () => {
  const steps = fc.array(fc.record({ bought: fc.boolean(), part: fc.bigInt({ min: 1n, max: 10n ** 9n }) }), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(pools, fees, steps, (start, feeBps, list) => {
      let pool = start;
      for (const { bought, part } of list) {
        const [from, to] = bought ? [pool.usdt, pool.open] : [pool.open, pool.usdt];
        // From a thousandth of the reserve to a thousand times as much.
        const paid = (from * part) / 10n ** 6n;
        const got = outOf(paid, from, to, feeBps);
        if (paid < 10_000n || got < 10_000n) continue;
        const { after, terms, swap } = trade(pool, { bought, paid, got });
        const priceE18 = (terms.usdt * oneCoin) / terms.open;
        expect(swap).toEqual(priceE18 > 0n ? { open: terms.open, usdt: terms.usdt, priceE18 } : undefined);
        pool = after;
      }
    }),
  );
});

test('property: whatever is paid in for however little, its amounts are kept and its price is one of the pool’s', () => {
  const part = fc.bigInt({ min: 0n, max: 10n ** 18n });
  fc.assert(
    fc.property(pools, fc.boolean(), part, part, (pool, bought, paying, getting) => {
      const [from, to] = bought ? [pool.usdt, pool.open] : [pool.open, pool.usdt];
      const paid = 10_000n + (from * paying) / 10n ** 16n;
      const most = outOf(paid, from, to, 0n);
      fc.pre(most >= 10_000n);
      const got = 10_000n + ((most - 10_000n) * getting) / 10n ** 18n;
      const { after, terms, swap } = trade(pool, { bought, paid, got });
      if (!swap) return (terms.usdt * oneCoin) / terms.open === 0n;
      expect([swap.open, swap.usdt]).toEqual([terms.open, terms.usdt]);
      return isAllowed(swap, pool, after);
    }),
  );
});

test('refuses: a million USDT per OPEN, and a millionth, for a swap that costs nothing but gas', () => {
  const pool = { open: 4_000_000n * oneCoin, usdt: 1_000_000n * oneCoin };
  const up = trade(pool, { bought: true, paid: 10n ** 10n, got: 10_000n });
  expect(up.swap).toMatchObject({ open: 10_000n, usdt: 10n ** 10n });
  const down = trade(pool, { bought: false, paid: 10n ** 10n, got: 10_000n });
  for (const { swap } of [up, down]) {
    expect(swap?.priceE18).toBeGreaterThanOrEqual((oneCoin * 247n) / 1_000n);
    expect(swap?.priceE18).toBeLessThanOrEqual((oneCoin * 253n) / 1_000n);
  }
});

test('behavior: who trades after somebody gave the pool a gift is counted, at a price of the pool', () => {
  const pool = { open: 4_000n * oneCoin, usdt: 1_000n * oneCoin };
  // The router gives for 10 USDT what the reserves say; the pair counts the 500 that lay in it as paid, too.
  const got = outOf(10n * oneCoin, pool.usdt, pool.open, 25n);
  const { swap, after } = trade(pool, { bought: true, paid: 510n * oneCoin, got });
  expect(swap).toMatchObject({ open: got, usdt: 510n * oneCoin });
  expect(swap && isAllowed(swap, pool, after)).toBe(true);
});
