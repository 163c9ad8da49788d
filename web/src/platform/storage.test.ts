// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readStored, writeStored } from './storage.ts';

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

test.each(['{broken', 'null', '[]', '"text"', '{"token":7}'])(
  'refuses: a damaged store is empty, and is written anew: %s',
  (damaged) => {
    vi.spyOn(console, 'warn').mockReturnValue();
    localStorage.setItem('user', damaged);
    expect(readStored('user.token')).toBeUndefined();
    writeStored('user.token', 'fresh');
    expect(readStored('user.token')).toBe('fresh');
  },
);

test('refuses: a browser that keeps nothing is no fault', () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  expect(() => writeStored('setting.theme', 'dark')).not.toThrow();
});

test('behavior: values stand under the specification’s store names, and go by themselves', () => {
  writeStored('general.locale', 'th');
  writeStored('setting.theme', 'dark');
  writeStored('setting.onlyHeld', '1');
  writeStored('setting.theme', undefined);
  expect(localStorage.getItem('general')).toBe('{"locale":"th"}');
  expect(localStorage.getItem('setting')).toBe('{"onlyHeld":"1"}');
  expect(localStorage).toHaveLength(2);
});
