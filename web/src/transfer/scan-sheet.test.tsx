// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { loadTexts } from '../platform/i18n.ts';
import { ScanSheet } from './scan-sheet.tsx';

const read = vi.hoisted(() => vi.fn());
vi.mock('./read-code.ts', () => ({ openReader: async () => read }));
afterEach(() => Reflect.deleteProperty(navigator, 'mediaDevices'));

test('refuses: to keep the camera on where a frame cannot be read', async () => {
  const stop = vi.fn();
  const getUserMedia = async () => ({ getTracks: () => [{ stop }] });
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true });
  // The test's video has pictures at once, and does not know what each state is called.
  vi.spyOn(HTMLVideoElement.prototype, 'readyState', 'get').mockReturnValue(4);
  Object.defineProperty(HTMLVideoElement.prototype, 'HAVE_CURRENT_DATA', { value: 2, configurable: true });
  vi.spyOn(HTMLVideoElement.prototype, 'srcObject', 'set').mockReturnValue();
  vi.spyOn(HTMLVideoElement.prototype, 'play').mockResolvedValue();
  read.mockResolvedValueOnce(undefined).mockRejectedValue(new Error('lost'));
  await loadTexts(['app', 'transfer'], 'en');
  render(<ScanSheet open onClose={() => undefined} onText={() => true} />);
  expect(await screen.findByText(/^The camera cannot be used/, {}, { timeout: 4000 })).toBeTruthy();
  expect(stop).toHaveBeenCalled();
});
