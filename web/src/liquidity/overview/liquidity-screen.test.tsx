// @vitest-environment happy-dom
import { formatPush } from '@openmere/core/kit/push.ts';
import { rewardSettled } from '@openmere/core/reward/contract.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { Refused, unanswered } from '../../app/test-screen.tsx';
import { receivePush } from '../../platform/live.ts';
import { useTransactionStore } from '../../platform/wallet/transaction-record.ts';
import { OWN, pool } from '../../swap/trade/test-trade.ts';
import {
  contracts,
  equity,
  facts,
  holdByKeys,
  noFacts,
  openLiquidity,
  readDesk,
  removal,
  rowText,
} from '../test-liquidity.ts';
import { recordsCsv } from './liquidity-records.tsx';

const path = '/pages/swap/linquidity/linquidity';

beforeEach(() => {
  localStorage.clear();
  useTransactionStore.setState({ records: [] });
});

test('refuses: a position that could not be read is a reason with another try, never a zero', async () => {
  let away = true;
  await openLiquidity(path, {
    wallet: 'none',
    answers: {
      'trade/Liquidity': () => {
        if (away) throw new Refused('request.unavailable', 'Busy right now');
        return facts;
      },
    },
  });
  expect(await screen.findByText('Busy right now')).toBeTruthy();
  expect(screen.queryByText(/^0/)).toBeNull();
  away = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Fees earned')).toBeTruthy();
});

test('refuses: a record that is not one’s own, or is gone with its block', async () => {
  await openLiquidity(`${path}?id=liq_9`, { wallet: 'none' });
  expect(await screen.findByText('Record not found')).toBeTruthy();
});

test('behavior: bones stand while it loads', async () => {
  await openLiquidity(path, { wallet: 'none', answers: { 'trade/Liquidity': () => unanswered } });
  expect((await screen.findAllByText('Loading')).length).toBeGreaterThan(0);
});

test('behavior: with nothing in the pool the first step is adding', async () => {
  await openLiquidity(path, { answers: { 'trade/Liquidity': noFacts } });
  expect(await screen.findByText('You have no liquidity yet')).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Add liquidity' });
  expect(link.getAttribute('href')).toBe('#/pages/swap/addLiquidity/addLiquidity');
  expect(screen.queryByText('What if the price moves?')).toBeNull();
});

test('behavior: what removing brought or lost stays in sight after everything was removed', async () => {
  await openLiquidity(path, { answers: { 'trade/Liquidity': { ...noFacts, realised: '-12.5' } } });
  expect(await screen.findByText('You have no liquidity yet')).toBeTruthy();
  expect(rowText('Realised so far')).toBe('−12.50 USDT');
});

test('behavior: without a bound wallet the first step is binding one', async () => {
  await openLiquidity(path, { answers: { 'trade/Liquidity': { ...noFacts, address: null } } });
  expect((await screen.findAllByRole('link', { name: 'Bind a wallet' })).length).toBeGreaterThan(0);
});

test('behavior: every figure of the position, and its meaning one tap away', async () => {
  await openLiquidity(path);
  expect(await screen.findByText('2,000.00 USDT', { selector: '[class*=spoken], span' })).toBeTruthy();
  expect(rowText('LP balance')).toContain('3,162.27 LP');
  expect(rowText('Share of the pool')).toContain('1%');
  expect(rowText('Paid in')).toContain('1,950.00 USDT');
  expect(rowText('Fees earned')).toContain('12.50 USDT');
  expect(rowText('OUSD received')).toContain('400.00 OUSD');
  expect(rowText('Net result')).toContain('+50.00 USDT');
  expect(screen.getByText('50.00 USDT (2.56%) more than you paid in')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'What is this: Fees earned' }));
  const sheet = within(await screen.findByRole('dialog'));
  expect(sheet.getByText(/pool’s trading fees/)).toBeTruthy();
});

test('behavior: the slider says what a moved price makes of it, against only holding', async () => {
  await openLiquidity(path);
  const slider = await screen.findByLabelText('Price of OPEN');
  fireEvent.change(slider, { target: { value: '20' } });
  expect(slider.getAttribute('aria-valuetext')).toBe('×2, 1 OPEN = 0.20 USDT');
  // 2,000 × √2; 950 + 10,500 × 0.2
  expect(rowText('Your liquidity then')).toBe('2,828.43 USDT');
  expect(rowText('Compared with holding')).toBe('−221.57 USDT (−7.26%)');
  fireEvent.change(slider, { target: { value: '0' } });
  // 2,000 × √½; 950 + 10,500 × 0.05
  expect(rowText('Your liquidity then')).toBe('1,414.21 USDT');
  expect(rowText('Compared with holding')).toBe('−60.79 USDT (−4.12%)');
});

test('behavior: at the cap it says in words what has to be spent before more is earned', async () => {
  const capped = {
    ...equity,
    balance: '12400',
    earned: '12500',
    spent: '100',
    room: '0',
    capped: true,
    again: '150',
  };
  await openLiquidity(path, { answers: { 'trade/Liquidity': { ...facts, equity: capped } } });
  expect(await screen.findByText('You have reached the cap')).toBeTruthy();
  expect(screen.getByText(/until more than 150.00 EQUITY has been used from now on/)).toBeTruthy();
});

