// @vitest-environment happy-dom
import { erc20Abi } from '@openmere/core/chain/abi/erc20.ts';
import { formatPush } from '@openmere/core/kit/push.ts';
import { marketMoved } from '@openmere/core/swap/contract.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { encodeEventTopics, toHex } from 'viem';
import { beforeEach, expect, test, vi } from 'vitest';
import { Refused, unanswered } from '../../app/test-screen.tsx';
import { exactTime } from '../../platform/exact-time.ts';
import { receivePush } from '../../platform/live.ts';
import { readStored } from '../../platform/storage.ts';
import { useTransactionStore } from '../../platform/wallet/transaction-record.ts';
import { bannerOf } from '../../setting/test-banner.ts';
import { member, OWN, pool } from '../../swap/trade/test-trade.ts';
import { changeTradeSettings } from '../../swap/trade/use-trade-settings.ts';
import { equityFor } from '../equity-preview.tsx';
import {
  config,
  contracts,
  equity,
  facts,
  holdByKeys,
  newDeskChain,
  openLiquidity,
  readDesk,
  review,
  rowText,
} from '../test-liquidity.ts';

const path = '/pages/swap/addLiquidity/addLiquidity';
const coin = 10n ** 18n;

beforeEach(() => {
  localStorage.clear();
  changeTradeSettings({ slippageBps: 50, deadlineMinutes: 20 });
  useTransactionStore.setState({ records: [] });
});

const field = async (label: string) => screen.findByLabelText<HTMLInputElement>(label);
async function type(label: string, text: string): Promise<void> {
  fireEvent.change(await field(label), { target: { value: text } });
}

test('refuses: what could not be read says why and is tried again', async () => {
  let away = true;
  await openLiquidity(path, {
    wallet: 'none',
    answers: {
      'trade/Pool': () => {
        if (away) throw new Refused('swap.nopool', 'No pool yet');
        return pool;
      },
    },
  });
  expect(await screen.findByText('No pool yet')).toBeTruthy();
  away = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await field('USDT to add')).toBeTruthy();
});

test('refuses: less than the least amount, at the last unit', async () => {
  await openLiquidity(path);
  await type('USDT to add', '9.999999999999999999');
  expect((await screen.findAllByText('The minimum is 10 USDT.')).length).toBe(2);
  await type('USDT to add', '10');
  await waitFor(() => expect(screen.queryByText('The minimum is 10 USDT.')).toBeNull());
});

test('refuses: more than the wallet holds, of either coin', async () => {
  const chain = { ...newDeskChain(), open: 999n * coin };
  await openLiquidity(path, { chain });
  await screen.findByText('999.00 OPEN in your wallet');
  await type('USDT to add', '100');
  expect((await screen.findAllByText('Your wallet holds 999 OPEN. Enter less.')).length).toBe(2);
  await type('USDT to add', '60000');
  expect((await screen.findAllByText('Your wallet holds 50000 USDT. Enter less.')).length).toBe(2);
});

test('refuses: while the pool is too far from its average, and says so before anything is typed', async () => {
  await openLiquidity(path, { answers: { 'trade/Pool': { ...pool, twap: '0.08' } } });
  expect(await screen.findByText('You cannot add right now')).toBeTruthy();
  // In the notice and in the button.
  expect(screen.getAllByText(/more than 20% away from its 30-minute average/)).toHaveLength(2);
});

test('refuses: while there is no average yet', async () => {
  await openLiquidity(path, { answers: { 'trade/Pool': { ...pool, twap: null } } });
  expect(await screen.findAllByText(/30-minute average price is not ready yet/)).toHaveLength(2);
});

test('refuses: without activation, and where the account may only leave', async () => {
  await openLiquidity(path, { answers: { 'Users/Info': { ...member, activated: false } } });
  expect((await screen.findByRole('link', { name: 'Activate' })).getAttribute('href')).toContain(
    '/activate/',
  );
  expect(screen.getByRole('button', { name: 'Activate your account to add' })).toBeTruthy();
  await openLiquidity(path, { answers: { 'Users/Info': { ...member, exitonly: true } } });
  expect(await screen.findByText('Adding is not available to your account')).toBeTruthy();
});

