// @vitest-environment happy-dom
import { parseAmount } from '@openmere/core/money/amount.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { refuseChain } from '../../app/test-screen.tsx';
import { useTransactionStore } from '../../platform/wallet/transaction-record.ts';
import { useWalletStore } from '../../platform/wallet/wallet-store.ts';
import { field, holdByKeys, openTrade, review, type } from './test-trade-screen.tsx';
import { newChain, nodeOf, readSent } from './test-trade.ts';
import { changeTradeSettings } from './use-trade-settings.ts';

// What changes between typing and signing.

// What comes when it is needed is fetched before the clock of the first test runs.
beforeAll(async () => {
  await Promise.all([
    import('./trade-screen.tsx'),
    import('./trade-data.ts'),
    import('../../platform/wallet/send-transaction.ts'),
  ]);
}, 60_000);
beforeEach(() => {
  localStorage.clear();
  changeTradeSettings({ slippageBps: 50, deadlineMinutes: 20, expert: false, flipped: false });
  useTransactionStore.setState({ records: [] });
});
afterEach(() => void vi.useRealTimers());

test('refuses: to speak of exactly this amount where all is allowed', async () => {
  await openTrade();
  type('You pay', '100');
  const sheet = await review(/^Buy/);
  expect(sheet.getByText(/first to allow exactly this amount/)).toBeTruthy();
  fireEvent.click(sheet.getByLabelText(/Unlimited/));
  expect(sheet.queryByText(/exactly this amount/)).toBeNull();
});

test('refuses: to sign by another account that the wallet has chosen while the review was open', async () => {
  const { sent } = await openTrade();
  fireEvent.click(screen.getByLabelText('Sell'));
  type('You pay', '100');
  const sheet = await review(/^Sell/);
  useWalletStore.setState({ address: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8' });
  await holdByKeys(sheet, /Hold: Sell/);
  expect(
    await screen.findByText(/A different wallet is connected\. Choose 0xf39fd6e5…ffb92266/),
  ).toBeTruthy();
  expect(sent).toEqual([]);
  expect(field('You pay').value).toBe('100');
});

test('refuses: to call figures just read while the chain cannot be read', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await openTrade();
  type('You pay', '100');
  const sheet = await review(/^Buy/);
  refuseChain();
  vi.advanceTimersByTime(15_000);
  expect(await sheet.findByText('We cannot read the chain')).toBeTruthy();
  expect(sheet.queryByText(/Just read/)).toBeNull();
  expect(sheet.queryByRole('button', { name: /Hold: Buy/ })).toBeNull();
});

test('behavior: an open review reads the chain again where no push comes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { chain } = await openTrade();
  type('You pay', '100');
  const sheet = await review(/^Buy/);
  chain.reserveUsdt *= 2n;
  vi.advanceTimersByTime(15_000);
  expect(await sheet.findByText(/has moved since you opened this review/)).toBeTruthy();
});

test('behavior: what is typed while the wallet is asked stays, on the side where it was typed', async () => {
  const chain = { ...newChain(), allowance: parseAmount('100') ?? 0n };
  const { sent } = await openTrade({ chain });
  let count: () => void = () => undefined;
  const node = nodeOf(chain);
  const stage = fetch;
  const held = new Promise<void>((resolve) => (count = resolve));
  vi.stubGlobal('fetch', async (address: string, init: { body: string }) => {
    const { method, params = [] } = JSON.parse(init.body) as { method?: string; params?: unknown[] };
    if (method !== 'eth_estimateGas') return stage(address, init);
    await held;
    return Response.json({ result: node(method, params) });
  });
  type('You pay', '100');
  await holdByKeys(await review(/^Buy/), /Hold: Buy/);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(screen.getByLabelText('Sell'));
  type('You pay', '250');
  count();
  await waitFor(() => expect(readSent(sent).map(({ name }) => name)).toEqual(['buy']));
  await screen.findByRole('heading', { name: /^Bought / });
  expect(screen.getByLabelText<HTMLInputElement>('Sell').checked).toBe(true);
  expect(field('You pay').value).toBe('250');
});
