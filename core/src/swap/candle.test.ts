import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  candleOf,
  candlesOf,
  fillSeries,
  intervalSeconds,
  joinCandles,
  openTimeOf,
  positionOf,
  rollUp,
  seriesOf,
} from './candle.ts';
import type { PlacedCandle, Swap } from './candle.ts';
import { intervals } from './contract.ts';
import type { Interval } from './contract.ts';

const seconds = (text: string) => new Date(text).getTime() / 1000;
const swap = (time: number, priceE18: bigint, position = time, usdt = 2n, open = 1n): Swap => ({
  time,
  position,
  priceE18,
  usdt,
  open,
});

/** What a candle is, said as plainly as possible. */
function byDefinition(swaps: readonly Swap[], interval: Interval): PlacedCandle[] {
  const groups = Map.groupBy(swaps, ({ time }) => openTimeOf(interval, time));
  const candles = [...groups].map(([openTime, group]) => {
    const placed = group.toSorted((a, b) => a.position - b.position);
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
      firstAt: first.position,
      lastAt: last.position,
    };
  });
  return candles.toSorted((a, b) => a.openTime - b.openTime);
}

/** Swaps in the chain's order, over weeks, several in one second now and then. */
const history = fc
  .array(
    fc.record({
      gap: fc.oneof(
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: 0, max: 7_200 }),
        fc.integer({ min: 0, max: 700_000 }),
      ),
      priceE18: fc.bigInt({ min: 1n, max: 10n ** 24n }),
      usdt: fc.bigInt({ min: 0n, max: 10n ** 24n }),
      open: fc.bigInt({ min: 0n, max: 10n ** 24n }),
    }),
    { maxLength: 60 },
  )
  .map((steps) => {
    let time = seconds('2026-02-27T23:59:00Z');
    return steps.map(({ gap, ...rest }, position): Swap => {
      time += gap;
      return { time, position, ...rest };
    });
  });
const interval = fc.constantFrom(...intervals);

