// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepInviteCode, keptInviteCode, readStored, writeStored } from './storage.ts';

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

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

test('refuses: to forget on this page what the browser does not keep, and to read that again once there is room', () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const kept = new Map([['setting', '{"theme":"light"}']]);
  let fault: string | undefined;
  const check = () => {
    if (fault) throw new DOMException('refused', fault);
  };
  vi.stubGlobal('localStorage', {
    getItem(name: string) {
      if (fault === 'SecurityError') check();
      return kept.get(name) ?? null;
    },
    setItem(name: string, text: string) {
      check();
      kept.set(name, text);
    },
  });
  fault = 'QuotaExceededError';
  writeStored('setting.theme', 'dark');
  writeStored('setting.onlyHeld', '1');
  expect(readStored('setting.theme')).toBe('dark');
  fault = 'SecurityError';
  expect(readStored('setting.onlyHeld')).toBe('1');
  expect(readStored('user.token')).toBeUndefined();
  fault = undefined;
  writeStored('setting.onlyHeld', undefined);
  expect(kept.get('setting')).toBe('{"theme":"dark"}');
  kept.set('setting', '{"theme":"system"}');
  expect(readStored('setting.theme')).toBe('system');
});

test('refuses: to lose who invited one where cookies are blocked', () => {
  vi.spyOn(document, 'cookie', 'set').mockReturnValue();
  keepInviteCode('not a code');
  expect(keptInviteCode()).toBeUndefined();
  keepInviteCode('6MVGA1');
  expect(document.cookie).toBe('');
  expect(keptInviteCode()).toBe('6MVGA1');
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
