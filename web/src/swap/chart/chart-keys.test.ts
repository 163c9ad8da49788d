import { expect, test } from 'vitest';
import { nextPick, zoomOf } from './chart-keys.ts';

const key = (name: string, more: Partial<Parameters<typeof nextPick>[0]> = {}) => ({
  key: name,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
});

test('refuses: keys that are the browser’s, and any key without candles', () => {
  expect(nextPick(key('ArrowLeft', { ctrlKey: true }), 3, 10)).toBeUndefined();
  expect(nextPick(key('Tab'), 3, 10)).toBeUndefined();
  expect(nextPick(key('ArrowLeft'), undefined, 0)).toBeUndefined();
  expect(nextPick(key('Escape'), undefined, 10)).toBeUndefined();
  expect(zoomOf(key('+', { ctrlKey: true }))).toBeUndefined();
});

test.each([
  ['ArrowLeft', undefined, 9],
  ['ArrowLeft', 9, 8],
  ['ArrowLeft', 0, 0],
  ['ArrowRight', 9, 9],
  ['ArrowRight', 3, 4],
  ['PageUp', 3, 9],
  ['PageDown', 3, 0],
  ['Home', 5, 0],
  ['End', 5, 9],
  ['Escape', 5, 'none'],
] as const)('behavior: %s from %s leads to %s of ten', (name, from, to) => {
  expect(nextPick(key(name), from, 10)).toBe(to);
});

test('behavior: with Shift ten candles at once; plus shows fewer, minus more', () => {
  expect(nextPick(key('ArrowLeft', { shiftKey: true }), 15, 20)).toBe(5);
  expect(zoomOf(key('+'))).toBeLessThan(1);
  expect(zoomOf(key('-'))).toBeGreaterThan(1);
});
