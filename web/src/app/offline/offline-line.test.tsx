// @vitest-environment happy-dom
import { QueryObserver } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadTexts } from '../../platform/i18n.ts';
import { queryClient } from '../../platform/query.ts';
import { useSessionStore } from '../../platform/session.ts';
import { SubmitForm } from '../../ui/submit-form.tsx';
import { useKept } from './keep-answers.ts';
import { OfflineLine } from './offline-line.tsx';

const unfollow: (() => void)[] = [];
const today = new Date();
const at = (hours: number, minutes: number) => new Date(today).setHours(hours, minutes, 0, 0);

beforeEach(() => loadTexts(['offline']));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  useKept.setState({ restored: false, away: false });
  for (const stop of unfollow.splice(0)) stop();
  queryClient.clear();
  useSessionStore.setState({ token: undefined });
});

function goOffline(): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
}

test('refuses: nothing is sent without a network, and the button says why', () => {
  const send = vi.fn(() => Promise.resolve());
  render(
    <>
      <OfflineLine />
      <SubmitForm submitLabel="Send 40 USDT" onSubmit={send}>
        field
      </SubmitForm>
    </>,
  );
  goOffline();
  const button = screen.getByRole('button', { name: 'No connection: nothing is sent' });
  button.click();
  expect(send).not.toHaveBeenCalled();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  screen.getByRole('button', { name: 'Send 40 USDT' }).click();
  expect(send).toHaveBeenCalledTimes(1);
});

/** An answer that a mounted screen shows, read so long ago. */
function shown(name: string, readAt: number, staleTime = 0): void {
  const queryKey = ['Users/Balance', { name }];
  queryClient.setQueryData(queryKey, name, { updatedAt: readAt });
  unfollow.push(
    new QueryObserver(queryClient, { queryKey, staleTime, refetchOnMount: false }).subscribe(() => undefined),
  );
}

test('behavior: a member reads from when the oldest figure on the screen is, not the oldest answer that was ever kept', () => {
  useSessionStore.setState({ token: 'kept' });
  queryClient.setQueryData(['Ctrls/Agreement', {}], 'read long ago, not shown', { updatedAt: at(0, 1) });
  shown('a name that holds', at(0, 2), Number.POSITIVE_INFINITY);
  shown('first', at(0, 3));
  shown('second', at(0, 4));
  render(<OfflineLine />);
  goOffline();
  expect(screen.getByText('No connection')).toBeTruthy();
  expect(screen.getByText('What you see is from 00:03.')).toBeTruthy();
});

test('behavior: figures of another day name the day', () => {
  useSessionStore.setState({ token: 'kept' });
  shown('old', new Date(2026, 0, 3, 10, 12).getTime());
  render(<OfflineLine />);
  goOffline();
  expect(screen.getByText('What you see is from Jan 3, 10:12.')).toBeTruthy();
});

test('behavior: a server that is away is named, also when nothing was taken from this device', () => {
  useSessionStore.setState({ token: 'kept' });
  shown('balance', at(0, 4));
  render(<OfflineLine />);
  expect(screen.queryByRole('status')).toBeNull();
  act(() => useKept.setState({ away: true }));
  expect(screen.getByText('The server does not answer')).toBeTruthy();
  expect(screen.getByText('What you see is from 00:04.')).toBeTruthy();
});

test('behavior: a visitor reads that nothing is lost', () => {
  render(<OfflineLine />);
  goOffline();
  expect(screen.getByText(/Your money and your records are safe/)).toBeTruthy();
});
