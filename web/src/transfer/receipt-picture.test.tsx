// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openScreen } from '../app/test-screen.tsx';
import { usePreferences } from '../platform/preferences.ts';
import { saveFile } from '../platform/save-file.ts';
import { currentToasts } from '../ui/toast-store.ts';

vi.mock(import('../platform/save-file.ts'), () => ({ saveFile: vi.fn() }));

const path = '/pages/wallet/transfer/recode/recode';
const sent: OutputOf<'Wallet/Transfers'> = {
  id: 'tra_1',
  time: '2026-03-01T10:00:00.000Z',
  type: 'out',
  coinid: 'USDT',
  address: 'H4R9TW',
  amount: '40',
  received: '39.8',
  fee: '0.2',
  hash: null,
  chaintype: 'ledger',
  status: 'done',
  counterpart: 'Ta** W**',
  note: 'Dinner and drinks at the lake, with everybody who came',
  description: 'To Ta** W**',
};

/** A canvas that remembers what is written on it, and where; each letter is 13 pixels wide. */
function watchCanvas() {
  const written: { text: string; y: number }[] = [];
  const pen = {
    fillRect: vi.fn(),
    setLineDash: vi.fn(),
    beginPath: vi.fn(),
    moveTo: vi.fn(),
    lineTo: vi.fn(),
    stroke: vi.fn(),
    measureText: (text: string) => ({ width: text.length * 13 }),
    fillText: (text: string, _x: number, y: number) => void written.push({ text, y }),
  };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
  const toBlob = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => {
    done(new Blob(['picture'], { type: 'image/png' }));
  });
  return { written, toBlob, sheet: () => toBlob.mock.contexts[0] };
}

/** The share sheet of the device; `takes` says whether it takes pictures. */
function stubShare(share: (data: ShareData) => Promise<void>, takes = true): void {
  Object.assign(navigator, { share, canShare: () => takes });
}

async function sharePicture(): Promise<void> {
  await openScreen(`${path}?id=tra_1`, {
    'Wallet/Transfers': { list: [sent] },
    'Wallet/Contacts': { list: [] },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Receipt as a picture' }));
}

beforeEach(() => vi.mocked(saveFile).mockClear());
afterEach(() => {
  vi.restoreAllMocks();
  for (const key of ['share', 'canShare']) Reflect.deleteProperty(navigator, key);
});

test('behavior: a transfer is shared as a picture that says all of its slip, also where amounts are hidden on the screen', async () => {
  onTestFinished(() => usePreferences.setState({ hideAmounts: false }));
  usePreferences.setState({ hideAmounts: true });
  const { written, sheet } = watchCanvas();
  const share = vi.fn(() => Promise.resolve());
  stubShare(share);
  await sharePicture();
  await waitFor(() => expect(share).toHaveBeenCalledTimes(1));

  const [file] = (share.mock.calls as unknown as [ShareData][])[0]?.[0].files ?? [];
  expect([file?.name, file?.type]).toEqual(['openmere-tra_1.png', 'image/png']);
  expect(await file?.text()).toBe('picture');
  const texts = written.map(({ text }) => text);
  for (const text of ['40.00 USDT', 'Ta** W**', '0.20 USDT', '39.80 USDT', 'tra_1'])
    expect(texts).toContain(text);
  // A long note takes several lines, and nothing stands below the end of the paper.
  const note = texts.filter((text) => text !== '' && sent.note.includes(text));
  expect(note.join(' ')).toBe(sent.note);
  expect(note.length).toBeGreaterThan(1);
  const { height } = sheet() as HTMLCanvasElement;
  expect(Math.max(...written.map(({ y }) => y))).toBeLessThan(height);
  expect(saveFile).not.toHaveBeenCalled();
});

test('behavior: where the device shares no pictures, the picture is saved', async () => {
  watchCanvas();
  stubShare(() => Promise.reject(new Error('not asked')), false);
  await sharePicture();
  await waitFor(() => expect(saveFile).toHaveBeenCalledTimes(1));
  const [name, content] = vi.mocked(saveFile).mock.calls[0] ?? [];
  expect(name).toBe('openmere-tra_1.png');
  expect(await content?.text()).toBe('picture');
});

test('behavior: closing the share sheet says nothing; a browser that cannot draw says that it failed', async () => {
  const { toBlob } = watchCanvas();
  const share = vi.fn(() => Promise.reject(new DOMException('closed', 'AbortError')));
  stubShare(share);
  await sharePicture();
  await waitFor(() => expect(share).toHaveBeenCalledTimes(1));
  expect(currentToasts()).toEqual([]);
  expect(saveFile).not.toHaveBeenCalled();

  vi.mocked(toBlob).mockImplementation((done) => done(null));
  fireEvent.click(await screen.findByRole('button', { name: 'Receipt as a picture' }));
  await waitFor(() => expect(currentToasts()).toMatchObject([{ tone: 'danger' }]));
});
