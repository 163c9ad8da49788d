// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import { locales } from '@openmere/core/kit/language.ts';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fetchRoute, isOpenPath } from '../app/routes.ts';
import { openScreen, Refused } from '../app/test-screen.tsx';
import { countriesOf } from './countries.ts';
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('behavior: nine languages, each by its own name, and a choice that holds at once', async () => {
  await openScreen('/pages/login/language', {}, { visitor: true });
  expect(screen.getAllByRole('radio')).toHaveLength(locales.length);
  expect(screen.getByText('Tiếng Việt')).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: /简体中文/ }));
  expect(await screen.findByRole('heading', { name: '语言' })).toBeTruthy();
  expect(document.documentElement.lang).toBe('zh-Hans');
});

test('behavior: the address above the agreements lists them, for visitors, too', async () => {
  const route = await fetchRoute('/pages/agreement/');
  expect(route?.path).toBe('/pages/agreement');
  expect([isOpenPath('/pages/agreement/'), isOpenPath('/pages/agreement')]).toEqual([true, true]);
  await openScreen('/pages/agreement', {}, { visitor: true });
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(['#/pages/agreement/user', '#/pages/agreement/privacy', '#/pages/agreement/risk']);
});

const agreement: OutputOf<'Ctrls/Agreement'> = {
  kind: 'privacy',
  version: 'privacy-2',
  number: 2,
  time: '2026-05-04T10:00:00.000Z',
  current: true,
  standard: false,
  locale: 'en',
  content: 'We keep little.\n\nWe sell nothing.',
  versions: [
    { number: 2, time: '2026-05-04T10:00:00.000Z' },
    { number: 1, time: '2026-01-02T10:00:00.000Z' },
  ],
};

test.each([
  ['user', 'User agreement'],
  ['privacy', 'Privacy policy'],
  ['risk', 'Risk disclosure'],
] as const)('behavior: %s agreement, with its version and since when', async (kind, title) => {
  const { asked } = await openScreen(
    `/pages/agreement/${kind}`,
    { 'Ctrls/Agreement': { ...agreement, kind } },
    { visitor: true },
  );
  expect(screen.getByRole('heading', { name: title })).toBeTruthy();
  expect(await screen.findByText('We sell nothing.')).toBeTruthy();
  expect(screen.getAllByText('Version 2, published May 4, 2026')).toHaveLength(2);
  expect(screen.queryByText(/Short form for this installation/)).toBeNull();
  expect(screen.getByRole('link', { name: /Version 1, published Jan 2, 2026/ }).getAttribute('href')).toBe(
    `#/pages/agreement/${kind}?version=1`,
  );
  expect(asked.find(({ path }) => path === 'Ctrls/Agreement')?.input).toEqual({ kind });
});

test('behavior: an earlier version says that it no longer holds', async () => {
  const { asked } = await openScreen(
    '/pages/agreement/privacy?version=1',
    { 'Ctrls/Agreement': { ...agreement, version: 'privacy-1', number: 1, current: false } },
    { visitor: true },
  );
  expect(await screen.findByText('This version no longer holds.')).toBeTruthy();
  expect(asked.find(({ path }) => path === 'Ctrls/Agreement')?.input).toEqual({
    kind: 'privacy',
    version: '1',
  });
});

test('behavior: what came with the program says that it is a short form; a failure can be tried again', async () => {
  let fails = true;
  const answer = () => {
    if (fails) throw new Refused('request.unavailable', 'Busy right now');
    return { ...agreement, standard: true, versions: agreement.versions.slice(0, 1) };
  };
  await openScreen('/pages/agreement/privacy', { 'Ctrls/Agreement': answer }, { visitor: true });
  const again = await screen.findByRole('button', { name: 'Try again' });
  fails = false;
  fireEvent.click(again);
  expect(await screen.findByText(/Short form for this installation/)).toBeTruthy();
  expect(screen.queryByText('All versions')).toBeNull();
});

test.each(locales)('property: in %s every country has a name, and no two have the same', (locale) => {
  const list = countriesOf(locale);
  expect(list).toHaveLength(249);
  expect(new Set(list.map((country) => country.name)).size).toBe(249);
  expect(list.filter((country) => country.name === country.code)).toEqual([]);
});
