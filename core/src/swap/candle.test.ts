import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Candle,
  type CandleTrade,
  candlesOf,
  fillGaps,
  flatCandle,
  foldTrade,
  intervalSeconds,
  openTimeOf,
  rollUp,
} from './candle.ts';
import { intervals } from './contract.ts';

const seconds = (text: string) => new Date(text).getTime() / 1000;
const trade = (time: number, priceE18: bigint, usdt = 2n, open = 1n): CandleTrade => ({
  time,
  priceE18,
  usdt,
  open,
});

/** Trades in order of time, over weeks, several in one second now and then. */
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
    return steps.map(({ gap, ...rest }) => {
      time += gap;
      return { time, ...rest };
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

describe('foldTrade', () => {
  test('refuses: a trade of another interval', () => {
    const candle = foldTrade(undefined, '1m', trade(60, 5n));
    expect(() => foldTrade(candle, '1m', trade(120, 5n))).toThrow('its interval');
  });

  test('behavior: open stays, high and low widen, close follows, volumes and count add up', () => {
    const folded = [trade(61, 5n), trade(62, 9n), trade(62, 2n), trade(119, 4n)].reduce<Candle | undefined>(
      (candle, one) => foldTrade(candle, '1m', one),
      undefined,
    );
    expect(folded).toEqual({
      openTime: 60,
      open: 5n,
      high: 9n,
      low: 2n,
      close: 4n,
      volumeOpen: 4n,
      volumeUsdt: 8n,
      trades: 4,
    });
  });
});

describe('rollUp', () => {
  test('property: from the 1-minute series it equals the candles from the trades themselves, in every interval', () => {
    fc.assert(
      fc.property(history, interval, (trades, name) => {
        expect(rollUp(candlesOf(trades, '1m'), name)).toEqual(candlesOf(trades, name));
      }),
      { numRuns: 2_000 },
    );
  });

  test('property: gaps filled or not, in one step or by way of shorter intervals, it is the same', () => {
    fc.assert(
      fc.property(history, (trades) => {
        const minutes = candlesOf(trades.slice(0, 20), '1m');
        const last = minutes.at(-1)?.openTime ?? 0;
        const first = minutes.at(0)?.openTime ?? 0;
        const hours = rollUp(minutes, '1h');
        const filled = last - first < 200_000 ? fillGaps(minutes, '1m', first, last + 60) : minutes;
        expect(rollUp(filled, '1d')).toEqual(rollUp(rollUp(hours, '4h'), '1d'));
      }),
      { numRuns: 500 },
    );
  });

  test('property: whatever the split of the series, joining the parts’ candles gives the same', () => {
    fc.assert(
      fc.property(history, interval, fc.nat(), (trades, name, cut) => {
        const at = trades.length === 0 ? 0 : cut % trades.length;
        const minutes = [...candlesOf(trades.slice(0, at), '1m'), ...candlesOf(trades.slice(at), '1m')];
        expect(rollUp(minutes, name)).toEqual(candlesOf(trades, name));
      }),
      { numRuns: 2_000 },
    );
  });

  test('behavior: what goes in is not changed', () => {
    const minutes = candlesOf([trade(60, 5n), trade(130, 9n), trade(131, 1n)], '1m').map((one) =>
      Object.freeze(one),
    );
    expect(rollUp(minutes, '1h')).toEqual([
      { openTime: 0, open: 5n, high: 9n, low: 1n, close: 1n, volumeOpen: 3n, volumeUsdt: 6n, trades: 3 },
    ]);
  });

  test('property: volumes and counts are those of the trades', () => {
    fc.assert(
      fc.property(history, interval, (trades, name) => {
        const rolled = rollUp(candlesOf(trades, '1m'), name);
        const sum = (parts: bigint[]) => parts.reduce((total, part) => total + part, 0n);
        expect(sum(rolled.map(({ volumeUsdt }) => volumeUsdt))).toBe(sum(trades.map(({ usdt }) => usdt)));
        expect(sum(rolled.map(({ volumeOpen }) => volumeOpen))).toBe(sum(trades.map(({ open }) => open)));
        expect(rolled.reduce((total, one) => total + one.trades, 0)).toBe(trades.length);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('fillGaps', () => {
  const candles = candlesOf([trade(125, 7n), trade(300, 9n)], '1m');

  test('refuses: to invent a price before the first trade', () => {
    expect(fillGaps([], '1m', 0, 600)).toEqual([]);
    expect(fillGaps(candles, '1m', 0, 180)).toEqual(candles.slice(0, 1));
  });

  test('behavior: an interval without trades repeats the last close without volume', () => {
    expect(fillGaps(candles, '1m', 0, 420, 3n)).toEqual([
      flatCandle(0, 3n),
      flatCandle(60, 3n),
      candles[0],
      flatCandle(180, 7n),
      flatCandle(240, 7n),
      candles[1],
      flatCandle(360, 9n),
    ]);
  });

  test('behavior: candles before the window only give their close; the start is moved to its interval', () => {
    expect(fillGaps(candles, '1m', 199, 241)).toEqual([flatCandle(180, 7n), flatCandle(240, 7n)]);
  });

  test('property: one candle for each interval, in order, the traded ones untouched', () => {
    fc.assert(
      fc.property(history, fc.constantFrom('4h', '1d', '1w'), (trades, name) => {
        const traded = candlesOf(trades, name);
        const first = traded.at(0)?.openTime;
        const last = traded.at(-1)?.openTime;
        if (first === undefined || last === undefined) return;
        const filled = fillGaps(traded, name, first, last + 1);
        expect(filled.filter((one) => one.trades > 0)).toEqual(traded);
        expect(filled.length).toBe((last - first) / intervalSeconds[name] + 1);
        filled.forEach((one, at) => {
          expect(one.openTime).toBe(first + at * intervalSeconds[name]);
          if (one.trades === 0) expect(one).toEqual(flatCandle(one.openTime, filled[at - 1]?.close ?? 0n));
        });
      }),
      { numRuns: 1_000 },
    );
  });
});
