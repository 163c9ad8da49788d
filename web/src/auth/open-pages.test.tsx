// @vitest-environment happy-dom
import { locales } from '@openmere/core/kit/language.ts';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fetchRoute, isOpenPath } from '../app/routes.ts';
import { countriesOf } from './countries.ts';
import { openScreen } from '../app/test-screen.tsx';
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

test.each([
  ['user', 'User agreement', /holding, sending and receiving stablecoins/],
  ['privacy', 'Privacy policy', /Passwords are stored only as a one-way hash/],
  ['risk', 'Risk disclosure', /Nothing here is guaranteed/],
])('behavior: %s agreement, with its version', async (path, title, text) => {
  await openScreen(`/pages/agreement/${path}`, {}, { visitor: true });
  expect(screen.getByRole('heading', { name: title })).toBeTruthy();
  expect(screen.getByText('Version 1')).toBeTruthy();
  expect(screen.getByText(text)).toBeTruthy();
});

test.each(locales)('property: in %s every country has a name, and no two have the same', (locale) => {
  const list = countriesOf(locale);
  expect(list).toHaveLength(249);
  expect(new Set(list.map((country) => country.name)).size).toBe(249);
  expect(list.filter((country) => country.name === country.code)).toEqual([]);
});
