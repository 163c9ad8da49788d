// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openScreen } from '../app/test-screen.tsx';
import { uploadPicture } from '../platform/api-client.ts';

vi.mock('../platform/scale-picture.ts', () => ({ scalePicture: async (picture: Blob) => picture }));
vi.mock('../platform/api-client.ts', async (load) => ({
  ...(await load<object>()),
  uploadPicture: vi.fn(),
}));

test('refuses: to send while a picture is under way, which would come too late', async () => {
  const { promise, resolve } = Promise.withResolvers<{ url: string; width: number; height: number }>();
  vi.mocked(uploadPicture).mockReturnValue(promise);
  await openScreen('/pages/service/service?new=1', {});
  fireEvent.change(screen.getByLabelText('Message'), { target: { value: 'Look at this' } });
  expect(await screen.findByRole('button', { name: 'Send request' })).toBeTruthy();
  const files = [new File(['x'], 'screen.png', { type: 'image/png' })];
  const field = document.querySelector('input[type="file"]');
  fireEvent.change(field!, { target: { files } });
  const waiting = await screen.findByRole('button', { name: 'Sending' });
  expect(waiting.getAttribute('aria-disabled')).toBe('true');
  resolve({ url: '/files/one.webp', width: 9, height: 9 });
  await waitFor(() => expect(screen.getByRole('button', { name: 'Send request' })).toBeTruthy());
  expect(screen.getByAltText('Picture 1')).toBeTruthy();
});
