// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen, Refused, unanswered } from '../../app/test-screen.tsx';
import type { Answers } from '../../app/test-screen.tsx';
import { cartLine, home, lamp } from '../test-mall.ts';

const path = '/pages/mall/mall';
const filled: Answers = {
  'Goods/GetGoodsPage': { list: [lamp], total: 1 },
  'Goods/GetGoodsTypePage': { list: [home], total: 1 },
  'Goods/GetShopCar': { list: [cartLine] },
};
const open = (answers: Answers = {}, options = {}) => openScreen(path, { ...filled, ...answers }, options);

test('refuses: goods that did not come say why and offer another try', async () => {
  let away = true;
  await open({
    'Goods/GetGoodsPage': () => {
      if (away) throw new Refused('request.unavailable', 'Busy right now');
      return { list: [lamp] };
    },
  });
  expect(await screen.findByText('Busy right now')).toBeTruthy();
  away = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Reading lamp')).toBeTruthy();
});

test('behavior: tiles of bones while it loads', async () => {
  await open({ 'Goods/GetGoodsPage': () => unanswered });
  expect((await screen.findAllByText('Loading')).length).toBeGreaterThan(0);
});

test('behavior: a mall without goods says what will stand here', async () => {
  await open({ 'Goods/GetGoodsPage': { list: [], total: 0 } });
  expect(await screen.findByText('Nothing for sale yet')).toBeTruthy();
});

test('behavior: a visitor sees what things cost, what of it is OBL, and the cart with its count', async () => {
  await open({}, { visitor: true });
  const tile = await screen.findByRole('link', { name: /Reading lamp/ });
  expect(tile.getAttribute('href')).toBe('#/pages/mall/goods?id=gds_lamp');
  expect(within(tile).getByText('from 12.50 USDT')).toBeTruthy();
  expect(within(tile).getByText('Up to 2.00 OBL')).toBeTruthy();
  expect(within(tile).getByText('40 sold')).toBeTruthy();
  expect(await screen.findByRole('link', { name: 'Cart, 1 item' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Saved goods' })).toBeNull();
});

test('behavior: what is sold out says so in place of how many were sold', async () => {
  await open({ 'Goods/GetGoodsPage': { list: [{ ...lamp, stock: 0 }] } });
  expect(await screen.findByText('Sold out')).toBeTruthy();
  expect(screen.queryByText('40 sold')).toBeNull();
});

test('refuses: to show as for sale what a shop sells that is closed', async () => {
  await open({ 'Goods/GetGoodsPage': { list: [{ ...lamp, state: 'shopclosed' }] } });
  const tile = await screen.findByRole('link', { name: /Reading lamp/ });
  expect(within(tile).getByText('The shop is closed')).toBeTruthy();
  expect(within(tile).queryByText('40 sold')).toBeNull();
});

test('behavior: order and filter stand in the address and are asked of the server', async () => {
  const { asked } = await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Lowest price' }));
  fireEvent.click(screen.getByRole('button', { name: 'In stock' }));
  await waitFor(() =>
    expect(asked.filter((one) => one.path === 'Goods/GetGoodsPage').at(-1)?.input).toMatchObject({
      sort: 'price',
      instock: '1',
      page: 1,
    }),
  );
  expect(location.hash).toBe('#/pages/mall/mall?sort=price&instock=1');
});

test('behavior: pages are read on by their number, and a goods that moved comes once', async () => {
  const full = Array.from({ length: 30 }, (_, index) => ({ ...lamp, id: `gds_${index}` }));
  const { asked } = await open({
    'Goods/GetGoodsPage': ({ page }) => ({
      list:
        page === 1
          ? full
          : [
              { ...lamp, id: 'gds_29' },
              { ...lamp, id: 'gds_last' },
            ],
      total: 31,
    }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Load more' }));
  await waitFor(() => expect(screen.getAllByText('Reading lamp')).toHaveLength(31));
  expect(asked.filter((one) => one.path === 'Goods/GetGoodsPage').map(({ input }) => input['page'])).toEqual([
    1, 2,
  ]);
  expect(screen.getByText('That is all')).toBeTruthy();
});

test('behavior: without its types the mall still shows its goods', async () => {
  await open({
    'Goods/GetGoodsTypePage': () => {
      throw new Refused('request.unavailable', 'Busy right now');
    },
  });
  expect(await screen.findByText('Reading lamp')).toBeTruthy();
  expect(screen.queryByText('Busy right now')).toBeNull();
});

test('behavior: the first tiles are fetched at once, those below when they come near', async () => {
  const rows = Array.from({ length: 6 }, (_, index) => ({ ...lamp, id: `gds_${index}` }));
  await open({ 'Goods/GetGoodsPage': { list: rows } });
  await screen.findAllByText('Reading lamp');
  const loading = [...document.querySelectorAll('main img')].map((image) => image.getAttribute('loading'));
  expect(loading).toEqual(['eager', 'eager', 'eager', 'eager', 'lazy', 'lazy']);
});

test('behavior: a type that an operator hid is not among the types; where all are hidden there is no row', async () => {
  const hidden = { ...home, id: 'gty_hidden', name: 'Hidden', positions: 1 };
  await open({ 'Goods/GetGoodsTypePage': { list: [hidden, home] } });
  expect(await screen.findByRole('link', { name: 'Home' })).toBeTruthy();
  expect(screen.queryByText('Hidden')).toBeNull();
  await open({ 'Goods/GetGoodsTypePage': { list: [hidden] } });
  expect(await screen.findByText('Reading lamp')).toBeTruthy();
  expect(screen.queryByRole('navigation', { name: 'Categories' })).toBeNull();
});
