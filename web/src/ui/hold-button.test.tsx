// @vitest-environment happy-dom
import { act, cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HoldButton } from './hold-button.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function show(onConfirm = vi.fn(), disabledReason?: string) {
  render(
    <HoldButton
      againLabel="Press again"
      holdHint="Keep holding"
      onConfirm={onConfirm}
      holdMs={900}
      disabledReason={disabledReason}
    >
      Hold to swap
    </HoldButton>,
  );
  return { onConfirm, button: screen.getByRole('button') };
}

function pass(ms: number) {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}

function pressByKey(button: HTMLElement, atMs: number) {
  const click = createEvent.click(button, { detail: 0 });
  Object.defineProperty(click, 'timeStamp', { value: atMs });
  fireEvent(button, click);
}

const finger = { button: 0, pointerType: 'touch', pressure: 0.5 };

test('refuses: a short tap, and says to keep holding', () => {
  const { button, onConfirm } = show();
  fireEvent.pointerDown(button, finger);
  pass(300);
  fireEvent.pointerUp(button, finger);
  fireEvent.click(button, { detail: 1 });
  expect(button.textContent).toBe('Keep holding');
  pass(5000);
  expect(onConfirm).not.toHaveBeenCalled();
  expect(button.textContent).toBe('Hold to swap');
});

test('refuses: two presses of a key in one go, and a second one that comes too late', () => {
  const { button, onConfirm } = show();
  pressByKey(button, 1000);
  pressByKey(button, 1100);
  expect(onConfirm).not.toHaveBeenCalled();
  pass(7000);
  pressByKey(button, 8100);
  expect(onConfirm).not.toHaveBeenCalled();
});

test('refuses: holding while a reason stands in the button', () => {
  const { button, onConfirm } = show(vi.fn(), 'Approve first');
  fireEvent.pointerDown(button, finger);
  pass(2000);
  pressByKey(button, 1000);
  pressByKey(button, 3000);
  expect(onConfirm).not.toHaveBeenCalled();
  expect(button.textContent).toBe('Approve first');
});

test('behavior: holding to the end confirms once', () => {
  const { button, onConfirm } = show();
  fireEvent.pointerDown(button, finger);
  pass(900);
  fireEvent.pointerUp(button, finger);
  fireEvent.click(button, { detail: 1 });
  pass(5000);
  expect(onConfirm).toHaveBeenCalledTimes(1);
});

test('behavior: a keyboard or screen reader presses, hears it, and presses again', () => {
  const { button, onConfirm } = show();
  pressByKey(button, 1000);
  expect(button.textContent).toBe('Press again');
  pressByKey(button, 1600);
  expect(onConfirm).toHaveBeenCalledTimes(1);
});
