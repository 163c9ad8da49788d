// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { readStored, writeStored } from '../platform/storage.ts';
import { moveOldState } from './old-state.ts';

beforeEach(() => localStorage.clear());

test('behavior: what an earlier version kept is taken over once, and its entries go', () => {
  localStorage.setItem('openmere.token', 'kept');
  localStorage.setItem('openmere.theme', 'dark');
  localStorage.setItem('openmere.candles.1m', '{}');
  moveOldState();
  expect(readStored('user.token')).toBe('kept');
  expect(readStored('setting.theme')).toBe('dark');
  expect(Object.keys(localStorage).toSorted()).toEqual(['setting', 'user']);
});

test('refuses: an old value over one that was written since', () => {
  writeStored('user.token', 'of today');
  localStorage.setItem('openmere.token', 'of yesterday');
  moveOldState();
  expect(readStored('user.token')).toBe('of today');
});
