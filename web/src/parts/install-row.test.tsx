import { readFileSync } from 'node:fs';
import { join } from 'node:path';
// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadTexts } from '../platform/i18n.ts';
import { offerInstall, useInstall } from '../platform/install.ts';
import { InstallRow } from './install-row.tsx';

beforeEach(() => loadTexts(['offline']));
afterEach(() => {
  cleanup();
  useInstall.setState({ prompt: undefined });
});

type Manifest = {
  id: string;
  name: string;
  short_name: string;
  start_url: string;
  scope: string;
  display: string;
  icons: { src: string; sizes: string; type: string; purpose?: string }[];
};

test('refuses: a row where the browser cannot, or the app is on the home screen already', () => {
  render(<InstallRow />);
  expect(screen.queryByText('Add to home screen')).toBeNull();
});

test('behavior: the browser does not ask by itself; the row does, once', async () => {
  offerInstall();
  const prompt = vi.fn(() => Promise.resolve());
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  render(<InstallRow />);
  act(() => void window.dispatchEvent(event));
  expect(event.defaultPrevented).toBe(true);
  act(() => screen.getByRole('button', { name: 'Add' }).click());
  await waitFor(() => expect(prompt).toHaveBeenCalledTimes(1));
  expect(screen.queryByText('Add to home screen')).toBeNull();
});

test('behavior: the manifest has what makes a page an app', () => {
  const folder = join(import.meta.dirname, '../../public');
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.webmanifest'), 'utf8')) as Manifest;
  expect(manifest).toMatchObject({ id: '/', start_url: '/', scope: '/', display: 'standalone' });
  expect(manifest.short_name.length).toBeLessThanOrEqual(12);
  const png = manifest.icons.filter(({ type }) => type === 'image/png');
  for (const size of ['192x192', '512x512'])
    for (const purpose of [undefined, 'maskable'])
      expect(png.some((icon) => icon.sizes === size && icon.purpose === purpose)).toBe(true);
  for (const { src, sizes } of png) {
    const bytes = readFileSync(join(folder, src));
    // Width and height stand at the same place in every PNG.
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
  }
});
