// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openScreen, Refused } from '../app/test-screen.tsx';
import { uploadPicture } from '../platform/api-client.ts';
import { readStored } from '../platform/storage.ts';

vi.mock('../platform/scale-picture.ts', () => ({ scalePicture: async (picture: Blob) => picture }));
vi.mock('../platform/api-client.ts', async (load) => ({
  ...(await load<object>()),
  uploadPicture: vi.fn(),
}));

/** The list of words cannot be fetched, as without a network. */
vi.mock('@scure/bip39/wordlists/english.js', () => {
  throw new Error('no network');
});

test('behavior: without the list of words a long message is kept and sent, and the server looks at it', async () => {
  const { asked } = await openScreen('/pages/service/service?new=1', {
    'Ticket/Open': () => {
      throw new Refused('support.recoveryphrase', 'The server has looked');
    },
  });
  const text = 'My withdrawal has been waiting since Monday, and nobody has said why.';
  fireEvent.change(screen.getByLabelText('Message'), { target: { value: text } });
  await waitFor(() => expect(readStored('general.drafts')).toContain('since Monday'));
  fireEvent.click(await screen.findByRole('button', { name: 'Send request' }));
  expect(await screen.findByText('The server has looked')).toBeTruthy();
  expect(asked.find(({ path }) => path === 'Ticket/Open')?.input).toMatchObject({ text });
});

test('refuses: a private key without the list of words, too, and keeps it nowhere', async () => {
  await openScreen('/pages/service/service?new=1', {});
  fireEvent.change(screen.getByLabelText('Message'), { target: { value: `Mine is ${'a1'.repeat(32)}` } });
  expect((await screen.findByRole('alert')).textContent).toContain('private key');
  expect(readStored('general.drafts') ?? '').not.toContain('a1a1');
});

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
