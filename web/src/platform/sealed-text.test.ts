import { afterEach, expect, test, vi } from 'vitest';
import { sealedText } from './sealed-text.ts';

afterEach(() => void vi.unstubAllGlobals());

test('refuses: to fail over a text that is to go, where the browser has blocked its database and there is none', async () => {
  vi.stubGlobal('indexedDB', {
    deleteDatabase() {
      throw new DOMException('denied', 'SecurityError');
    },
  });
  await expect(sealedText('openmere-test').drop()).resolves.toBeUndefined();
});
