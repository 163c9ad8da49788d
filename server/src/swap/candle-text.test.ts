import { formatAmount } from '@openmere/core/money/amount.ts';
import { describe, expect, test } from 'vitest';
import { candleOfText, candleRowOfText, formatDigits, formatTime, textOfCandle } from './candle-text.ts';
import { candleRowOf } from './rows.ts';

/** A generator of its own seed, so that a failure can be seen again. */
function makeRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

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
    const random = makeRandom(3);
    const amount = (): bigint => BigInt(random(2 ** 31)) ** BigInt(random(5));
    for (let index = 0; index < 1_000; index += 1) {
      const prices = { open: amount(), high: amount(), low: amount(), close: amount() };
      const volumes = { volumeOpen: amount(), volumeUsdt: amount(), trades: random(1_000) };
      const candle = { openTime: random(2 ** 31), ...prices, ...volumes };
      expect(candleOfText(textOfCandle(candle))).toEqual(candle);
      expect(candleRowOfText(textOfCandle(candle))).toEqual(candleRowOf(candle));
    }
  });
});
