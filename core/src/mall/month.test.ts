import { expect, test } from 'vitest';
import { beginOf, monthAfter, monthOf } from './month.ts';

test('behavior: the month of a moment, and the months around it over the turn of a year', () => {
  expect(monthOf('2026-12-31T23:59:59.999Z')).toBe('2026-12');
  expect([-1, 0, 1, 13].map((by) => monthAfter('2026-12', by))).toEqual([
    '2026-11',
    '2026-12',
    '2027-01',
    '2028-01',
  ]);
  expect(monthAfter('2026-01', -1)).toBe('2025-12');
  expect(beginOf('2026-02')).toBe('2026-02-01T00:00:00.000Z');
});
