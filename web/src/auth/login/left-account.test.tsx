// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { openScreen } from '../../app/test-screen.tsx';
import { memberInfo } from '../../member/test-member.ts';
import { queryClient } from '../../platform/query.ts';
import { useSessionStore } from '../../platform/session.ts';
import { leftAccount } from '../../platform/wallet/left-account.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('behavior: a wallet that changed says which account was left', async () => {
  queryClient.setQueryData(['Users/Info', {}], memberInfo);
  useSessionStore.getState().end('wallet', leftAccount());
  await openScreen('/pages/login/login', {}, { visitor: true });
  expect(screen.getByText(/so you were logged out\. You were logged in as Heron · 0x00.*aa\./)).toBeTruthy();
  useSessionStore.getState().end();
});
