// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openScreen } from '../app/test-screen.tsx';
import { uploadPicture } from '../platform/api-client.ts';

vi.mock('../platform/api-client.ts', async (load) => ({
  ...(await load<object>()),
  uploadPicture: vi.fn(),
}));

/** What a phone takes: 48 megapixels in 8 MB, more than the server reads (5 MB, 25 megapixels). */
const photo = new File([new Uint8Array(8_000_000)], 'slip.jpg', { type: 'image/jpeg' });

test('behavior: a photo of a phone is made small before it is sent, and not refused for its size', async () => {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 8_000, height: 6_000, close: () => undefined }));
  const drawn: number[][] = [];
  const canvas = HTMLCanvasElement.prototype;
  vi.spyOn(canvas, 'getContext').mockReturnValue({
    drawImage: (_bitmap: unknown, ...cut: number[]) => drawn.push(cut),
  } as never);
  vi.spyOn(canvas, 'toBlob').mockImplementation((give, type) =>
    give(new Blob(['small'], { type: type ?? '' })),
  );
  vi.mocked(uploadPicture).mockResolvedValue({ url: '/files/one.webp', width: 1600, height: 1200 });
  await openScreen('/pages/service/service?new=1', {});
  expect(await screen.findByLabelText('Message')).toBeTruthy();
  fireEvent.change(document.querySelector('input[type="file"]')!, { target: { files: [photo] } });
  await waitFor(() => expect(screen.getByAltText('Picture 1')).toBeTruthy());
  expect(drawn).toEqual([[0, 0, 8_000, 6_000, 0, 0, 1_600, 1_200]]);
  const [sent] = vi.mocked(uploadPicture).mock.calls[0] ?? [];
  expect([sent?.type, await sent?.text()]).toEqual(['image/jpeg', 'small']);
  vi.restoreAllMocks();
});
