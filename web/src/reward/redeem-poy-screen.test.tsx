// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { openScreen, Refused, unanswered } from '../app/test-screen.tsx';
import type { Answers } from '../app/test-screen.tsx';
import { keepDraft, readDraft } from '../platform/drafts.ts';

const path = '/pages/award/poy/poy';
const balance: Answers = {
  'Users/Balance': { list: [{ coinid: 'POY', balance: '5.5', lockbalance: '0', available: '5.5' }] },
};

beforeEach(() => localStorage.clear());
const amount = () => screen.findByLabelText<HTMLInputElement>('POY to redeem');

test('refuses: nothing, and more than there is', async () => {
  await openScreen(path, balance);
  expect(await screen.findByRole('button', { name: 'Enter an amount' })).toBeTruthy();
  fireEvent.change(await amount(), { target: { value: '5.500000000000000001' } });
  expect((await screen.findAllByText('You have 5.50 POY. Enter less.')).length).toBeGreaterThan(0);
});

test('refuses: what the server refuses stands over the button', async () => {
  await openScreen(path, {
    ...balance,
    'Wallet/RedeemPoy': () => {
      throw new Refused('ledger.insufficient', 'Not enough POY');
    },
  });
  fireEvent.change(await amount(), { target: { value: '2' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Redeem 2.00 POY' }));
  expect(await screen.findByText('Not enough POY')).toBeTruthy();
});

test('behavior: bones while loading', async () => {
  await openScreen(path, { 'Users/Balance': () => unanswered });
  expect(screen.getByText('Loading')).toBeTruthy();
});

test('behavior: all of it, one USDT for each, and what came', async () => {
  const { asked } = await openScreen(path, {
    ...balance,
    'Wallet/RedeemPoy': { id: 'poy_1', time: '2026-03-02T00:00:00.000Z', amount: '5.5', received: '5.5' },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'All' }));
  expect(screen.getByText('5.50 USDT')).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: 'Redeem 5.50 POY' }));
  expect(await screen.findByText('Redeemed')).toBeTruthy();
  expect(asked.find((one) => one.path === 'Wallet/RedeemPoy')?.input).toMatchObject({ amount: '5.5' });
});

test('behavior: a redemption whose answer was lost is the same request after a reload; another amount is another', async () => {
  const lost: Answers = {
    ...balance,
    'Wallet/RedeemPoy': () => {
      throw new TypeError('the connection was lost');
    },
  };
  const idOf = async (typed?: string) => {
    const { asked } = await openScreen(path, lost);
    if (typed !== undefined) fireEvent.change(await amount(), { target: { value: typed } });
    fireEvent.click(await screen.findByRole('button', { name: /^Redeem \d/ }));
    await screen.findByText(/Failed to connect/);
    return asked.find((one) => one.path === 'Wallet/RedeemPoy')?.input['requestId'];
  };
  const first = await idOf('2');
  expect(first).toBeTruthy();
  expect(await idOf()).toBe(first);
  expect(Number(readDraft('redeemPoy')['requestedAt'])).toBeGreaterThan(Date.now() - 60_000);
  expect(await idOf('3')).not.toBe(first);
});

test('behavior: all of it, whose answer was lost, is asked for again although nothing is left', async () => {
  const requestId = crypto.randomUUID();
  keepDraft('redeemPoy', { amount: '5.5', requestId, requestedAt: String(Date.now()) });
  const { asked } = await openScreen(path, {
    'Users/Balance': { list: [{ coinid: 'POY', balance: '0', lockbalance: '0', available: '0' }] },
    'Wallet/RedeemPoy': { id: 'poy_1', time: '2026-03-02T00:00:00.000Z', amount: '5.5', received: '5.5' },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Redeem 5.50 POY' }));
  expect(await screen.findByText('Redeemed')).toBeTruthy();
  expect(asked.find((one) => one.path === 'Wallet/RedeemPoy')?.input).toMatchObject({ requestId });
});