test('behavior: says what will be earned at which settlement, if it stays', async () => {
  const due = [{ amount: '120', at: '2026-11-21T00:00:00.000Z' }];
  await openLiquidity(path, { answers: { 'trade/Liquidity': { ...facts, equity: { ...equity, due } } } });
  await screen.findByText('Earned if it stays');
  expect(rowText('Earned if it stays')).toBe('120.00 EQUITY');
  expect(rowText('Counts towards EQUITY')).toBe('1,950.00 USDT');
});

test('behavior: the fees of a day are money of that day, never a rate for a year', async () => {
  await openLiquidity(path);
  await screen.findByText('The pool');
  // 1,000 × 0.3 %
  expect(rowText('Fees of the last 24 hours')).toBe('3.00 USDT');
  cleanup();
  await openLiquidity(path, { answers: { 'trade/Pool': { ...pool, change24h: null } } });
  await screen.findByText('The pool');
  expect(rowText('Fees of the last 24 hours')).toBe('not enough data');
});

test('behavior: each held part names its day; what has waited is released to its owner', async () => {
  const holds = [
    { id: 1, amount: '60', releaseat: '2020-01-01T00:00:00.000Z' },
    { id: 4, amount: '40', releaseat: '2999-01-01T00:00:00.000Z' },
  ];
  const { sent } = await openLiquidity(path, {
    answers: { 'trade/Liquidity': { ...facts, holds, heldtotal: '100' } },
  });
  expect(await screen.findByText('100.00 OUSD held')).toBeTruthy();
  expect(screen.getByText(/^free since .*2020/)).toBeTruthy();
  expect(screen.getByText(/^until .*2999|^until .*2998/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Re-add' }).getAttribute('href')).toContain('mode=readd');
  fireEvent.click(screen.getByRole('button', { name: 'Release to my wallet' }));
  const sheet = within(await screen.findByRole('dialog'));
  await holdByKeys(sheet, /Hold: Release 60.00 OUSD/);
  await waitFor(() => expect(sent.length).toBe(1));
  expect(readDesk(sent)[0]).toMatchObject({ to: contracts.liquidityDesk, name: 'release' });
  expect(String(readDesk(sent)[0]?.args[0]).toLowerCase()).toBe(OWN);
  expect(readDesk(sent)[0]?.args[1]).toEqual([1n]);
});

test('behavior: on a chain that was moved ahead, what has waited there can be released', async () => {
  const dayMs = 86_400_000;
  const holds = [
    { id: 1, amount: '60', releaseat: new Date(Date.now() + 30 * dayMs).toISOString() },
    { id: 4, amount: '40', releaseat: new Date(Date.now() + 32 * dayMs).toISOString() },
  ];
  await openLiquidity(path, {
    answers: {
      'trade/Liquidity': { ...facts, holds, heldtotal: '100' },
      'Ctrls/gettime': () => ({ time: Date.now(), zone: 'UTC', business: Date.now() + 31 * dayMs }),
    },
  });
  expect(await screen.findByRole('button', { name: 'Release to my wallet' })).toBeTruthy();
  expect(screen.getAllByText(/^until /)).toHaveLength(1);
});

test('behavior: what was due is no more due once the day is settled, on the page that stands open', async () => {
  let due = [{ amount: '120', at: '2026-11-21T00:00:00.000Z' }];
  await openLiquidity(path, {
    answers: { 'trade/Liquidity': () => ({ ...facts, equity: { ...equity, due } }) },
  });
  await screen.findByText('Earned if it stays');
  due = [];
  act(() => receivePush({}, formatPush(rewardSettled, { pool: 'yield', period: 20_777 })));
  await waitFor(() => expect(screen.queryByText('Earned if it stays')).toBeNull());
});

test('behavior: records are asked for by kind, and a row opens its record', async () => {
  const { asked } = await openLiquidity(path, { answers: { 'trade/LiquidityRecords': { list: [removal] } } });
  fireEvent.click(await screen.findByRole('button', { name: /^Removed.*1,000.00 USDT/ }));
  expect(await screen.findByText('1,581.135 LP')).toBeTruthy();
  expect(screen.getByText(/^until .*Dec/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open in the block explorer' }).getAttribute('href')).toBe(
    `https://explorer.test/tx/${removal.hash}`,
  );
  expect(asked.some((one) => (one.input as { id?: string }).id === 'liq_1')).toBe(true);
  const help = screen.getByRole('link', { name: 'Get help with this' });
  expect(help.getAttribute('href')).toContain('about=liquidity:liq_1');
});

test('behavior: a filter asks the server for one kind', async () => {
  const { asked } = await openLiquidity(path, { answers: { 'trade/LiquidityRecords': { list: [removal] } } });
  fireEvent.click(await screen.findByRole('button', { name: 'Redeemed' }));
  await waitFor(() =>
    expect(asked.some((one) => (one.input as { type?: string }).type === 'redeem')).toBe(true),
  );
});

test('behavior: the statement holds every column, and nothing that a spreadsheet would run', () => {
  const heads = Array.from({ length: 14 }, (_, at) => `h${at}`);
  const [, line] = recordsCsv([removal], heads).split('\r\n');
  expect(line).toBe(
    `2026-11-20T12:00:00.000Z,remove,1000,500,5000,1581.135,1000,400,100,2026-12-20T12:00:00.000Z,0,${removal.hash},98,final`,
  );
});
