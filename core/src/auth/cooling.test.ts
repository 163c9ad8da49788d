import { expect, test } from 'vitest';
import { coolingEnd } from './cooling.ts';

const hour = 3_600_000;

test('refuses: until the hours are over, to the millisecond', () => {
  expect(coolingEnd(24, 1_000, 1_000)).toBe(1_000 + 24 * hour);
  expect(coolingEnd(24, 1_000, 999 + 24 * hour)).toBe(1_000 + 24 * hour);
  expect(coolingEnd(24, undefined, 5)).toBe(5 + 24 * hour);
});

test('behavior: open in countries without it, and from its last moment on', () => {
  expect(coolingEnd(undefined, undefined, 5)).toBeUndefined();
  expect(coolingEnd(24, 1_000, 1_000 + 24 * hour)).toBeUndefined();
});
