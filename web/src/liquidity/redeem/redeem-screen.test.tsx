// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { unanswered } from '../../app/test-screen.tsx';
import { useTransactionStore } from '../../platform/wallet/transaction-record.ts';
import { member } from '../../swap/trade/test-trade.ts';
import { contracts, holdByKeys, openLiquidity, readDesk, removal } from '../test-liquidity.ts';

const path = '/pages/swap/redeem/redeem';
const coin = 10n ** 18n;

beforeEach(() => {
  localStorage.clear();
  useTransactionStore.setState({ records: [] });
});

const amount = () => screen.findByLabelText<HTMLInputElement>('OUSD to redeem');

test('refuses: without a bound wallet, with the way to one', async () => {
  await openLiquidity(path, { wallet: 'found', answers: { 'Users/Info': { ...member, useraddress: null } } });
  expect((await screen.findAllByRole('link', { name: 'Bind a wallet' })).length).toBe(1);
  expect(screen.getByRole('button', { name: 'Bind a wallet first' })).toBeTruthy();
});

test('refuses: nothing, and more than the wallet holds', async () => {
  await openLiquidity(path);
  expect(await screen.findByRole('button', { name: 'Enter an amount' })).toBeTruthy();
  fireEvent.change(await amount(), { target: { value: '40.000000000000000001' } });
  expect((await screen.findAllByText('Your wallet holds 40.00 OUSD. Enter less.')).length).toBe(2);
});

test('refuses: to call a balance zero that could not be read; leaving works all the same', async () => {
  await openLiquidity(path, {
    answers: { 'Ctrls/GetConfig': { list: [{ idx: 'chain.contracts', val: '{"usdt":1}' }] } },
  });
  expect(await screen.findByText(/We cannot read your wallet’s OUSD balance right now/)).toBeTruthy();
  expect(screen.queryByText(/^0/)).toBeNull();
  expect(await amount()).toBeTruthy();
});

test('behavior: bones stand while it loads', async () => {
  await openLiquidity(path, { wallet: 'none', answers: { 'Ctrls/GetConfig': () => unanswered } });
  expect((await screen.findAllByText('Loading')).length).toBeGreaterThan(0);
});

test('behavior: without redemptions the records say what will stand there', async () => {
  await openLiquidity(path);
  expect(await screen.findByText('No records yet')).toBeTruthy();
});

test('behavior: all of it, one USDT for each, without an authorization', async () => {
  const redeemed = { ...removal, type: 'redeem', amount: '5', ousd: '5', lp: '0', lpvalue: '0' } as const;
  const { sent, asked } = await openLiquidity(path, {
    answers: { 'trade/LiquidityRecords': { list: [redeemed] } },
  });
  expect(await screen.findByRole('button', { name: /^Redeemed.*5.00 OUSD/ })).toBeTruthy();
  expect(asked.some((one) => (one.input as { type?: string }).type === 'redeem')).toBe(true);
  fireEvent.click(await screen.findByRole('button', { name: 'Max' }));
  expect((await amount()).value).toBe('40');
  expect(await screen.findByText('40.00 USDT')).toBeTruthy();
  await holdByKeys(screen, /^Hold: Redeem 40.00 OUSD/);
  await waitFor(() => expect(sent.length).toBe(1));
  expect(readDesk(sent)).toEqual([{ to: contracts.ousd, name: 'redeem', args: [40n * coin] }]);
});

test('behavior: Enter in the amount presses the button of the page', async () => {
  await openLiquidity(path);
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Enter an amount' });
  expect(button.type).toBe('submit');
  expect(button.form).toBe((await amount()).form);
});
