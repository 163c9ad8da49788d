// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { timeLeft } from './countdown.tsx';
import { Delta } from './delta.tsx';
import { Figure } from './figure.tsx';
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
