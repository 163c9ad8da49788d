// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Countdown } from './countdown.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function count(untilMs: number, key: string, onEnd: () => void) {
  return (
    <Countdown key={key} untilMs={untilMs} nowMs={Date.now} onEnd={onEnd}>
      {({ clock }) => clock}
    </Countdown>
  );
}
const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));

test('behavior: it counts down by seconds and says at once that it is over, one time', () => {
  const onEnd = vi.fn();
  const { container } = render(count(Date.now() + 2000, 'one', onEnd));
  expect(container.textContent).toBe('00:00:02');
  pass(1999);
  expect(onEnd).not.toHaveBeenCalled();
  pass(1);
  expect(container.textContent).toBe('00:00:00');
  expect(onEnd).toHaveBeenCalledOnce();
  pass(60_000);
  expect(onEnd).toHaveBeenCalledOnce();
});

test('behavior: what is over already says so after a pause, so that a screen that is answered the same does not ask without one', () => {
  const untilMs = Date.now() - 1;
  const onEnd = vi.fn();
  const { rerender } = render(count(untilMs, 'first', onEnd));
  pass(999);
  expect(onEnd).not.toHaveBeenCalled();
  pass(1001);
  expect(onEnd).toHaveBeenCalledOnce();
  rerender(count(untilMs, 'asked again', onEnd));
  expect(onEnd).toHaveBeenCalledOnce();
  pass(2000);
  expect(onEnd).toHaveBeenCalledTimes(2);
});
