// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen, Refused, unanswered } from '../../app/test-screen.tsx';
import type { Answers } from '../../app/test-screen.tsx';
import { home, lamp } from '../test-mall.ts';

const path = '/pages/mall/type';
const lights = { ...home, id: 'gty_lights', pid: 'gty_home', name: 'Lights', goods: 3 };
const filled: Answers = {
  'Goods/GetGoodsPage': { list: [lamp], total: 1 },
  'Goods/GetGoodsTypePage': ({ pid }) => ({ list: pid === 'gty_home' ? [lights] : [home] }),
  'Goods/GoodsTypeFirst': { ...home, above: [] },
  'Goods/GetShopCar': { list: [] },
};
const open = (query = '', answers: Answers = {}) => openScreen(path + query, { ...filled, ...answers });

test('refuses: a type that is not there says why', async () => {
  await open('?id=gty_none', {
    'Goods/GoodsTypeFirst': () => {
      throw new Refused('mall.notype', 'There is no such category');
    },
  });
  expect(await screen.findByText('There is no such category')).toBeTruthy();
});

test('behavior: bones while it loads', async () => {
  await open('', { 'Goods/GetGoodsTypePage': () => unanswered });
  expect(screen.getByText('Loading')).toBeTruthy();
});

test('behavior: a classification without types says where the goods are', async () => {
  await open('', { 'Goods/GetGoodsTypePage': { list: [] } });
  expect(await screen.findByText('No categories yet')).toBeTruthy();
});

test('behavior: the classification asks for a thousand of the top and leaves out what stands elsewhere', async () => {
  const banner = { ...home, id: 'gty_banner', name: 'Banner', positions: 2 };
  const { asked } = await open('', { 'Goods/GetGoodsTypePage': { list: [home, banner] } });
  const row = await screen.findByRole('link', { name: /Home/ });
  expect(row.getAttribute('href')).toBe('#/pages/mall/type?id=gty_home');
  expect(row.textContent).toContain('8 items');
  expect(screen.queryByText('Banner')).toBeNull();
  expect(asked.find((one) => one.path === 'Goods/GetGoodsTypePage')?.input).toEqual({
    pid: '0',
    pageSize: 1000,
  });
});

test('behavior: a type shows what lies above and below it, and the goods of all of it', async () => {
  const { asked } = await open('?id=gty_home', {
    'Goods/GoodsTypeFirst': { ...home, above: [{ id: 'gty_all', name: 'Everything' }] },
  });
  expect(await screen.findByText('Reading lamp')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Home');
  expect(screen.getByRole('link', { name: 'Everything' }).getAttribute('href')).toBe(
    '#/pages/mall/type?id=gty_all',
  );
  expect(screen.getByRole('link', { name: 'Lights' }).getAttribute('href')).toBe(
    '#/pages/mall/type?id=gty_lights',
  );
  expect(asked.find((one) => one.path === 'Goods/GetGoodsPage')?.input).toMatchObject({ pid: 'gty_home' });
});

test('behavior: a type shows no type below it that an operator hid', async () => {
  const hidden = { ...lights, id: 'gty_hidden', name: 'Hidden', positions: 1 };
  await open('?id=gty_home', { 'Goods/GetGoodsTypePage': { list: [hidden, lights] } });
  expect(await screen.findByRole('link', { name: 'Lights' })).toBeTruthy();
  expect(screen.queryByText('Hidden')).toBeNull();
});

test('behavior: a type without goods leads to the others', async () => {
  await open('?id=gty_home', { 'Goods/GetGoodsPage': { list: [], total: 0 } });
  expect(await screen.findByText('Nothing in this category yet')).toBeTruthy();
});
