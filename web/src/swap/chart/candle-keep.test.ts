// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { sampleCandles } from '../market/test-market.ts';
import { keepCandles, keptCandles } from './candle-keep.ts';

afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

test('refuses: what cannot be read is nothing', () => {
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  expect(keptCandles('1m')).toBeUndefined();
  localStorage.setItem('candles.1m', '{broken');
  expect(keptCandles('1m')).toBeUndefined();
  localStorage.setItem('candles.1m', '{"at":1,"rows":[]}');
  expect(keptCandles('1m')).toBeUndefined();
});

test('behavior: the newest candles of an interval come back with their time', () => {
  const rows = sampleCandles(Array.from({ length: 310 }, (_, at) => `1.${100 + at}`));
  keepCandles('1d', rows, 1_000_000);
  expect(keptCandles('1d')).toEqual({ at: 1_000_000, rows: rows.slice(-300) });
  expect(keptCandles('1w')).toBeUndefined();
});

test('behavior: the device is written at most every 15 seconds', () => {
  keepCandles('4h', sampleCandles(['1']), 1_000_000);
  keepCandles('4h', sampleCandles(['2']), 1_014_999);
  expect(keptCandles('4h')?.rows[0]?.close).toBe('1');
  keepCandles('4h', sampleCandles(['3']), 1_015_000);
  expect(keptCandles('4h')?.rows[0]?.close).toBe('3');
});
