// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { openScreen, Refused, unanswered } from '../../app/test-screen.tsx';
import { receivePush } from '../../platform/live.ts';
import { queryClient } from '../../platform/query.ts';
import { readStored } from '../../platform/storage.ts';
import { sampleCandles, samplePool } from '../market/test-market.ts';
import type { ChartData } from './chart-canvas.ts';
import { averagesOf, useAverages } from './use-averages.ts';

const place = '/pages/swap/kline/kline?interval=1h';
type Events = { onPick: (index: number | undefined) => void; onOldest: () => void };
const chart = vi.hoisted(() => ({
  shown: [] as ChartData[],
  picked: [] as (number | undefined)[],
  zoomed: [] as number[],
  events: undefined as Events | undefined,
  isAway: false,
}));

vi.mock('./chart-library.ts', () => ({ library: {} }));
vi.mock('./chart-canvas.ts', () => ({
  openChart(_library: object, _host: Element, _options: object, events: Events) {
    chart.events = events;
    return {
      show: (data: ChartData) => chart.shown.push(data),
      applyLook: () => undefined,
      pick: (index: number | undefined) => chart.picked.push(index),
      zoom: (factor: number) => chart.zoomed.push(factor),
      close: () => undefined,
    };
  },
}));
beforeEach(() => {
  chart.shown = [];
  chart.picked = [];
  chart.zoomed = [];
});

const closes = ['0.12', '0.13', '0.125', '0.14'];
const answers = { 'trade/Pool': samplePool, 'trade/Kline': () => ({ list: sampleCandles(closes) }) };
const lastShown = () => chart.shown.at(-1)?.rows.map((row) => row.close);

test('refuses: candles that could not be read offer another try', async () => {
  let away = true;
  await openScreen(place, {
    ...answers,
    'trade/Kline': () => {
      if (away) throw new Refused('request.unavailable', 'Busy right now');
      return { list: sampleCandles(closes) };
    },
  });
  expect(await screen.findByText('Busy right now')).toBeTruthy();
  away = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('slider', { name: 'Candles, OPEN in USDT' })).toBeTruthy();
});

test('behavior: the chart’s place stands while its candles load, with the notes below it, and the table’s bones', async () => {
  await openScreen(place, { ...answers, 'trade/Kline': () => unanswered });
  expect(screen.getByText('Loading')).toBeTruthy();
  const hint = screen.getByText(/^Hold to read a candle/);
  const summary = await screen.findByText(/^In the last 24 hours/);
  // Where the day's figures came first, they stood in the chart's place and jumped down when the candles came.
  expect(hint.compareDocumentPosition(summary) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: 'Table' }));
  await waitFor(() => expect(screen.queryByText(/^Hold to read a candle/)).toBeNull());
  expect(screen.getByText('Loading')).toBeTruthy();
});

test('behavior: without trades it says so and leads to the first one', async () => {
  await openScreen(place, {
    'trade/Pool': { ...samplePool, trades24h: 0 },
    'trade/Kline': { list: [] },
  });
  expect(await screen.findByText('No trades yet')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Make the first trade' }).getAttribute('href')).toBe(
    '#/pages/swap/swap/swap',
  );
  expect(
    await screen.findByText(/^Nobody traded OPEN in the last 24 hours; its price is 0\.12345 USDT/),
  ).toBeTruthy();
});

test('behavior: the day in one sentence with the server’s own figures', async () => {
  await openScreen(place, answers);
  expect(
    await screen.findByText(
      'In the last 24 hours OPEN fell 2.41% to 0.12345 USDT, moving between 0.12000 and 0.13000, with 9,876.50 USDT traded in 12 trades.',
    ),
  ).toBeTruthy();
});

test('behavior: arrows walk the candles and each is read out', async () => {
  await openScreen(place, answers);
  const slider = await screen.findByRole('slider');
  await waitFor(() => expect(lastShown()).toEqual(closes));
  expect(slider.getAttribute('aria-valuenow')).toBe('3');
  fireEvent.keyDown(slider, { key: 'End' });
  expect(
    await screen.findByText(
      /open 0\.12500, high 0\.14000, low 0\.12500, close 0\.14000, up 12\.00%\. 1,234\.50 USDT in 2 trades\.$/,
    ),
  ).toBeTruthy();
  fireEvent.keyDown(slider, { key: 'ArrowLeft' });
  expect(await screen.findByText(/open 0\.13000, .*close 0\.12500, down 3\.84%/)).toBeTruthy();
  expect(slider.getAttribute('aria-valuenow')).toBe('2');
  fireEvent.keyDown(slider, { key: 'Home' });
  expect(slider.getAttribute('aria-valuenow')).toBe('0');
  expect(chart.picked.at(-1)).toBe(0);
  fireEvent.keyDown(slider, { key: '+' });
  expect(chart.zoomed).toEqual([0.7]);
});

test('behavior: the crosshair fills the legend; averages come and go', async () => {
  await openScreen(place, answers);
  await waitFor(() => expect(chart.events).toBeTruthy());
  await waitFor(() => expect(chart.shown.length).toBeGreaterThan(0));
  act(() => chart.events?.onPick(1));
  expect(await screen.findByText('up 8.33%')).toBeTruthy();
  expect(chart.shown.at(-1)?.averages).toEqual([7, 25]);
  fireEvent.click(screen.getByRole('button', { name: 'MA7: Moving average over 7 candles' }));
  await waitFor(() => expect(chart.shown.at(-1)?.averages).toEqual([25]));
});

