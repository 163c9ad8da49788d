// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { timeLeft } from './countdown.tsx';
import { Delta } from './delta.tsx';
import { Figure } from './figure.tsx';
import { StepLine } from './step-line.tsx';
import type { Step, StepState } from './step-line.tsx';
import { Tabs } from './tabs.tsx';
import { ToastHost } from './toast-host.tsx';
import { showToast } from './toast-store.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function pass(ms: number) {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}

test('refuses: to show a figure that is not known as zero, or a hidden one at all', () => {
  const { container, rerender } = render(
    <Figure value={undefined} missingLabel="Not known now" unit="USDT" />,
  );
  expect(container.textContent).toContain('Not known now');
  expect(container.textContent).toContain('—');
  expect(container.textContent).not.toMatch(/\d/);
  rerender(<Figure value="4,218.50" unit="USDT" hiddenLabel="Hidden" />);
  expect(container.textContent).not.toMatch(/\d/);
});

test('behavior: a figure is read out whole and carries its as-of time', () => {
  const { container } = render(
    <Figure value="1.234,50" decimalMark="," prefix="≈" unit="USDT" staleNote="As of 12:04" />,
  );
  expect(container.querySelector('span > span')?.textContent).toBe('≈ 1.234,50 USDT');
  expect(container.textContent).toContain('As of 12:04');
});

test('behavior: a change says up or down by arrow and sign, not by colour alone', () => {
  const { container } = render(<Delta value="2.4 %" direction="down" label="down 2.4 %" />);
  expect(container.textContent).toBe('down 2.4 %▼−2.4 %');
});

test('behavior: a started second counts, so that zero means over', () => {
  expect(timeLeft(93_784_000)).toMatchObject({
    days: 1,
    hours: 2,
    minutes: 3,
    seconds: 4,
    clock: '02:03:04',
  });
  expect(timeLeft(1).seconds).toBe(1);
  expect(timeLeft(-5).clock).toBe('00:00:00');
});

test('behavior: arrow keys move between tabs and go round', () => {
  const onChange = vi.fn();
  const items = [
    { key: 'a', label: 'A' },
    { key: 'b', label: 'B' },
  ] as const;
  render(
    <Tabs label="Kinds" items={items} value="b" onChange={onChange}>
      content
    </Tabs>,
  );
  fireEvent.keyDown(screen.getByRole('tab', { name: 'B' }), { key: 'ArrowRight' });
  expect(onChange).toHaveBeenLastCalledWith('a');
  expect(document.activeElement?.textContent).toBe('A');
  expect(screen.getByRole('tabpanel', { name: 'B' }).textContent).toBe('content');
});

test('behavior: a toast is read out, waits under the pointer, is not doubled, and goes', () => {
  vi.useFakeTimers();
  render(<ToastHost label="Messages" closeLabel="Close" />);
  act(() => {
    showToast({ text: 'Copied' });
    showToast({ text: 'Copied' });
  });
  const toast = screen.getByRole('status');
  fireEvent.pointerEnter(toast);
  pass(60_000);
  expect(screen.getByText('Copied')).toBeTruthy();
  fireEvent.pointerLeave(toast);
  pass(4000);
  expect(screen.queryByText('Copied')).toBeNull();
});

test('behavior: progress is read out: the step that moves on as a whole with its state in words, and which one is under way', () => {
  const stateLabels = {
    done: 'done',
    current: 'under way',
    waiting: 'to come',
    held: 'stopped',
    failed: 'failed',
  } as const;
  const view = (first: StepState, second: StepState) => {
    const steps: Step[] = [
      { key: 'sent', title: 'Sent', state: first, time: '10:04' },
      { key: 'confirmed', title: 'Confirmed', state: second, note: 'Usually under a minute' },
    ];
    return <StepLine label="Withdrawal" steps={steps} stateLabels={stateLabels} />;
  };
  const { rerender } = render(view('current', 'waiting'));
  const line = screen.getByRole('list', { name: 'Withdrawal' });
  expect(line.getAttribute('aria-live')).toBe('polite');
  const before = screen.getAllByRole('listitem');
  const textOf = (step: HTMLElement | undefined) => step?.textContent;
  expect(before.map(textOf)).toEqual(['Sentunder way10:04', 'Confirmedto comeUsually under a minute']);

  rerender(view('done', 'current'));
  const after = screen.getAllByRole('listitem');
  // The same elements with other words: a new list would be read out from its beginning, or not at all.
  expect(screen.getByRole('list', { name: 'Withdrawal' })).toBe(line);
  after.forEach((step, at) => expect(step).toBe(before[at]));
  expect(after.map(textOf)).toEqual(['Sentdone10:04', 'Confirmedunder wayUsually under a minute']);
  expect(after.map((step) => step.getAttribute('aria-atomic'))).toEqual(['true', 'true']);
  expect(after.map((step) => step.getAttribute('aria-current'))).toEqual([null, 'step']);
  // The sign says it to the eye alone.
  for (const step of after) expect(step.firstElementChild?.getAttribute('aria-hidden')).toBe('true');
});
