// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { isOpenPath } from '../app/routes.ts';
import { openScreen, Refused, unanswered } from '../app/test-screen.tsx';

const path = '/pages/activity/pool/pool';
const empty: OutputOf<'Activity/Pool'> = {
  sums: [{ coinid: 'USDT', balance: '0', funded: '0', paid: '0' }],
  sources: [],
  spent: '0',
  burned: '0',
  count: 0,
  list: [],
};
const time = '2026-03-02T08:00:00.000Z';
const done: OutputOf<'Activity/Pool'>['list'][number] = {
  id: 'bbk_one',
  time,
  state: 'done',
  ended: time,
  usdt: '500',
  highestprice: '0.051',
  open: '9920.5',
  price: '0.0504',
  hash: `0x${'ab'.repeat(32)}`,
};

test('refuses: to show a pool that could not be read', async () => {
  await openScreen(
    path,
    {
      'Activity/Pool': () => {
        throw new Refused('request.unavailable', 'Busy right now');
      },
    },
    { visitor: true },
  );
  expect(await screen.findByText('Busy right now')).toBeTruthy();
});

test('behavior: bones while loading', async () => {
  await openScreen(path, { 'Activity/Pool': () => unanswered });
  expect(screen.getByText('Loading')).toBeTruthy();
});

test('behavior: an empty pool says so, without promising anything', async () => {
  expect(isOpenPath(path)).toBe(true);
  await openScreen(path, { 'Activity/Pool': empty }, { visitor: true });
  expect(await screen.findByText('Nothing has been bought back yet')).toBeTruthy();
  expect(screen.getByText(/promise nothing about the price/)).toBeTruthy();
});

test('behavior: what it holds, what filled it, and each buy-back with price and transaction', async () => {
  await openScreen(path, {
    'Activity/Pool': {
      ...empty,
      sums: [
        { coinid: 'USDT', balance: '4500', funded: '5000', paid: '500' },
        { coinid: 'OPEN', balance: '70', funded: '70', paid: '0' },
      ],
      sources: [
        {
          kind: 'node-sale',
          description: 'Sale of community nodes',
          coinid: 'USDT',
          amount: '5000',
          last: time,
        },
      ],
      spent: '500',
      burned: '9920.5',
      count: 1,
      list: [{ ...done, id: 'bbk_two', state: 'expired', open: null, price: null, hash: null }, done],
    },
  });
  expect(await screen.findByText('Also 70.00 OPEN')).toBeTruthy();
  expect(screen.getByText('Sale of community nodes')).toBeTruthy();
  expect(screen.getAllByText('9,920.50 OPEN')).toHaveLength(2);
  expect(screen.getByText('Not carried out')).toBeTruthy();
  expect(screen.getByText(/whole amount is back in the pool/)).toBeTruthy();
  expect(screen.getByText(`0x${'ab'.repeat(32)}`)).toBeTruthy();
});
