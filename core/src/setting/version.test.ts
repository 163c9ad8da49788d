import { expect, test } from 'vitest';
import { compareVersions, updateOf } from './version.ts';

test.each([
  ['1.0.0', '1.0.0', 0],
  ['1.0.9', '1.0.10', -1],
  ['2.0.0', '1.9.9', 1],
  ['1.0', '1.0.0', 0],
  ['x', '0.0.1', -1],
  ['1.2.3-beta', '1.2.0', 0],
] as const)('behavior: %s against %s is %i', (a, b, order) => {
  expect(compareVersions(a, b)).toBe(order);
});

test('behavior: below the required one an update is required, below the published one it is available', () => {
  expect(updateOf('1.0.0', '1.2.0', '1.1.0')).toBe('required');
  expect(updateOf('1.1.0', '1.2.0', '1.1.0')).toBe('available');
  expect(updateOf('1.2.0', '1.2.0', '1.1.0')).toBe('none');
  expect(updateOf('1.3.0', '1.2.0', '1.1.0')).toBe('none');
});
