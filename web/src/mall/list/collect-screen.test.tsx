// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { testList } from '../../app/test-list.tsx';
import { type Answers, openScreen } from '../../app/test-screen.tsx';
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
