// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { openScreen } from '../app/test-screen.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('refuses: to show a text from the address as ours', async () => {
  const message = encodeURIComponent('Your account is frozen. Call +1 555 0100.');
  await openScreen(`/pages/error?message=${message}`, {}, { visitor: true });
  expect(screen.queryByText(/frozen|555/)).toBeNull();
  expect(screen.getByText('The server did not answer. Nothing was changed.')).toBeTruthy();
});

test('behavior: a code is said in words', async () => {
  await openScreen('/pages/error?message=auth.barred', {}, { visitor: true, texts: ['error:auth'] });
  expect(screen.getByText('This is not offered in this country or region.')).toBeTruthy();
});

test('behavior: no network stays until the network is back, then goes where one came from', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await openScreen('/pages/error?message=offline&from=%2Fpages%2Fwallet%2Fwallet', {}, { visitor: true });
  expect(screen.getByText('No connection')).toBeTruthy();
  expect(location.hash).toContain('/pages/error');
  online.mockReturnValue(true);
  act(() => {
    window.dispatchEvent(new Event('online'));
  });
  expect(location.hash).toBe('#/pages/wallet/wallet');
});
