import { formatAmount } from '@openmere/core/money/amount.ts';
import { expect, test } from 'vitest';
import { averageLengths, DrawnAverages, lastAverage, movingAverage } from './candle-average.ts';
import { joinPages, until, withLive } from './candle-series.ts';
import type { CandleRow } from './candle-series.ts';

const hour = 3_600_000;
const start = Date.parse('2026-03-01T00:00:00.000Z');

/** The candle of the hour number `at` that closes at `close` and had one trade. */
function candle(at: number, close: string): CandleRow {
  const opentime = new Date(start + at * hour).toISOString();
  return { opentime, open: '1', high: '9', low: '0.5', close, volumeopen: '2', volumeusdt: '3', trades: 1 };
}

test('refuses: a live candle that is older than everything known changes nothing', () => {
  const rows = [candle(5, '1'), candle(6, '2')];
  expect(withLive(rows, candle(1, '7'), '1h')).toBe(rows);
});

test('refuses: silence that is too long to be filled here stays open', () => {
  const rows = [candle(0, '1')];
  expect(until(rows, start + 5000 * hour, '1h')).toBe(rows);
});

test('refuses: an average over fewer candles than it counts', () => {
  const rows = Array.from({ length: 6 }, (_, at) => candle(at, '1'));
  expect(movingAverage(rows, 7)).toEqual(rows.map(() => undefined));
  expect(lastAverage(rows, 7)).toBeUndefined();
});

test('behavior: an interval in which nobody traded repeats the last close without volume', () => {
  const rows = joinPages([[candle(0, '1.5'), candle(3, '2')]], '1h');
  expect(rows.map((row) => row.close)).toEqual(['1.5', '1.5', '1.5', '2']);
  expect(rows[1]).toEqual({
    opentime: '2026-03-01T01:00:00.000Z',
    open: '1.5',
    high: '1.5',
    low: '1.5',
    close: '1.5',
    volumeopen: '0',
    volumeusdt: '0',
    trades: 0,
  });
});

test('behavior: pages join to one series, the newer page counts where they overlap', () => {
  const rows = joinPages(
    [
      [candle(2, '5'), candle(3, '6')],
      [candle(0, '1'), candle(1, '2'), candle(2, '3')],
    ],
    '1h',
  );
  expect(rows.map((row) => row.close)).toEqual(['1', '2', '5', '6']);
});

test('behavior: a live candle replaces its former state, begins a new one, or corrects one after a reorg', () => {
  const rows = [candle(0, '1'), candle(1, '2')];
  expect(withLive(rows, candle(1, '3'), '1h').map((row) => row.close)).toEqual(['1', '3']);
  expect(withLive(rows, candle(3, '3'), '1h').map((row) => row.close)).toEqual(['1', '2', '2', '3']);
  expect(withLive(rows, candle(0, '8'), '1h').map((row) => row.close)).toEqual(['8', '2']);
});

test('behavior: a candle that is known as it is leaves the series the very same', () => {
  const rows = [candle(0, '1'), candle(1, '2'), candle(2, '3')];
  expect(withLive(rows, candle(2, '3'), '1h')).toBe(rows);
  expect(withLive(rows, candle(1, '2'), '1h')).toBe(rows);
  expect(withLive(rows, { ...candle(2, '3'), trades: 2 }, '1h')).not.toBe(rows);
});

test('behavior: the first candle of a market that nobody had traded in begins the series', () => {
  const first = candle(0, '5');
  expect(withLive([], first, '1h')).toEqual([first]);
});

test('behavior: without trades the series still reaches the present interval', () => {
  const rows = until([candle(0, '4')], start + 2 * hour + 1, '1h');
  expect(rows.map((row) => row.opentime.slice(11, 13))).toEqual(['00', '01', '02']);
});

test('property: the sliding average is the sum of its candles over their number, to the last unit', () => {
  let seed = 1;
  const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648);
  const closes = Array.from({ length: 300 }, () => BigInt(random()) * BigInt(random()));
  const rows = closes.map((close, at) => candle(at, formatAmount(close)));
  for (const length of averageLengths) {
    const averages = movingAverage(rows, length);
    for (const [at, average] of averages.entries()) {
      const window = closes.slice(at + 1 - length, at + 1);
      const sum = window.reduce((total, close) => total + close, 0n);
      expect(average).toBe(at + 1 < length ? undefined : sum / BigInt(length));
    }
    expect(lastAverage(rows, length)).toBe(averages.at(-1));
  }
});

test('property: averages that are computed where somebody looks are the same as all at once', () => {
  const rows = Array.from({ length: 400 }, (_, at) => candle(at, `${(at * 7919) % 1000}.${(at * 31) % 97}`));
  const all = (series: readonly CandleRow[]) =>
    movingAverage(series, 25).map((value) => (value === undefined ? undefined : Number(value) / 1e18));
  const drawn = new DrawnAverages(rows, 25);
  for (const [from, to] of [
    [300, 399],
    [250, 320],
    [0, 60],
    [40, 399],
  ] as const)
    expect(drawn.between(from, to)).toEqual(all(rows).slice(from, to + 1));
  const moved = withLive(rows, candle(399, '77'), '1h');
  drawn.follow(moved);
  expect(drawn.between(390, 399)).toEqual(all(moved).slice(390));
  const grown = withLive(moved, candle(400, '5'), '1h');
  drawn.follow(grown);
  expect(drawn.between(390, 400)).toEqual(all(grown).slice(390));
});
