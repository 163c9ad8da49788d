// @vitest-environment happy-dom
import { act, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { push } from '../platform/history.ts';
import { switchLocale } from '../platform/i18n.ts';
import { openScreen } from './test-screen.tsx';
import { useDocumentTitle } from './use-document-title.ts';

function Titled() {
  useDocumentTitle();
  return null;
}

test('refuses: to call every tab and every step of the way back the same', async () => {
  await openScreen('/pages/login/language', {}, { visitor: true, screen: Titled, texts: ['auth'] });
  await waitFor(() => expect(document.title).toBe('Language · Openmere'));
  await act(async () => push('/pages/service/faq', { q: 'fees' }));
  await waitFor(() => expect(document.title).toBe('Questions and answers · Openmere'));
  await act(async () => switchLocale('es'));
  await waitFor(() => expect(document.title).toBe('Preguntas frecuentes · Openmere'));
  await act(async () => push('/pages/nowhere'));
  await waitFor(() => expect(document.title).toBe('Openmere'));
});
