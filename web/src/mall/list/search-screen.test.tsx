// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen, Refused } from '../../app/test-screen.tsx';
import type { Answers } from '../../app/test-screen.tsx';
import { push } from '../../platform/history.ts';
import { readStored } from '../../platform/storage.ts';
import { home, lamp } from '../test-mall.ts';
import { keepSearch } from './searches.ts';

const path = '/pages/mall/search';
const filled: Answers = {
  'Goods/GetGoodsPage': { list: [lamp], total: 1 },
  'Goods/GetGoodsTypePage': { list: [home] },
  'Goods/GetShopCar': { list: [] },
};
const open = (answers: Answers = {}, query = '') => openScreen(path + query, { ...filled, ...answers });
const field = () => screen.getByLabelText<HTMLInputElement>('Search the mall');

async function type(text: string): Promise<void> {
  for (let length = 1; length <= text.length; length += 1)
    fireEvent.change(field(), { target: { value: text.slice(0, length) } });
  await waitFor(() => expect(location.hash).toContain('q='));
}

test('refuses: a search that failed says why and offers another try', async () => {
  await open(
    {
      'Goods/GetGoodsPage': () => {
        throw new Refused('request.unavailable', 'Busy right now');
      },
    },
    '?q=lamp',
  );
  expect(await screen.findByText('Busy right now')).toBeTruthy();
});

test('behavior: nothing found says so, with what to do', async () => {
  await open({ 'Goods/GetGoodsPage': { list: [], total: 0 } }, '?q=zzz');
  expect(await screen.findByText('Nothing found for “zzz”')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See all goods' })).toBeTruthy();
});

test('behavior: typed key by key, the server is asked once, and the address keeps it', async () => {
  const { asked } = await open();
  expect(await screen.findByRole('link', { name: 'Home' })).toBeTruthy();
  await type('redaing lamp');
  expect(await screen.findByText('Reading lamp')).toBeTruthy();
  expect(screen.getByText('1 result')).toBeTruthy();
  const searches = asked.filter((one) => one.path === 'Goods/GetGoodsPage');
  expect(searches.map(({ input }) => input['search'])).toEqual(['redaing lamp']);
  expect(new URLSearchParams(location.hash.split('?')[1]).get('q')).toBe('redaing lamp');
});

test('behavior: a reload brings the search again', async () => {
  await open({}, '?q=lamp');
  expect(field().value).toBe('lamp');
  expect(await screen.findByText('Reading lamp')).toBeTruthy();
});

test('behavior: another link to a search, opened while this page is there, is followed', async () => {
  const { asked } = await open({}, '?q=lamp');
  await screen.findByText('Reading lamp');
  act(() => push(path, { q: 'teapot' }));
  expect(field().value).toBe('teapot');
  await waitFor(() => expect(asked.at(-1)?.input['search']).toBe('teapot'));
  expect(location.hash).toContain('q=teapot');
});

test('behavior: what was searched for is kept on this device when it is entered, and can be forgotten', async () => {
  await open();
  await type('lamp');
  fireEvent.submit(field());
  expect(readStored('goods.searches')).toBe('["lamp"]');
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
  fireEvent.click(await screen.findByRole('button', { name: 'lamp' }));
  expect(field().value).toBe('lamp');
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Clear all' }));
  expect(screen.queryByText('Recent searches')).toBeNull();
  expect(readStored('goods.searches')).toBeUndefined();
});

test('behavior: a result that is opened keeps the search, too', async () => {
  await open({}, '?q=lamp');
  fireEvent.click(await screen.findByRole('link', { name: /Reading lamp/ }));
  expect(readStored('goods.searches')).toBe('["lamp"]');
});

test('property: ten searches are kept, the newest first, each once whatever its case', () => {
  localStorage.clear();
  for (let number = 1; number <= 12; number += 1) keepSearch(`lamp ${number}`);
  keepSearch('  LAMP 5 ');
  keepSearch('   ');
  const kept = JSON.parse(readStored('goods.searches') ?? '[]') as string[];
  expect(kept).toHaveLength(10);
  expect(kept.slice(0, 2)).toEqual(['LAMP 5', 'lamp 12']);
  expect(kept.filter((one) => one.toLowerCase() === 'lamp 5')).toHaveLength(1);
});
