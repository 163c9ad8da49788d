import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { applyUpdate } from './app-update.ts';

/** A browser with a newer build in waiting; `takesOver` says whether it answers what it is asked for. */
function fakeBrowser(takesOver: boolean, onLine: boolean) {
  const workers = new EventTarget();
  const asked: unknown[] = [];
  const unregister = vi.fn(async () => true);
  const registration = {
    waiting: {
      postMessage(message: unknown) {
        asked.push(message);
        if (takesOver) workers.dispatchEvent(new Event('controllerchange'));
      },
    },
    unregister,
  };
  const reload = vi.fn();
  vi.stubGlobal('navigator', {
    onLine,
    serviceWorker: Object.assign(workers, { getRegistration: async () => registration }),
  });
  vi.stubGlobal('location', { reload });
  return { asked, unregister, reload };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('behavior: a newer build is taken with one reload, however often it is asked for', async () => {
  const { asked, unregister, reload } = fakeBrowser(true, true);
  await Promise.all([applyUpdate(), applyUpdate()]);
  expect(asked).toEqual([{ apply: true }]);
  expect(unregister).not.toHaveBeenCalled();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('behavior: where the take-over is dropped, the page lets go of its worker before it reloads', async () => {
  const { unregister, reload } = fakeBrowser(false, true);
  const applied = applyUpdate();
  await vi.advanceTimersByTimeAsync(5000);
  await applied;
  expect(unregister).toHaveBeenCalledTimes(1);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(unregister.mock.invocationCallOrder[0]).toBeLessThan(reload.mock.invocationCallOrder[0] ?? 0);
});

test('refuses: to leave a page without a network, which nothing could open again; the next tap tries anew', async () => {
  const { asked, unregister, reload } = fakeBrowser(false, false);
  for (const taps of [1, 2]) {
    const applied = applyUpdate();
    await vi.advanceTimersByTimeAsync(5000);
    await applied;
    expect(asked).toHaveLength(taps);
  }
  expect(unregister).not.toHaveBeenCalled();
  expect(reload).not.toHaveBeenCalled();
});
