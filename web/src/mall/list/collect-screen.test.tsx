// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { testList } from '../../app/test-list.tsx';
import { openScreen, Refused } from '../../app/test-screen.tsx';
import type { Answers } from '../../app/test-screen.tsx';
import { currentToasts, dismissToast } from '../../ui/toast-store.ts';
import { done, lamp } from '../test-mall.ts';

const path = '/pages/mall/collect';
const row = { ...lamp, collected: '2026-03-01T10:00:00.000Z', state: 'forsale' as const };
const answers: Answers = { 'Goods/GetShopCar': { list: [] } };

testList({
  path,
  call: 'Goods/getMyGoodsCollect',
  row,
  shown: 'Reading lamp',
  empty: 'Nothing saved yet',
  answers,
});

test('behavior: what is no longer for sale stays, and says so', async () => {
  await openScreen(path, {
    ...answers,
    'Goods/getMyGoodsCollect': { list: [{ ...row, state: 'withdrawn' }] },
  });
  expect(await screen.findByText('No longer for sale')).toBeTruthy();
});

test('behavior: removed with one press, and put back with another', async () => {
  let kept = true;
  const { asked } = await openScreen(path, {
    ...answers,
    'Goods/getMyGoodsCollect': () => ({ list: kept ? [row] : [] }),
    'Goods/CollectGoods_Del': () => {
      kept = false;
      return done;
    },
    'Goods/CollectGoods': () => {
      kept = true;
      return done;
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Remove Reading lamp' }));
  expect(await screen.findByText('Nothing saved yet')).toBeTruthy();
  const toast = currentToasts().at(-1);
  expect(toast?.text).toBe('Removed from saved goods');
  toast?.action?.onPress();
  expect(await screen.findByText('Reading lamp')).toBeTruthy();
  await waitFor(() => expect(asked.map((one) => one.path)).toContain('Goods/CollectGoods'));
  for (const { id } of currentToasts()) dismissToast(id);
});

const rows = ['1', '2', '3'].map((n) => ({ ...row, id: `gds_${n}`, name: `Lamp ${n}` }));

async function select(given: Answers, ...names: string[]) {
  const opened = await openScreen(path, { ...answers, ...given });
  fireEvent.click(await screen.findByRole('button', { name: 'Select' }));
  for (const name of names) fireEvent.click(screen.getByRole('checkbox', { name: new RegExp(name) }));
  return opened;
}

test('behavior: several are removed with one call, and put back in their order with one press', async () => {
  let left = rows;
  const { asked } = await select(
    {
      'Goods/getMyGoodsCollect': () => ({ list: left }),
      'Goods/CollectGoods_Del': ({ goodsids }) => {
        left = left.filter(({ id }) => !goodsids.includes(id));
        return done;
      },
      'Goods/CollectGoods': () => done,
    },
    'Lamp 1',
    'Lamp 3',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Remove 2 items' }));
  await waitFor(() => expect(screen.queryByText('Lamp 1')).toBeNull());
  expect(screen.getByText('Lamp 2')).toBeTruthy();
  const removed = asked.filter((one) => one.path === 'Goods/CollectGoods_Del');
  expect(removed.map(({ input }) => input)).toEqual([{ goodsids: ['gds_1', 'gds_3'] }]);
  const toast = currentToasts().at(-1);
  expect(toast?.text).toBe('2 items removed from saved goods');
  toast?.action?.onPress();
  const kept = () => asked.filter((one) => one.path === 'Goods/CollectGoods').map(({ input }) => input);
  await waitFor(() => expect(kept()).toEqual([{ goodsid: 'gds_3' }, { goodsid: 'gds_1' }]));
  for (const { id } of currentToasts()) dismissToast(id);
});

test('behavior: all go into the cart but what is sold out; what needs a variant stays selected and says so', async () => {
  const { asked } = await select({
    'Goods/getMyGoodsCollect': { list: rows.map((one, at) => (at === 2 ? { ...one, stock: 0 } : one)) },
    'Goods/ShopCar_Add': ({ goodsid }) => {
      if (goodsid === 'gds_2') throw new Refused('mall.nosku', 'Choose a variant first.');
      return undefined;
    },
  });
  fireEvent.click(screen.getByRole('checkbox', { name: 'Choose all' }));
  fireEvent.click(screen.getByRole('button', { name: 'Add 2 items to cart' }));
  expect(await screen.findByText('One item has variants. Open it to choose one.')).toBeTruthy();
  expect(currentToasts().at(-1)?.text).toBe('1 item added to your cart');
  expect(asked.filter((one) => one.path === 'Goods/ShopCar_Add').map(({ input }) => input)).toEqual([
    { goodsid: 'gds_1', quantity: 1 },
    { goodsid: 'gds_2', quantity: 1 },
  ]);
  await waitFor(() => expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(1));
  const checked = screen.getAllByRole('checkbox', { checked: true });
  expect(checked.map((box) => box.closest('label')?.textContent)).toEqual([
    expect.stringContaining('Lamp 2'),
  ]);
  for (const { id } of currentToasts()) dismissToast(id);
});

test('refuses: nothing is done while nothing is selected', async () => {
  const { asked } = await select({ 'Goods/getMyGoodsCollect': { list: rows } });
  fireEvent.click(screen.getByRole('button', { name: 'Select goods first' }));
  expect(screen.queryByRole('button', { name: /Remove \d/ })).toBeNull();
  expect(asked.some((one) => one.path === 'Goods/CollectGoods_Del')).toBe(false);
});
