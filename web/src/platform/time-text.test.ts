import { expect, test } from 'vitest';
import { untilText } from './time-text.ts';

const now = new Date(2026, 2, 1, 9, 0).getTime();

test('behavior: a time of today is its hour, another one has its day', () => {
  expect(untilText(new Date(2026, 2, 1, 18, 0).toISOString(), now, 'en')).toBe('18:00');
  expect(untilText(new Date(2026, 2, 2, 0, 5).toISOString(), now, 'en')).toBe('Mar 2, 00:05');
  expect(untilText(new Date(2026, 2, 1, 18, 0).toISOString(), now, 'ja')).toBe('18:00');
});
