// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { openScreen } from '../app/test-screen.tsx';
import { applyUpdate } from '../platform/app-update.ts';
import { readStored } from '../platform/storage.ts';
import { readTexts } from '../platform/text-source.ts';
import type * as TextSource from '../platform/text-source.ts';
import { currentToasts } from '../ui/toast-store.ts';

vi.mock('../platform/app-update.ts', async (load) => ({
  ...(await load<object>()),
  applyUpdate: vi.fn(async () => undefined),
}));
vi.mock('../platform/text-source.ts', async (load) => {
  const actual = await load<typeof TextSource>();
  return { readTexts: vi.fn(actual.readTexts) };
});

afterEach(() => {
  cleanup();
  vi.mocked(applyUpdate).mockClear();
});

async function choose(name: RegExp, failure: Error): Promise<void> {
  await openScreen('/pages/login/language', {}, { visitor: true });
  vi.mocked(readTexts).mockRejectedValue(failure);
  fireEvent.click(screen.getByRole('radio', { name }));
}

test('refuses: a language without a network, and says so', async () => {
  await choose(/한국어/, new TypeError('Failed to fetch'));
  await waitFor(() => expect(currentToasts()).toMatchObject([{ tone: 'danger' }]));
  expect(applyUpdate).not.toHaveBeenCalled();
  expect(readStored('general.locale')).not.toBe('ko');
});

test('behavior: a language whose texts went with an older build comes with the newest page', async () => {
  await choose(/한국어/, new Error('ko.app.json answers 404', { cause: 404 }));
  await waitFor(() => expect(applyUpdate).toHaveBeenCalledTimes(1));
  expect(readStored('general.locale')).toBe('ko');
});
