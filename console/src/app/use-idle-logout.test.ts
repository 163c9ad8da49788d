// @vitest-environment happy-dom
import { cleanup, fireEvent, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useIdleLogout } from './use-idle-logout.ts';

const minute = 60_000;
const me = { account: 'operator-one', role: 'admin', idleminutes: 15 } as const;
type Heard = (event: { data: unknown }) => void;
/** Of the tabs that are open, what each does when it hears another. */
let tabs: { heard?: Heard }[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      heard?: Heard;
      constructor() {
        tabs.push(this);
      }
      addEventListener(_: string, heard: Heard) {
        this.heard = heard;
      }
      postMessage(data: unknown) {
        for (const other of tabs) if (other !== this) other.heard?.({ data });
      }
      close() {
        tabs = tabs.filter((other) => other !== this);
      }
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('refuses: to revive a session by the first touch after a sleep that stopped the timers', () => {
  const leave = vi.fn();
  renderHook(() => useIdleLogout(me, leave));
  vi.setSystemTime(Date.now() + 20 * minute);
  fireEvent.pointerDown(window);
  expect(leave).toHaveBeenCalledOnce();
});

test('behavior: leaves after the idle minutes, counted from the last touch', () => {
  const leave = vi.fn();
  renderHook(() => useIdleLogout(me, leave));
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

test('refuses: to end the session of a tab that is worked in, in its duplicate; another operator’s work is none', () => {
  const leave = vi.fn();
  renderHook(() => useIdleLogout(me, leave));
  const duplicate = new BroadcastChannel('openmere.console.use');
  for (let at = 0; at < 30; at += 10) {
    vi.advanceTimersByTime(10 * minute);
    duplicate.postMessage('operator-one');
  }
  expect(leave).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10 * minute);
  duplicate.postMessage('operator-two');
  vi.advanceTimersByTime(6 * minute);
  expect(leave).toHaveBeenCalled();
});

test('behavior: tells the other tabs of its use, once for many turns of a wheel', () => {
  const told = vi.fn();
  renderHook(() => useIdleLogout(me, vi.fn()));
  new BroadcastChannel('openmere.console.use').addEventListener('message', told);
  for (let turn = 0; turn < 20; turn += 1) fireEvent.wheel(window);
  expect(told.mock.calls).toEqual([[{ data: 'operator-one' }]]);
});
