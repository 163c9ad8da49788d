import { expect, test } from 'vitest';
import { cartLine } from '../test-mall.ts';
import { byShop, canChoose, canOrder, lineTotal, sumPerCoin } from './cart-sum.ts';

const usdo = {
  ...cartLine,
  id: 'crt_2',
  coinid: 'USDO',
  price: '0.000000000000000001',
  obl: '0',
  quantity: 999,
};

test('behavior: sums are exact to the last unit, each coin for itself', () => {
  expect(sumPerCoin([cartLine, { ...cartLine, price: '0.1', obl: '0.05', quantity: 3 }, usdo])).toEqual([
    { coinid: 'USDT', amount: '25.3', obl: '4.15' },
    { coinid: 'USDO', amount: '0.000000000000000999', obl: '0' },
  ]);
  expect(lineTotal(cartLine)).toBe('25');
  expect(sumPerCoin([])).toEqual([]);
});

test('behavior: lines stand under their shop, in the order in which shops come', () => {
  const other = { ...cartLine, id: 'crt_3', shop: { id: 'shp_two', name: 'Two' } };
  const shops = byShop([other, cartLine, { ...other, id: 'crt_4' }]);
  expect(shops.map(({ id, lines }) => [id, lines.map((line) => line.id)])).toEqual([
    ['shp_two', ['crt_3', 'crt_4']],
    ['shp_one', ['crt_1']],
  ]);
});

test.each([
  ['ok', true, true],
  ['lessstock', true, false],
  ['soldout', false, false],
  ['closed', false, false],
  ['gone', false, false],
] as const)('behavior: a line that is %s can be chosen: %s, and ordered: %s', (state, choose, order) => {
  expect([canChoose({ ...cartLine, state }), canOrder({ ...cartLine, state })]).toEqual([choose, order]);
});