test('refuses: to show a review that is opened again the figures of the one before', async () => {
  await openLiquidity(path);
  await type('USDT to add', '100');
  await review(/^Add 100.00 USDT/);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  const stage = fetch;
  vi.stubGlobal('fetch', (address: string, init: { body: string }) =>
    address === '/rpc'
      ? Promise.resolve(Response.json({ error: { code: -32603, message: 'away' } }))
      : stage(address, init),
  );
  fireEvent.click(await screen.findByRole('button', { name: /^Add 100.00 USDT/ }));
  const sheet = within(await screen.findByRole('dialog'));
  expect(sheet.queryByRole('button', { name: /^Hold: Add/ })).toBeNull();
  expect(await sheet.findByText('We cannot read the chain')).toBeTruthy();
});

test('refuses: while the desk is paused, and says so before anything is typed or bound', async () => {
  const chain = { ...newDeskChain(), paused: true };
  const since = '2026-11-20T10:00:00.000Z';
  const index = bannerOf([{ what: 'liquidity', since, reason: 'We are checking our figures.' }]);
  await openLiquidity(path, { chain, answers: { 'Users/Info': { ...member, activated: false }, index } });
  expect(await screen.findByText('You cannot add right now')).toBeTruthy();
  expect(
    await screen.findByText(
      `Adding liquidity is paused for now. Removing still works. It has been paused since ${exactTime(since, 'en')}. We are checking our figures.`,
    ),
  ).toBeTruthy();
  const reason = 'Adding liquidity is paused for now. Removing still works.';
  expect(screen.getByRole('button', { name: reason })).toBeTruthy();
});

test('refuses: in the review, when the desk was paused meanwhile', async () => {
  const { chain } = await openLiquidity(path);
  await type('USDT to add', '100');
  await screen.findByRole('button', { name: /^Add 100.00 USDT/ });
  chain.paused = true;
  const sheet = await review(/^Add 100.00 USDT/);
  expect(
    sheet.getByRole('button', { name: 'Adding liquidity is paused for now. Removing still works.' }),
  ).toBeTruthy();
});

test('refuses: what the wallet turns down; the amount stays', async () => {
  const { sent } = await openLiquidity(path, { refuse: true });
  await type('USDT to add', '100');
  await holdByKeys(await review(/^Add 100.00 USDT/), /^Hold: Add/);
  await waitFor(() => expect(useTransactionStore.getState().records).toEqual([]));
  expect(sent).toEqual([]);
  expect((await field('USDT to add')).value).toBe('100');
});

test('refuses: to ask for the second coin when the wallet has allowed less of the first; the amount stays', async () => {
  const { sent, chain } = await openLiquidity(path);
  const args = { owner: OWN, spender: contracts.liquidityDesk } as const;
  chain.logs = [
    {
      address: contracts.usdt,
      topics: encodeEventTopics({ abi: erc20Abi, eventName: 'Approval', args }),
      data: toHex(99n * coin, { size: 32 }),
    },
  ];
  await type('USDT to add', '100');
  await holdByKeys(await review(/^Add 100.00 USDT/), /^Hold: Add/);
  expect(
    await screen.findByText(/^You approved only 99.00 USDT in your wallet; 100.00 USDT is needed/),
  ).toBeTruthy();
  expect(new Set(sent.map(({ to }) => to))).toEqual(new Set([contracts.usdt]));
  expect((await field('USDT to add')).value).toBe('100');
});

test('behavior: bones stand while it loads', async () => {
  await openLiquidity(path, { wallet: 'none', answers: { 'trade/Liquidity': () => unanswered } });
  expect((await screen.findAllByText('Loading')).length).toBeGreaterThan(0);
});

test('behavior: either side is typed and the other follows the ratio of the pool', async () => {
  await openLiquidity(path);
  await type('USDT to add', '100');
  expect((await field('OPEN to add')).value).toBe('1000');
  await type('OPEN to add', '250');
  expect((await field('USDT to add')).value).toBe('25');
  expect(rowText('The pool takes')).toBe('25.00 USDT250.00 OPEN');
  expect(rowText('Added pool share')).toBe('0.0249%');
  expect(rowText('EQUITY you will earn')).toBe('50.00 EQUITY');
});

