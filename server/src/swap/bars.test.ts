import { openTimeOf } from '@openmere/core/swap/candle.ts';
import { intervals } from '@openmere/core/swap/contract.ts';
import type { Interval } from '@openmere/core/swap/contract.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { describe, expect, test } from 'vitest';
import { barsOf } from './bars.ts';
import type { Bar, PlacedSwap } from './bars.ts';
import { candleOfText, candleRowOfText, formatDigits, formatTime, textOfCandle } from './candle-text.ts';
import { candleRowOf } from './rows.ts';
import { SwapColumns } from './swap-columns.ts';

/** A generator of its own seed, so that a failure can be seen again. */
function makeRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** What a candle is, said as plainly as possible. */
function barsByDefinition(swaps: readonly PlacedSwap[], interval: Interval): Bar[] {
  const groups = Map.groupBy(swaps, ({ time }) => openTimeOf(interval, time));
  const bars = [...groups].map(([openTime, group]) => {
    const placed = group.toSorted((a, b) => a.at - b.at);
    const prices = group.map(({ priceE18 }) => priceE18).toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    const [first, last] = [placed[0]!, placed.at(-1)!];
    return {
      openTime,
      open: first.priceE18,
      high: prices.at(-1)!,
      low: prices[0]!,
      close: last.priceE18,
      volumeOpen: group.reduce((sum, { open }) => sum + open, 0n),
      volumeUsdt: group.reduce((sum, { usdt }) => sum + usdt, 0n),
      trades: group.length,
      firstAt: first.at,
      lastAt: last.at,
    };
  });
  return bars.toSorted((a, b) => a.openTime - b.openTime);
}

const LARGEST = 2n ** 128n - 1n;

/** Amounts of every size, prices that differ by single units where a double tells them apart no more. */
function randomSwaps(seed: number, count: number): PlacedSwap[] {
  const random = makeRandom(seed);
  const amount = (): bigint => {
    const bits = BigInt(1 + random(128));
    const wide =
      (BigInt(random(2 ** 31)) << 97n) | (BigInt(random(2 ** 31)) << 66n) | BigInt(random(2 ** 48));
    return random(40) === 0 ? LARGEST : wide & ((1n << bits) - 1n);
  };
  let time = 1_700_000_000;
  return Array.from({ length: count }, (_, index) => {
    time += random(4) === 0 ? random(100_000) : random(20);
    const priceE18 = 10n ** BigInt(16 + random(30)) * BigInt(1 + random(3)) + BigInt(random(5));
    return { time, priceE18, open: amount(), usdt: amount(), at: index * 10 + 1 };
  });
}

describe('refuses', () => {
  test('refuses: amounts that no pair can move, and more swaps than there is room for', () => {
    const swap = { time: 0, priceE18: 1n, open: 1n, usdt: 1n, at: 0 };
    expect(() => SwapColumns.of([{ ...swap, open: LARGEST + 1n }])).toThrow('an amount of a pair');
    expect(() => SwapColumns.of([{ ...swap, usdt: -1n }])).toThrow('an amount of a pair');
    expect(() => new SwapColumns(0).push(swap)).toThrow('room for the swap');
  });
});

describe('bars', () => {
  test('property: bars of all intervals are to the last unit what a candle is by definition, in any order', () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const swaps = randomSwaps(seed, 1 + ((seed * 37) % 400));
      const random = makeRandom(seed);
      const shuffled = swaps.toSorted(() => random(3) - 1);
      for (const given of [swaps, swaps.toReversed(), shuffled]) {
        const bars = barsOf(given);
        for (const interval of intervals) {
          expect(bars.get(interval), `${interval} of seed ${seed}`).toEqual(
            barsByDefinition(swaps, interval),
          );
        }
      }
    }
  });

  test('behavior: thousands of the largest amounts in one minute are summed without losing a unit', () => {
    const count = 5_000;
    const swaps = Array.from({ length: count }, (_, at) => ({
      time: 60,
      priceE18: 7n,
      open: LARGEST,
      usdt: LARGEST - BigInt(at),
      at,
    }));
    const [bar] = barsOf(swaps).get('1m') ?? [];
    const rest = BigInt((count * (count - 1)) / 2);
    expect(bar).toMatchObject({ trades: count, volumeOpen: LARGEST * BigInt(count) });
    expect(bar?.volumeUsdt).toBe(LARGEST * BigInt(count) - rest);
  });

  test('behavior: no swaps, no bars', () => {
    for (const bars of barsOf([]).values()) expect(bars).toEqual([]);
  });
});

describe('candles as text', () => {
  test('property: digits are written as the amounts that they are', () => {
    const random = makeRandom(9);
    for (let index = 0; index < 3_000; index += 1) {
      const digits = Array.from({ length: 1 + random(60) }, () => (random(2) === 0 ? 0 : random(10))).join(
        '',
      );
      const amount = BigInt(digits);
      expect(formatDigits(amount.toString())).toBe(formatAmount(amount));
    }
  });

  test('property: times are written as the clock writes them', () => {
    const random = makeRandom(4);
    for (let index = 0; index < 3_000; index += 1) {
      const time = (random(2 ** 31) + random(2) * 2 ** 32) * (random(2) === 0 ? 1 : -1);
      expect(formatTime(time)).toBe(new Date(time * 1000).toISOString());
    }
  });

  test('property: a candle is the same row from its digits and from its numbers', () => {
    for (const bar of barsOf(randomSwaps(3, 300)).get('1m') ?? []) {
      const { firstAt: _first, lastAt: _last, ...candle } = bar;
      expect(candleOfText(textOfCandle(candle))).toEqual(candle);
      expect(candleRowOfText(textOfCandle(candle))).toEqual(candleRowOf(candle));
    }
  });
});