test('behavior: the averages that were chosen stay, at another interval, after the table, and on the device', async () => {
  useAverages.setState({ averages: [7, 25] });
  await openScreen(place, answers);
  await waitFor(() => expect(chart.shown.length).toBeGreaterThan(0));
  fireEvent.click(screen.getByRole('button', { name: 'MA99: Moving average over 99 candles' }));
  fireEvent.click(screen.getByRole('radio', { name: '1 day' }));
  await waitFor(() => expect(chart.shown.at(-1)).toMatchObject({ interval: '1d', averages: [7, 25, 99] }));
  fireEvent.click(screen.getByRole('radio', { name: 'Table' }));
  await screen.findByRole('table');
  const before = chart.shown.length;
  fireEvent.click(screen.getByRole('radio', { name: 'Chart' }));
  await waitFor(() => expect(chart.shown.length).toBeGreaterThan(before));
  expect(chart.shown.at(-1)?.averages).toEqual([7, 25, 99]);
  expect(averagesOf(readStored('setting.averages'))).toEqual([7, 25, 99]);
});

test('behavior: no average at all is kept, too, and what is no average is left out', () => {
  expect(averagesOf('')).toEqual([]);
  expect(averagesOf('99,8,x')).toEqual([99]);
  expect(averagesOf(undefined)).toEqual([7, 25]);
});

test('behavior: older candles are asked for by the oldest one’s time, and join before', async () => {
  const all = sampleCandles(Array.from({ length: 400 }, (_, at) => `0.${1000 + at}`));
  const { asked } = await openScreen(place, {
    ...answers,
    'trade/Kline': ({ before, limit = 300 }) => {
      const end = before === undefined ? all.length : all.findIndex((row) => row.opentime === before);
      return { list: all.slice(Math.max(0, end - Number(limit)), end) };
    },
  });
  await waitFor(() => expect(chart.shown.at(-1)?.rows).toHaveLength(300));
  act(() => chart.events?.onOldest());
  await waitFor(() => expect(chart.shown.at(-1)?.rows).toHaveLength(400));
  const before = asked.map((one) => (one.input as { before?: string }).before).filter(Boolean);
  expect(before).toEqual([all[100]?.opentime]);
  act(() => chart.events?.onOldest());
  expect(asked.filter((one) => one.path === 'trade/Kline' && 'before' in (one.input as object))).toHaveLength(
    1,
  );
});

test('behavior: a pushed candle moves the last one; another interval’s does not', async () => {
  await openScreen(place, answers);
  await waitFor(() => expect(lastShown()).toEqual(closes));
  const [current] = sampleCandles(['0.15']);
  act(() => receivePush({}, { type: 'candle', data: { interval: '1d', candle: current } }));
  expect(lastShown()).toEqual(closes);
  act(() => receivePush({}, { type: 'candle', data: { interval: '1h', candle: current } }));
  await waitFor(() => expect(lastShown()).toEqual([...closes.slice(0, 3), '0.15']));
});

test('behavior: who comes back to the chart asks for what nobody heard of meanwhile', async () => {
  await openScreen(place, answers);
  await waitFor(() => expect(lastShown()).toEqual(closes));
  cleanup();
  const left = queryClient.getQueryState(['trade/Kline', { interval: '1h' }, 'pages']);
  expect(left).toMatchObject({ isInvalidated: true });
});

test('behavior: the newest candles that are asked for again and are as known are not drawn again', async () => {
  // With an hour in which nobody traded.
  const list = sampleCandles(closes).filter((_, at) => at !== 1);
  const { asked } = await openScreen(place, { ...answers, 'trade/Kline': () => ({ list }) });
  const isNewest = ({ path, input }: (typeof asked)[number]) =>
    path === 'trade/Kline' && (input as { limit: number }).limit === 2;
  await waitFor(() => expect(asked.filter(isNewest)).toHaveLength(1));
  await new Promise((done) => setTimeout(done, 50));
  expect(chart.shown).toHaveLength(1);
});

test('behavior: without the server the last candles of this device are shown, with the time they are of', async () => {
  const at = new Date(2026, 2, 1, 14, 5).getTime();
  localStorage.setItem('candles.1h', JSON.stringify({ at, rows: sampleCandles(closes, at) }));
  await openScreen(place, {
    ...answers,
    'trade/Kline': () => {
      throw new Refused('request.unavailable', 'Busy right now');
    },
  });
  expect(await screen.findByText(/^Not live: candles as of Mar 1, 14:05/)).toBeTruthy();
  await waitFor(() => expect(lastShown()).toEqual(closes));
});

test('behavior: without a socket, candles that cannot be asked for are not called live', async () => {
  await openScreen(place, {
    ...answers,
    'trade/Kline': (input) => {
      if ((input as { limit: number }).limit === 2)
        throw new Refused('request.unavailable', 'Busy right now');
      return { list: sampleCandles(closes, Date.now()) };
    },
  });
  expect(await screen.findByText(/^Not live: candles as of/)).toBeTruthy();
});

test('behavior: the same candles as a table, newest first, for everybody', async () => {
  await openScreen(`${place}&view=table`, answers);
  const table = within(await screen.findByRole('table', { name: 'Candles as a table' }));
  const rows = table.getAllByRole('row').slice(1);
  expect(rows).toHaveLength(4);
  const cells = within(rows[0] as HTMLElement)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
  expect(cells.slice(0, 4)).toEqual(['0.12500', '0.14000', '0.12500', '0.14000']);
  expect(cells[4]).toContain('▲+12.00%');
});
