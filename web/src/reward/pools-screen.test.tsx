// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { isOpenPath } from '../app/routes.ts';
import { config, openScreen, Refused, unanswered } from '../app/test-screen.tsx';
import { activatedMember } from '../member/test-member.ts';
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
  expect(screen.getByText('50.00 USDT · 50.00 OPEN')).toBeTruthy();
  expect(screen.getByText('12.00 USDT · 12.00 OPEN in the last 30 days')).toBeTruthy();
  expect(screen.getByText('150 days')).toBeTruthy();
  expect(screen.getByText('Community fee of trades')).toBeTruthy();
  expect(screen.getByText('Market-value pool')).toBeTruthy();
  expect(screen.getAllByText('Last settled')).toHaveLength(1);
  for (const line of [
    '6.00 USDT + 2.00 OPEN to members',
    '1.50 USDT to the weekly pools',
    '1.00 OPEN to the market-value pool',
  ])
    expect(screen.getByText(line)).toBeTruthy();
  expect(screen.getByText('Nothing has come in yet.')).toBeTruthy();
  expect(screen.getByText('When two operators decide')).toBeTruthy();
});

test('behavior: where the country has no referral rewards the page says so; a visitor has no country', async () => {
  const answers = {
    'Reward/Pools': { list: pools },
    'Users/Info': { ...activatedMember, country: 'SG' },
    'Ctrls/GetConfig': { list: [...config, { idx: 'reward.referralOffCountries', val: 'SG' }] },
  };
  await openScreen(path, answers);
  expect(await screen.findByText('No referral rewards in your country')).toBeTruthy();
  await openScreen(path, answers, { visitor: true });
  expect(await screen.findByText('Referral pool')).toBeTruthy();
  expect(screen.queryByText('No referral rewards in your country')).toBeNull();
});

test('behavior: the most that a day of yield takes is what the operators have set', async () => {
  const list = [...config, { idx: 'reward.yieldPoolBps', val: '150' }];
  const yields = pools.map((pool) => ({ ...pool, pool: 'yield' as const })).slice(0, 1);
  await openScreen(
    path,
    { 'Reward/Pools': { list: yields }, 'Ctrls/GetConfig': { list } },
    { visitor: true },
  );
  expect(
    await screen.findByText(
      /^For active hash power: at most 1.5% of the pool each day\. What comes in other coins/,
    ),
  ).toBeTruthy();
});

test('behavior: from which level on members lead is what the operators have set', async () => {
  const leaders = pools.map((pool) => ({ ...pool, pool: 'leadership' as const })).slice(0, 1);
  const answers = { 'Reward/Pools': { list: leaders } };
  await openScreen(path, answers, { visitor: true });
  expect(await screen.findByText(/^For V4 and above/)).toBeTruthy();
  const list = [...config, { idx: 'reward.leadershipLevel', val: '2' }];
  await openScreen(path, { ...answers, 'Ctrls/GetConfig': { list } }, { visitor: true });
  expect(await screen.findByText(/^For V2 and above/)).toBeTruthy();
});