describe('openTimeOf', () => {
  test.each([
    ['1w', '2026-11-16T00:00:00Z', '2026-11-16T00:00:00Z'],
    ['1w', '2026-11-22T23:59:59Z', '2026-11-16T00:00:00Z'],
    ['1w', '2026-11-23T00:00:00Z', '2026-11-23T00:00:00Z'],
    ['1w', '2024-02-29T12:00:00Z', '2024-02-26T00:00:00Z'],
    ['1w', '1970-01-04T12:00:00Z', '1969-12-29T00:00:00Z'],
    ['1d', '2026-11-21T23:59:59Z', '2026-11-21T00:00:00Z'],
    ['4h', '2026-11-21T11:59:59Z', '2026-11-21T08:00:00Z'],
    ['1h', '2026-11-21T11:00:00Z', '2026-11-21T11:00:00Z'],
    ['30m', '2026-11-21T11:29:59Z', '2026-11-21T11:00:00Z'],
    ['1m', '2026-11-21T11:29:59Z', '2026-11-21T11:29:00Z'],
  ] as const)('behavior: %s at %s opens at %s', (name, at, opens) => {
    expect(openTimeOf(name, seconds(at))).toBe(seconds(opens));
  });

  test('property: weeks begin on Monday at midnight UTC, and every instant is within its interval', () => {
    fc.assert(
      fc.property(interval, fc.integer({ min: 0, max: 8_000_000_000 }), (name, time) => {
        const opens = openTimeOf(name, time);
        expect(opens).toBeLessThanOrEqual(time);
        expect(time - opens).toBeLessThan(intervalSeconds[name]);
        if (name !== '1w') return;
        const date = new Date(opens * 1000);
        expect([date.getUTCDay(), date.toISOString().slice(11)]).toEqual([1, '00:00:00.000Z']);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('one candle', () => {
  test('behavior: open from the earliest swap, close from the latest, high and low widen, volumes and count add up', () => {
    const parts = [swap(62, 9n, 2), swap(119, 4n, 4), swap(61, 5n, 1), swap(62, 2n, 3)];
    const joined = parts.map((one) => candleOf(one, '1m')).reduce(joinCandles);
    expect(joined).toEqual({
      openTime: 60,
      open: 5n,
      high: 9n,
      low: 2n,
      close: 4n,
      volumeOpen: 4n,
      volumeUsdt: 8n,
      trades: 4,
      firstAt: 1,
      lastAt: 4,
    });
  });

  test('behavior: a position orders blocks first, then logs', () => {
    expect(positionOf(7n, 3)).toBe(7_000_003);
    expect(positionOf(8n, 0)).toBeGreaterThan(positionOf(7n, 999_999));
    expect(Number.isSafeInteger(positionOf(9_000_000_000n, 999_999))).toBe(true);
  });
});

describe('candles of a history', () => {
  test('property: to the last unit what a candle is by definition, in any order of the swaps', () => {
    const shuffled = history.chain((swaps) =>
      fc.tuple(fc.constant(swaps), fc.shuffledSubarray(swaps, { minLength: swaps.length })),
    );
    fc.assert(
      fc.property(shuffled, interval, ([swaps, mixed], name) => {
        const candles = byDefinition(swaps, name);
        expect(candlesOf(swaps, name)).toEqual(candles);
        expect(candlesOf(mixed, name)).toEqual(candles);
      }),
      { numRuns: 1_000 },
    );
  });

  test('property: all intervals at once are those of each by itself', () => {
    fc.assert(
      fc.property(history, (swaps) => {
        const series = seriesOf(swaps);
        expect([...series.keys()]).toEqual(intervals);
        for (const [name, candles] of series) expect(candles).toEqual(candlesOf(swaps, name));
      }),
      { numRuns: 500 },
    );
  });

  test('property: whatever the split and the order of the parts, rolled up they give the same', () => {
    fc.assert(
      fc.property(history, interval, fc.nat(), (swaps, name, cut) => {
        const at = swaps.length === 0 ? 0 : cut % swaps.length;
        const minutes = [...candlesOf(swaps.slice(at), '1m'), ...candlesOf(swaps.slice(0, at), '1m')];
        expect(rollUp(minutes, name)).toEqual(candlesOf(swaps, name));
      }),
      { numRuns: 1_000 },
    );
  });

  test('behavior: what goes in is not changed', () => {
    const minutes = candlesOf([swap(60, 5n), swap(130, 9n), swap(131, 1n)], '1m').map((one) =>
      Object.freeze(one),
    );
    expect(rollUp(minutes, '1h')).toMatchObject([
      { openTime: 0, open: 5n, high: 9n, low: 1n, close: 1n, volumeOpen: 3n, volumeUsdt: 6n, trades: 3 },
    ]);
  });
});

describe('gaps', () => {
  type Flat = { openTime: number; close: bigint; trades: number };
  const flat = (openTime: number, { close }: Pick<Flat, 'close'>): Flat => ({ openTime, close, trades: 0 });
  const candles: readonly Flat[] = candlesOf([swap(125, 7n), swap(300, 9n)], '1m');
  const fill = (all: readonly Flat[], from: number, to: number): Flat[] =>
    fillSeries(all, '1m', { from, to }, flat);

  test('refuses: to invent a price before the first trade', () => {
    expect(fill([], 0, 600)).toEqual([]);
    expect(fill(candles, 0, 180)).toEqual(candles.slice(0, 1));
  });

  test('behavior: an interval without trades repeats the last close; those before the window only give it', () => {
    const at = (openTime: number, close: bigint) => flat(openTime, { close });
    expect(fill(candles, 0, 420)).toEqual([candles[0], at(180, 7n), at(240, 7n), candles[1], at(360, 9n)]);
    expect(fill(candles, 199, 241)).toEqual([at(180, 7n), at(240, 7n)]);
  });

  test('property: one candle for each interval, in order, the traded ones untouched', () => {
    fc.assert(
      fc.property(history, fc.constantFrom('4h', '1d', '1w'), (swaps, name) => {
        const traded: readonly Flat[] = candlesOf(swaps, name);
        const first = traded.at(0)?.openTime;
        const last = traded.at(-1)?.openTime;
        if (first === undefined || last === undefined) return;
        const filled = fillSeries(traded, name, { from: first, to: last + 1 }, flat);
        expect(filled.filter((one) => one.trades > 0)).toEqual(traded);
        expect(filled.length).toBe((last - first) / intervalSeconds[name] + 1);
        filled.forEach((one, at) => {
          expect(one.openTime).toBe(first + at * intervalSeconds[name]);
          if (one.trades === 0) expect(one.close).toBe(filled[at - 1]?.close);
        });
      }),
      { numRuns: 1_000 },
    );
  });
});
