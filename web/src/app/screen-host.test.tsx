// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { act, use } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { loadTexts, switchLocale } from '../platform/i18n.ts';
import { fetchTexts } from '../platform/text-files.ts';
import { findRoute } from './routes.ts';
import { ScreenHost } from './screen-host.tsx';

vi.mock(import('./screens.ts'), async (original) => ({ ...(await original()), screenOf: () => Never }));
vi.mock(import('../platform/text-files.ts'), async (original) => {
  const real = await original();
  return { ...real, fetchTexts: vi.fn(real.fetchTexts) };
});

const coming = new Promise<never>(() => undefined);

/** A screen whose code does not come. */
function Never() {
  return use(coming);
}

const asked = () => new Set(vi.mocked(fetchTexts).mock.calls.map(([, group]) => group));

afterEach(cleanup);

test('behavior: a screen that waits fetches its own texts, its name among them, and no group that is not there', async () => {
  await loadTexts(['app']);
  await act(async () => render(<ScreenHost path="/pages/swap/swap" />));
  expect(screen.getByRole('heading', { name: 'Swap' })).toBeTruthy();
  expect(asked()).toEqual(new Set(['app', 'market', 'swap']));
  cleanup();

  await act(async () => render(<ScreenHost path="/pages/team/team" />));
  expect(await screen.findByRole('heading', { name: 'Team' })).toBeTruthy();
  expect(asked()).toEqual(new Set(['app', 'market', 'swap', 'team']));

  // A group that is not there would keep every language from being chosen.
  await switchLocale('ja');
  expect(document.documentElement.lang).toBe('ja');
});

test('behavior: a screen whose row is not there yet has its name and its way back before its code comes', async () => {
  await loadTexts(['app']);
  await switchLocale('en');
  expect(findRoute('/pages/mine/safety/safety')).toBeUndefined();
  await act(async () => render(<ScreenHost path="/pages/mine/safety/safety" />));
  expect(await screen.findByRole('heading', { name: 'Security' })).toBeTruthy();
});
