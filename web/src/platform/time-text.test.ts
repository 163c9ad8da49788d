import { expect, test } from 'vitest';
import { relativeTime, untilText } from './time-text.ts';

const now = new Date(2026, 2, 1, 9, 0).getTime();

test('behavior: a time of today is its hour, another one has its day', () => {
  expect(untilText(new Date(2026, 2, 1, 18, 0).toISOString(), now, 'en')).toBe('18:00');
  expect(untilText(new Date(2026, 2, 2, 0, 5).toISOString(), now, 'en')).toBe('Mar 2, 00:05');
  expect(untilText(new Date(2026, 2, 1, 18, 0).toISOString(), now, 'ja')).toBe('18:00');
});

test('behavior: just now under five minutes, then minutes, hours, days; after a week the date', () => {
  const ago = (seconds: number, locale: 'en' | 'zh-Hans' = 'en') =>
    relativeTime(new Date(now - seconds * 1000).toISOString(), now, locale, 'just now');
  // A device whose clock is behind sees what is to come: that is now, too.
  for (const seconds of [-60, 0, 299]) expect(ago(seconds)).toBe('just now');
  expect(ago(300)).toBe('5 minutes ago');
  expect(ago(3_599)).toBe('59 minutes ago');
  expect(ago(3_600)).toBe('1 hour ago');
  expect(ago(86_399)).toBe('23 hours ago');
  expect(ago(86_400)).toBe('1 day ago');
  expect(ago(7 * 86_400 - 1)).toBe('6 days ago');
  expect(ago(7 * 86_400)).toBe('Feb 22, 2026');
  expect(ago(300, 'zh-Hans')).toBe('5分钟前');
});