test('behavior: the largest amount is what both balances allow together', async () => {
  await openLiquidity(path, { chain: { ...newDeskChain(), open: 1_000n * coin } });
  fireEvent.click(await screen.findByRole('button', { name: 'Max' }));
  expect((await field('USDT to add')).value).toBe('100');
  fireEvent.click(screen.getByRole('button', { name: '25%' }));
  expect((await field('USDT to add')).value).toBe('25');
});

test('behavior: EQUITY is shown up to the cap, with the reason in words', async () => {
  const room = { ...equity, balance: '12450', earned: '12450', spent: '0', room: '50' };
  await openLiquidity(path, { answers: { 'trade/Liquidity': { ...facts, equity: room } } });
  await type('USDT to add', '100');
  expect(await screen.findByText('Only a part earns EQUITY')).toBeTruthy();
  expect(rowText('EQUITY you will earn')).toBe('50.00 EQUITY');
  const capped = { ...room, earned: '12500', balance: '12500', room: '0', capped: true, again: '250' };
  expect(equityFor(100n * coin, capped)).toBe(0n);
  expect(
    equityFor(100n * coin, { ...capped, spent: '251', balance: '12249', capped: false, room: '251' }),
  ).toBe(100n * coin);
});

test('behavior: money that has earned before is given as the reason, not a cap that has nothing to do with it', async () => {
  const earlier = { ...equity, next: { ...equity.next, above: '2050' } };
  await openLiquidity(path, { answers: { 'trade/Liquidity': { ...facts, equity: earlier } } });
  await type('USDT to add', '100');
  expect(
    await screen.findByText(/earned EQUITY for up to 2,050.00 USDT. 100.00 USDT of what you add/),
  ).toBeTruthy();
  expect(screen.queryByText('Only a part earns EQUITY')).toBeNull();
  const both = { ...earlier, balance: '12450', earned: '12500', spent: '50', room: '50' };
  await openLiquidity(path, { answers: { 'trade/Liquidity': { ...facts, equity: both } } });
  await type('USDT to add', '100');
  expect(await screen.findByText(/leaves room for 50.00 EQUITY/)).toBeTruthy();
  expect(screen.getByText(/100.00 USDT of what you add lies below/)).toBeTruthy();
});

test('behavior: says when it is earned, and that what was taken out and comes back earns nothing again', async () => {
  await openLiquidity(path);
  await type('USDT to add', '100');
  expect(rowText('EQUITY you will earn')).toBe('200.00 EQUITY');
  // 1,950 count and EQUITY was granted for 2,050 once: only what lies above that earns.
  const earlier = { ...equity, mark: '2050', next: { ...equity.next, above: '2050' } };
  expect(equityFor(100n * coin, earlier)).toBe(0n);
  expect(equityFor(130n * coin, earlier)).toBe(30n * coin);
  // What is due already does not count a second time, and takes its part of the cap.
  const due = [{ amount: '500', at: equity.next.at }];
  const waits = { ...equity, counted: '2450', earned: '12000', spent: '0', balance: '12000', due };
  expect(equityFor(100n * coin, waits)).toBe(0n);
});

