// @vitest-environment happy-dom
import { formatPush } from '@openmere/core/kit/push.ts';
import { parseAmount } from '@openmere/core/money/amount.ts';
import { marketMoved, poolFacts } from '@openmere/core/swap/contract.ts';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { refuseChain } from '../../app/test-screen.tsx';
import { receivePush } from '../../platform/live.ts';
import { readStored } from '../../platform/storage.ts';
import { useTransactionStore } from '../../platform/wallet/transaction-record.ts';
import { useWalletStore } from '../../platform/wallet/wallet-store.ts';
import { currentToasts } from '../../ui/toast-store.ts';
import { swapPushes } from '../pushes.ts';
import { field, holdByKeys, openTrade, review, TRADE_PATH, type } from './test-trade-screen.tsx';
import { newChain, nodeOf, pool, readSent } from './test-trade.ts';
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

test('refuses: to say that the pool does not hold zero, which is how a small amount begins', async () => {
  await openTrade();
  for (const text of ['0', '0.', '0.0']) {
    type('You receive', text);
    expect(screen.queryByText('The pool does not hold that much. Enter less.')).toBeNull();
    expect(field('You receive').value).toBe(text);
  }
  type('You receive', '0.05');
  expect(await screen.findByRole('button', { name: 'Buy 0.05 OPEN' })).toBeTruthy();
});

test('refuses: to turn to the side of the link again for who has chosen the other one and comes back', async () => {
  const place = `${TRADE_PATH}?side=sell`;
  await openTrade({}, place);
  fireEvent.click(screen.getByLabelText('Buy'));
  type('You pay', '100');
  await openTrade({}, location.hash.slice(1));
  expect(screen.getByLabelText<HTMLInputElement>('Buy').checked).toBe(true);
  expect(field('You pay').value).toBe('100');
});

test('refuses: to tell who left the screen nothing of why it was not sent', async () => {
  const { chain } = await openTrade();
  chain.mined = false;
  type('You pay', '100');
  await holdByKeys(await review(/^Buy/), /Hold: Buy/);
  await waitFor(() => expect(useTransactionStore.getState().records[0]?.state).toBe('approving'));
  cleanup();
  chain.bnb = 1n;
  chain.mined = true;
  const told = () => currentToasts().map(({ text }) => text);
  await waitFor(() => expect(told()).toEqual([expect.stringMatching(/^Not enough BNB for the network fee/)]));
});

test('refuses: to offer once more what was sent after the screen was left', async () => {
  const { chain, sent } = await openTrade();
  chain.mined = false;
  type('You pay', '100');
  await holdByKeys(await review(/^Buy/), /Hold: Buy/);
  await waitFor(() => expect(useTransactionStore.getState().records[0]?.state).toBe('approving'));
  cleanup();
  chain.mined = true;
  await waitFor(() => expect(sent.length).toBe(2));
  await waitFor(() => expect(useTransactionStore.getState().records[0]?.sentAt).toBeDefined());
  await openTrade();
  expect(field('You pay').value).toBe('');
});

test.each(['.5', '0,5', '０．５', '0.5%', ' 0.5 '])(
  'behavior: a tolerance of one’s own is half a percent as “%s”, too',
  async (text) => {
    await openTrade();
    changeTradeSettings({ slippageBps: 100 });
    fireEvent.click(screen.getByRole('button', { name: 'Trade settings' }));
    fireEvent.change(await screen.findByLabelText('Your own, in percent'), { target: { value: text } });
    expect(await screen.findByRole('button', { name: '0.5%', pressed: true })).toBeTruthy();
  },
);

test.each(['30 bps', '5‰', '1e1'])(
  'refuses: to take “%s” for a tolerance in percent, or hours for minutes',
  async (text) => {
    await openTrade();
    changeTradeSettings({ slippageBps: 100, deadlineMinutes: 20 });
    fireEvent.click(screen.getByRole('button', { name: 'Trade settings' }));
    fireEvent.change(await screen.findByLabelText('Your own, in percent'), { target: { value: text } });
    expect(screen.getByText(/^From 0\.\d+% to/)).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Deadline'), { target: { value: '2 h' } });
    const kept = JSON.parse(readStored('setting.trade') ?? '{}') as object;
    expect(kept).toMatchObject({ slippageBps: 100, deadlineMinutes: 20 });
  },
);

test('behavior: a push in the middle of typing moves the figures, not what is typed', async () => {
  await openTrade();
  type('You pay', '12.');
  const before = field('You receive').value;
  const moved = poolFacts.parse({ ...pool, block: pool.block + 1, reserveopen: '2000000' });
  act(() => receivePush(swapPushes, formatPush(marketMoved, { pool: moved })));
  await waitFor(() => expect(field('You receive').value).not.toBe(before));
  expect(field('You pay').value).toBe('12.');
  type('You pay', '12.5');
  expect(field('You pay').value).toBe('12.5');
});

test('behavior: what the typed amount comes to is read out once one rests, and not again when the pool moves', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  await openTrade();
  const said = () => screen.getAllByRole('status').map((place) => place.textContent ?? '');
  type('You pay', '1');
  type('You pay', '100');
  expect(said()).toEqual(['']);
  await act(() => vi.advanceTimersByTimeAsync(1_300));
  const [words = ''] = said();
  expect(words).toMatch(/^You receive at least: 98\d\.\d+ OPEN$/);
  const moved = poolFacts.parse({ ...pool, block: pool.block + 1, reserveopen: '2000000' });
  act(() => receivePush(swapPushes, formatPush(marketMoved, { pool: moved })));
  await waitFor(() => expect(field('You receive').value).toMatch(/^19/));
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(said()).toEqual([words]);
  type('You pay', '');
  await act(() => vi.advanceTimersByTimeAsync(1_300));
  expect(said()).toEqual(['']);
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
