// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../platform/query.ts';
import { useRegistrant } from './use-registrant.ts';

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

function publish(versions: string): void {
  const list = [{ idx: 'agreement.versions', val: versions }];
  act(() => {
    queryClient.setQueryData(['Ctrls/GetConfig', {}], { list });
  });
}

test('refuses: to send a version of the agreements that was published after the tick, by itself or kept over an interruption', () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  publish('user-1,privacy-1,risk-1');
  const wrapper = ({ children }: { children: React.ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  const start = { invite: '6MVGA1', country: 'DE' };
  const { result, unmount } = renderHook(() => useRegistrant(start), { wrapper });
  expect(result.current.missing).toBe('agreeNeeded');
  act(() => result.current.setAgreed(true));
  publish('user-1,privacy-1,risk-2');
  expect(result.current.values?.agreements).toBe('user-1,privacy-1,risk-1');
  const { agreed } = result.current;
  unmount();
  const again = renderHook(() => useRegistrant(start, agreed), { wrapper }).result;
  expect(again.current.values?.agreements).toBe('user-1,privacy-1,risk-1');
  // As the refusal does: read and ticked anew.
  act(() => again.current.setAgreed(false));
  expect(again.current.missing).toBe('agreeNeeded');
  act(() => again.current.setAgreed(true));
  expect(again.current.values?.agreements).toBe('user-1,privacy-1,risk-2');
});