test('behavior: exactly these amounts are authorized, then added with the tolerance as the least', async () => {
  const { sent, chain } = await openLiquidity(path);
  await type('USDT to add', '100');
  // The pool has moved since the server's last look: what counts is the chain.
  chain.reserveOpen = 1_100_000n * coin;
  chain.twapE18 = (coin * 100n) / 1_100n;
  const sheet = await review(/^Add 100.00 USDT and 1,000.00 OPEN/);
  await holdByKeys(sheet, /^Hold: Add 100.00 USDT and 1,100.00 OPEN/);
  await waitFor(() => expect(sent.length).toBe(3));
  const calls = readDesk(sent);
  const lower = (value: unknown) => String(value).toLowerCase();
  expect(calls.map((call) => [call.to, call.name])).toEqual([
    [contracts.usdt, 'approve'],
    [contracts.open, 'approve'],
    [contracts.liquidityDesk, 'add'],
  ]);
  expect([lower(calls[0]?.args[0]), calls[0]?.args[1]]).toEqual([contracts.liquidityDesk, 100n * coin]);
  expect([lower(calls[1]?.args[0]), calls[1]?.args[1]]).toEqual([contracts.liquidityDesk, 1_100n * coin]);
  expect(calls[2]?.args.slice(0, 4)).toEqual([
    100n * coin,
    1_100n * coin,
    (995n * coin) / 10n,
    (10_945n * coin) / 10n,
  ]);
  expect(await screen.findByRole('heading', { name: 'Added 100.00 USDT and 1,100.00 OPEN' })).toBeTruthy();
  expect((await field('USDT to add')).value).toBe('');
});

test('behavior: the review says when the price moved since it was opened; opened again, it says nothing', async () => {
  const { chain } = await openLiquidity(path);
  await type('USDT to add', '100');
  const sheet = await review(/^Add 100.00 USDT/);
  expect(sheet.queryByText(/has moved/)).toBeNull();
  chain.reserveOpen = 1_100_000n * coin;
  act(() => receivePush({}, formatPush(marketMoved, { gone: [] })));
  expect(await sheet.findByText(/has moved since you opened this review/)).toBeTruthy();
  fireEvent.click(sheet.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const again = await review(/^Add 100.00 USDT/);
  expect(again.getByRole('button', { name: /^Hold: Add 100.00 USDT and 1,100.00 OPEN/ })).toBeTruthy();
  expect(again.queryByText(/has moved/)).toBeNull();
});

test('behavior: without a limit is chosen for each coin by itself, and says what it means', async () => {
  const { sent } = await openLiquidity(path);
  await type('USDT to add', '100');
  const sheet = await review(/^Add 100.00 USDT and 1,000.00 OPEN/);
  const coinOpen = within(sheet.getByRole('group', { name: 'Approve OPEN' }));
  expect(coinOpen.getByLabelText<HTMLInputElement>(/^Exactly 1,000.00 OPEN/).checked).toBe(true);
  expect(sheet.queryByText(/would be at risk/)).toBeNull();
  fireEvent.click(coinOpen.getByLabelText(/^Unlimited/));
  expect(sheet.getByText(/all OPEN in your wallet would be at risk/)).toBeTruthy();
  await holdByKeys(sheet, /^Hold: Add/);
  await waitFor(() => expect(sent.length).toBe(3));
  expect(
    readDesk(sent)
      .slice(0, 2)
      .map((call) => call.args[1]),
  ).toEqual([100n * coin, 2n ** 256n - 1n]);
});

test('behavior: what is allowed already is not asked for', async () => {
  await openLiquidity(path, { chain: { ...newDeskChain(), allowance: 1_000n * coin } });
  await type('USDT to add', '100');
  const sheet = await review(/^Add 100.00 USDT and 1,000.00 OPEN/);
  expect(sheet.queryByText('Unlimited')).toBeNull();
});

test('behavior: the tolerance is chosen in a sheet, judged by the configured levels, and holds for trades, too', async () => {
  const levels = [...config.list, { idx: 'swap.slippagePresets', val: '20,70' }];
  await openLiquidity(path, { answers: { 'Ctrls/GetConfig': { list: levels } } });
  fireEvent.click(await screen.findByRole('button', { name: /^Slippage tolerance/ }));
  const sheet = within(await screen.findByRole('dialog'));
  fireEvent.click(await sheet.findByRole('button', { name: '0.7%' }));
  fireEvent.change(sheet.getByLabelText(/^Your own/), { target: { value: '60' } });
  expect(sheet.getByText(/^From 0.01% to 49.99%/)).toBeTruthy();
  fireEvent.change(sheet.getByLabelText(/^Your own/), { target: { value: '2' } });
  expect(sheet.getByText(/Others can see it before it is mined/)).toBeTruthy();
  expect(readStored('setting.trade')).toContain('"slippageBps":200');
});
