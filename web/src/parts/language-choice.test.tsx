// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openScreen } from '../app/test-screen.tsx';
import { currentLocale } from '../platform/i18n.ts';

test('behavior: a language that is chosen is kept for a time without a network, too', async () => {
  const postMessage = vi.fn();
  await openScreen('/pages/login/language', {}, { visitor: true });
  vi.stubGlobal('navigator', Object.assign(navigator, { serviceWorker: { controller: { postMessage } } }));
  fireEvent.click(screen.getByRole('radio', { name: /한국어/ }));
  await waitFor(() => expect(currentLocale()).toBe('ko'));
  expect(postMessage).toHaveBeenCalledWith({ locale: 'ko' });
  Reflect.deleteProperty(navigator, 'serviceWorker');
});
