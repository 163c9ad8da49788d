// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { stage } from '../auth/test-stage.tsx';
import { ErrorScreen, plainMessage } from './error-screen.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('refuses: to show more than 200 characters, or signs that steer and hide', async () => {
  expect(plainMessage('a'.repeat(500))).toHaveLength(200);
  expect(plainMessage('\u202eevil\u0000\u200b')).toBe('evil');
  await stage(ErrorScreen, { path: '/pages/error?message=%3Cb%3Ebold%3C/b%3E' });
  expect(screen.getByText('<b>bold</b>')).toBeTruthy();
});

test('behavior: a code is said in words', async () => {
  await stage(ErrorScreen, { path: '/pages/error?message=auth.barred' });
  expect(screen.getByText('This is not offered in your country or region.')).toBeTruthy();
});

test('behavior: no network stays until the network is back, then goes where one came from', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await stage(ErrorScreen, { path: '/pages/error?message=offline&from=%2Fpages%2Fwallet%2Fwallet' });
  expect(screen.getByText('No connection')).toBeTruthy();
  expect(location.hash).toContain('/pages/error');
  online.mockReturnValue(true);
  act(() => {
    window.dispatchEvent(new Event('online'));
  });
  expect(location.hash).toBe('#/pages/wallet/wallet');
});
