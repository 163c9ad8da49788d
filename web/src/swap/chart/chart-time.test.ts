import { locales } from '@openmere/core/kit/language.ts';
import { afterEach, expect, test } from 'vitest';
import { candleTime, isDatedInUtc, tickText, timeWeight } from './chart-time.ts';

const zone = process.env['TZ'];
afterEach(() => {
  process.env['TZ'] = zone;
});

const at = (iso: string) => Date.parse(iso) / 1000;

test('behavior: a new day, hour or half hour weighs by the clock of the reader', () => {
  process.env['TZ'] = 'Asia/Bangkok';
  // The first of March begins in Bangkok.
  const midnight = at('2026-02-28T17:00:00Z');
  expect(timeWeight(midnight - 3600, midnight, false)).toBe(60);
  expect(timeWeight(midnight - 3600, midnight, true)).toBe(30);
  expect(timeWeight(midnight + 86_400 - 60, midnight + 86_400, false)).toBe(50);
  expect(timeWeight(midnight + 60, midnight + 120, false)).toBe(20);
  expect(timeWeight(midnight + 240, midnight + 300, false)).toBe(21);
  expect(timeWeight(midnight + 1740, midnight + 1800, false)).toBe(22);
  expect(timeWeight(midnight + 5 * 3600, midnight + 6 * 3600, false)).toBe(32);
  expect(timeWeight(at('2025-12-31T00:00:00Z'), at('2026-01-01T00:00:00Z'), true)).toBe(70);
});

test('behavior: days and weeks are dated in UTC wherever the reader is, shorter candles on his clock', () => {
  process.env['TZ'] = 'America/Bogota';
  const midnight = Date.parse('2026-03-02T00:00:00Z');
  expect(isDatedInUtc('1d')).toBe(true);
  expect(candleTime(midnight, '1d', 'en')).toBe('Mar 2, 2026 UTC');
  expect(candleTime(midnight, '1h', 'en')).toBe('Mar 1, 2026, 19:00');
  expect(tickText(midnight / 1000, 2, 'en', true)).toBe('2');
});

test('behavior: Thai dates count as in the records of the app', () => {
  const time = Date.parse('2026-03-02T00:00:00Z');
  const year = new Intl.DateTimeFormat('th', { dateStyle: 'medium', timeZone: 'UTC' }).format(time).slice(-4);
  expect(candleTime(time, '1d', 'th')).toContain(year);
});

test.each(locales)('behavior: the time of day is written as the platform writes it in %s', (locale) => {
  process.env['TZ'] = 'Asia/Kolkata';
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  for (const iso of ['2026-03-02T18:30:00Z', '2026-03-02T03:35:00Z', '2026-03-02T18:29:59Z']) {
    const here = new Intl.DateTimeFormat(locale, clock).format(Date.parse(iso));
    const utc = new Intl.DateTimeFormat(locale, { ...clock, timeZone: 'UTC' }).format(Date.parse(iso));
    expect(tickText(at(iso), 3, locale, false)).toBe(here);
    expect(tickText(at(iso), 3, locale, true)).toBe(utc);
  }
});
