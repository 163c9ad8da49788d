// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { isOpenPath } from '../app/routes.ts';
import { openScreen, Refused, unanswered } from '../app/test-screen.tsx';
import { pools } from './test-rewards.ts';

const path = '/pages/award/pools/pools';

test('refuses: to show a pool that could not be read', async () => {
  await openScreen(
    path,
    {
      'Reward/Pools': () => {
        throw new Refused('request.unavailable', 'Busy right now');
      },
    },
    { visitor: true },
  );
  expect(await screen.findByText('Busy right now')).toBeTruthy();
  expect(screen.queryByText(/0\.00/)).toBeNull();
});

test('behavior: bones while loading', async () => {
  await openScreen(path, { 'Reward/Pools': () => unanswered });
  expect(screen.getByText('Loading')).toBeTruthy();
});

test('behavior: everybody sees what fills a pool, what it holds and paid, how long it lasts, and when it pays', async () => {
  expect(isOpenPath(path)).toBe(true);
  await openScreen(path, { 'Reward/Pools': { list: pools } }, { visitor: true });
  expect(await screen.findByText('Referral pool')).toBeTruthy();
  expect(screen.getByText('Also 7.00 OPEN')).toBeTruthy();
  expect(screen.getByText('12.00 USDT in the last 30 days')).toBeTruthy();
  expect(screen.getByText('150 days')).toBeTruthy();
  expect(screen.getByText('Community fee of trades')).toBeTruthy();
  expect(screen.getByText('Market-value pool')).toBeTruthy();
  expect(screen.getByText('Nothing has come in yet.')).toBeTruthy();
  expect(screen.getByText('When two operators decide')).toBeTruthy();
});
