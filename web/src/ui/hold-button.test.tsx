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
  const drawn = (reason: string | undefined) => (
    <HoldButton
      againLabel="Press again"
      holdHint="Keep holding"
      onConfirm={onConfirm}
      holdMs={900}
      disabledReason={reason}
    >
      Hold to swap
    </HoldButton>
  );
  const { rerender } = render(drawn(disabledReason));
  const give = (reason: string | undefined) => rerender(drawn(reason));
  return { onConfirm, button: screen.getByRole('button'), give };
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

test('refuses: what a reason came for while it was held or pressed once, also when the reason has gone again', () => {
  const { button, onConfirm, give } = show();
  fireEvent.pointerDown(button, finger);
  pass(500);
  give('Accept the loss');
  give(undefined);
  pass(2000);
  fireEvent.pointerUp(button, finger);
  expect(button.textContent).toBe('Hold to swap');
  pressByKey(button, 1000);
  give('Accept the loss');
  give(undefined);
  pressByKey(button, 2000);
  expect(onConfirm).not.toHaveBeenCalled();
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

test('behavior: what moves in the label is not read out by itself, what asks for something else is', () => {
  const { button } = show();
  expect(button.querySelector('[aria-live]')?.getAttribute('aria-live')).toBe('off');
  pressByKey(button, 1000);
  const said = button.querySelector('[aria-live="polite"]');
  expect(said?.textContent).toBe('Press again');
});

test('behavior: a keyboard or screen reader presses, hears it, and presses again', () => {
  const { button, onConfirm } = show();
  pressByKey(button, 1000);
  expect(button.textContent).toBe('Press again');
  pressByKey(button, 1600);
  expect(onConfirm).toHaveBeenCalledTimes(1);
});
