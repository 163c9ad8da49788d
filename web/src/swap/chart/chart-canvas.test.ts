// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sampleCandles } from '../market/test-market.ts';
import { openChart } from './chart-canvas.ts';
import type { ChartEvents, ChartHandle } from './chart-canvas.ts';
import type { Library } from './chart-library.ts';

type Drawn = { set: number[]; updated: number };
type Move = { logical?: number; point?: object };
let drawn: Drawn;
let picked: (number | undefined)[];
let oldest: number;
let move: (move: Move) => void;
let seen: (range: { from: number; to: number }) => void;
let crosshair: number[];
let chart: ChartHandle | undefined;
let optionsSet: object[];

const colors = {
  surface: '',
  text: '',
  line: '',
  strong: '',
  up: '',
  down: '',
  averages: ['', '', ''],
} as const;
const look = { colors, locale: 'en', decimals: 5 } as const;

const noop = () => undefined;

/** The library with its drawing left out: what would be drawn is counted. */
function fakeLibrary(): Library {
  const series = (kind: string) => ({
    setData: (points: unknown[]) => kind === 'candles' && drawn.set.push(points.length),
    update: () => (drawn.updated += kind === 'candles' ? 1 : 0),
    applyOptions: noop,
    attachPrimitive: noop,
  });
  const scale = {
    applyOptions: noop,
    resetTimeScale: noop,
    getVisibleLogicalRange: () => ({ from: 0, to: 50 }),
    setVisibleLogicalRange: noop,
    subscribeVisibleLogicalRangeChange: (listener: typeof seen) => (seen = listener),
  };
  const fake = {
    addSeries: (kind: string) => series(kind),
    priceScale: () => scale,
    timeScale: () => scale,
    applyOptions: (options: object) => optionsSet.push(options),
    subscribeCrosshairMove: (listener: typeof move) => (move = listener),
    setCrosshairPosition: (price: number) => crosshair.push(price),
    clearCrosshairPosition: noop,
    remove: noop,
  };
  const library = {
    CandlestickSeries: 'candles',
    HistogramSeries: 'volumes',
    createChartEx: () => fake,
    defaultHorzScaleBehavior: () => Object,
  };
  return library as unknown as Library;
}

beforeEach(() => {
  vi.useFakeTimers();
  drawn = { set: [], updated: 0 };
  picked = [];
  crosshair = [];
  optionsSet = [];
  oldest = 0;
  chart = undefined;
});

afterEach(() => {
  vi.useRealTimers();
});

const rowsOf = (count: number) =>
  sampleCandles(Array.from({ length: count }, (_, at) => `1.${100 + (at % 800)}`));
/** Opens the chart with its first candles, and shows further ones on it. */
function show(rows: ReturnType<typeof rowsOf>): ChartHandle {
  const data = { rows, interval: '1h', averages: [7] } as const;
  const events: ChartEvents = { onPick: (index) => picked.push(index), onOldest: () => (oldest += 1) };
  const options = { compact: false, look, data };
  if (chart) chart.show(data);
  else chart = openChart(fakeLibrary(), document.createElement('div'), options, events);
  return chart;
}

test('refuses: a crosshair beside the candles names none', () => {
  show(rowsOf(5));
  move({ logical: 7, point: {} });
  move({ logical: -1, point: {} });
  move({ logical: 2 });
  move({ logical: 2, point: {} });
  expect(picked).toEqual([undefined, undefined, undefined, 2]);
});

test('behavior: a moved or added last candle is an update; older candles before, or another past, a new drawing', () => {
  const rows = rowsOf(300);
  show(rows.slice(100));
  expect(drawn).toEqual({ set: [200], updated: 0 });
  const last = rows[299];
  if (!last) throw new Error('the stage gave no candle');
  show([...rows.slice(100, 299), { ...last, close: '9' }]);
  expect(drawn).toEqual({ set: [200], updated: 1 });
  show(rows);
  expect(drawn.set).toEqual([200, 300]);
  show(rows.with(5, { ...last, opentime: rows[5]?.opentime ?? '' }));
  expect(drawn.set).toEqual([200, 300, 300]);
});

test('refuses: to draw again what is shown already, also while the whole of it waits', () => {
  const few = rowsOf(300);
  show(few).show({ rows: few, interval: '1h', averages: [7] });
  expect(drawn).toEqual({ set: [300], updated: 0 });
  const many = rowsOf(5000);
  chart = undefined;
  show(many);
  show(many);
  expect(drawn).toEqual({ set: [300, 300], updated: 0 });
  vi.advanceTimersByTime(200);
  expect(drawn).toEqual({ set: [300, 300, 5000], updated: 0 });
});

test('behavior: of a very long series the newest are drawn at once and the whole soon after', () => {
  show(rowsOf(5000));
  expect(drawn.set).toEqual([300]);
  move({ logical: 3, point: {} });
  expect(picked).toEqual([]);
  // Older ones are there, they are only not drawn yet.
  seen({ from: 12, to: 100 });
  expect(oldest).toBe(0);
  vi.advanceTimersByTime(200);
  expect(drawn.set).toEqual([300, 5000]);
  move({ logical: 4999, point: {} });
  expect(picked).toEqual([4999]);
});

test('behavior: the whole waits for the first picture, however long that takes', () => {
  const frame = vi.spyOn(globalThis, 'requestAnimationFrame').mockReturnValue(1);
  show(rowsOf(5000));
  vi.advanceTimersByTime(5000);
  expect(drawn.set).toEqual([300]);
  frame.mock.lastCall?.[0](0);
  vi.advanceTimersByTime(100);
  expect(drawn.set).toEqual([300, 5000]);
  frame.mockRestore();
});

test('behavior: the look that it has already lays nothing out anew', () => {
  const opened = show(rowsOf(5));
  const { length } = optionsSet;
  opened.applyLook({ ...look, colors: { ...look.colors } });
  expect(optionsSet).toHaveLength(length);
  opened.applyLook({ ...look, locale: 'th' });
  expect(optionsSet.length).toBeGreaterThan(length);
});

test('behavior: whoever chooses a candle at once has the whole series at once', () => {
  const rows = rowsOf(5000);
  show(rows).pick(10);
  expect(drawn.set).toEqual([300, 5000]);
  expect(crosshair).toEqual([Number(rows[10]?.close)]);
  vi.advanceTimersByTime(1000);
  expect(drawn.set).toHaveLength(2);
});

test('behavior: near the oldest candle older ones are wanted', () => {
  show(rowsOf(300));
  seen({ from: 200, to: 299 });
  expect(oldest).toBe(0);
  seen({ from: 12, to: 100 });
  expect(oldest).toBe(1);
});
