// @vitest-environment happy-dom
import { cleanup, fireEvent, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useIdleLogout } from './use-idle-logout.ts';

const minute = 60_000;
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('refuses: to revive a session by the first touch after a sleep that stopped the timers', () => {
  const leave = vi.fn();
  renderHook(() => useIdleLogout(15, leave));
  vi.setSystemTime(Date.now() + 20 * minute);
  fireEvent.pointerDown(window);
  expect(leave).toHaveBeenCalledOnce();
});

test('behavior: leaves after the idle minutes, counted from the last touch', () => {
  const leave = vi.fn();
  renderHook(() => useIdleLogout(15, leave));
  vi.advanceTimersByTime(10 * minute);
  fireEvent.keyDown(window);
  vi.advanceTimersByTime(14 * minute);
  expect(leave).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2 * minute);
  expect(leave).toHaveBeenCalled();
});

test('behavior: nobody is sent away before the server said how long is idle', () => {
  const leave = vi.fn();
  renderHook(() => useIdleLogout(undefined, leave));
  vi.advanceTimersByTime(60 * minute);
  expect(leave).not.toHaveBeenCalled();
});
