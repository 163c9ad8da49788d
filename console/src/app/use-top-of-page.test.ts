// @vitest-environment happy-dom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { goTo } from '../platform/address.ts';
import { useTopOfPage } from './use-top-of-page.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  history.replaceState(null, '', '#/');
});

test('behavior: a page begins at its top; its filters and what was seen before leave the place alone', async () => {
  const scrolled = vi.spyOn(window, 'scrollTo').mockReturnValue(undefined);
  renderHook(useTopOfPage);
  expect(scrolled).toHaveBeenCalledTimes(1);
  act(() => goTo('/news'));
  await waitFor(() => expect(scrolled).toHaveBeenCalledTimes(2));
  act(() => goTo('/news?status=draft', { replace: true }));
  expect(scrolled).toHaveBeenCalledTimes(2);
  // As the browser does on going back: the entry brings its state along.
  act(() => {
    history.replaceState('seen', '', '#/tickets');
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  });
  expect(scrolled).toHaveBeenCalledTimes(2);
});
