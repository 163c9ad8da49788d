// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadTexts } from '../../platform/i18n.ts';
import { useLive } from '../../platform/live.ts';
import { useSessionStore } from '../../platform/session.ts';
import { SubmitForm } from '../../ui/submit-form.tsx';
import { useKept } from './keep-answers.ts';
import { OfflineLine } from './offline-line.tsx';

const today = new Date();
const at = (hours: number, minutes: number) => new Date(today).setHours(hours, minutes, 0, 0);

beforeEach(() => loadTexts(['offline']));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  useKept.setState({ from: undefined, away: false });
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

test('behavior: a member reads from when the figures are: the oldest that came from this device', () => {
  useSessionStore.setState({ token: 'kept' });
  useLive.setState({ live: false, since: at(23, 0) });
  useKept.setState({ from: at(0, 3), away: false });
  render(<OfflineLine />);
  goOffline();
  expect(screen.getByText('No connection')).toBeTruthy();
  expect(screen.getByText('What you see is from 00:03.')).toBeTruthy();
});

test('behavior: a server that is away is named, as soon as kept figures stand there', () => {
  useSessionStore.setState({ token: 'kept' });
  render(<OfflineLine />);
  expect(screen.queryByRole('status')).toBeNull();
  act(() => useKept.setState({ from: at(0, 4), away: true }));
  expect(screen.getByText('The server does not answer')).toBeTruthy();
  expect(screen.getByText('What you see is from 00:04.')).toBeTruthy();
});

test('behavior: a visitor reads that nothing is lost', () => {
  render(<OfflineLine />);
  goOffline();
  expect(screen.getByText(/Your money and your records are safe/)).toBeTruthy();
});
