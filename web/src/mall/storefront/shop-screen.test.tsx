// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen, Refused, unanswered } from '../../app/test-screen.tsx';
import type { Answers } from '../../app/test-screen.tsx';
import { lamp, shop } from '../test-mall.ts';

const path = '/pages/mall/shop?id=shp_one';
const filled: Answers = {
  'Goods/MallShopInfo': shop,
  'Goods/GetGoodsPage': { list: [lamp], total: 1 },
  'Goods/GetShopCar': { list: [] },
};
const open = (answers: Answers = {}, at = path) => openScreen(at, { ...filled, ...answers });

test('refuses: a shop that is not there, with or without a name in the link', async () => {
  for (const at of [path, '/pages/mall/shop']) {
    await open(
      {
        'Goods/MallShopInfo': () => {
          throw new Refused('mall.noshop', 'There is no such shop');
        },
      },
      at,
    );
    expect(await screen.findByText('This shop is not here')).toBeTruthy();
  }
});

test('refuses: what could not be read says why and offers another try', async () => {
  await open({
    'Goods/MallShopInfo': () => {
      throw new Refused('request.unavailable', 'Busy right now');
    },
  });
  expect(await screen.findByText('Busy right now')).toBeTruthy();
});

test('behavior: bones while it loads', async () => {
  await open({ 'Goods/MallShopInfo': () => unanswered });
  expect(screen.getByText('Loading')).toBeTruthy();
});

test('behavior: who it is, since when, what buyers think, and its goods alone', async () => {
  const { asked } = await open();
  expect(await screen.findByText('Home and garden')).toBeTruthy();
  expect(screen.getByText('Jan 5, 2026')).toBeTruthy();
  expect(screen.getByText('4.6')).toBeTruthy();
  expect(await screen.findByText('Reading lamp')).toBeTruthy();
  expect(asked.find((one) => one.path === 'Goods/GetGoodsPage')?.input).toMatchObject({ shopid: 'shp_one' });
});

test('behavior: a shop without goods says so', async () => {
  await open({ 'Goods/GetGoodsPage': { list: [], total: 0 } });
  expect(await screen.findByText('Nothing for sale here right now')).toBeTruthy();
});

test('behavior: a closed shop says so and asks for no goods', async () => {
  const { asked } = await open({ 'Goods/MallShopInfo': { ...shop, open: false } });
  expect(await screen.findByText('The shop is closed')).toBeTruthy();
  expect(asked.some((one) => one.path === 'Goods/GetGoodsPage')).toBe(false);
});
