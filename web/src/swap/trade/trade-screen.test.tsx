import { swapDeskAbi } from '@openmere/core/chain/abi/swap-desk.ts';
import { formatPush } from '@openmere/core/kit/push.ts';
// @vitest-environment happy-dom
import { parseAmount } from '@openmere/core/money/amount.ts';
import { marketMoved } from '@openmere/core/swap/contract.ts';
import { quoteBuy, usdtInFor } from '@openmere/core/swap/quote.ts';
import { minimumReceived } from '@openmere/core/swap/slippage.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { encodeErrorResult } from 'viem';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openScreen, Refused, unanswered } from '../../app/test-screen.tsx';
import { keepDraft } from '../../platform/drafts.ts';
import { exactTime } from '../../platform/exact-time.ts';
import { replace } from '../../platform/history.ts';
import { receivePush } from '../../platform/live.ts';
import { writeStored } from '../../platform/storage.ts';
import { useTransactionStore } from '../../platform/wallet/transaction-record.ts';
import { bannerOf } from '../../setting/test-banner.ts';
import { field, holdByKeys, openTrade, review, rowOf, TRADE_PATH, type } from './test-trade-screen.tsx';
import { config, contracts, member, newChain, OWN, pool, readSent, trade } from './test-trade.ts';
import { poolStateOf } from './use-trade-pool.ts';
import { changeTradeSettings } from './use-trade-settings.ts';

const coins = (plain: string) => parseAmount(plain) ?? 0n;

// The screen's own files are many: fetched once, before the clock of the first test runs.
beforeAll(() => import('./trade-screen.tsx').then(() => undefined), 60_000);
beforeEach(() => {
  localStorage.clear();
  changeTradeSettings({ slippageBps: 50, deadlineMinutes: 20, expert: false, flipped: false });
  useTransactionStore.setState({ records: [] });
});

/** From now on the desk's calls revert with this data, as a node says it. */
function revertWith(data: string): void {
  const stage = fetch;
  vi.stubGlobal('fetch', (address: string, init: { body: string }) => {
    const { method, params } = JSON.parse(init.body) as { method?: string; params?: { from?: string }[] };
    // Only dry runs name their sender.
    if (method !== 'eth_call' || params?.[0]?.from === undefined) return stage(address, init);
    return Promise.resolve(Response.json({ error: { code: 3, message: 'execution reverted', data } }));
  });
}

test('refuses: buying without activation, with the way to it; selling needs none', async () => {
  await openTrade({ answers: { 'Users/Info': { ...member, activated: false } } });
  expect(await screen.findByText('Your account is not activated')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Activate' }).getAttribute('href')).toContain('/activate/activate');
  expect(screen.getByRole('button', { name: 'Activate your account to buy' })).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: 'Sell' }));
  expect(screen.queryByText('Your account is not activated')).toBeNull();
});

test('refuses: a token that is not tradable, and says since when and what still works', async () => {
  const since = '2026-11-20T10:00:00.000Z';
  // Something else is paused, too.
  const index = bannerOf([
    { what: 'node', since: '2026-11-01T10:00:00.000Z', reason: 'The law requires it.' },
    { what: 'trade', since, reason: null },
  ]);
  await openTrade({ answers: { 'trade/Pool': { ...pool, tradable: false }, index } });
  const said = await screen.findByText(/^Trading is paused\. You can still .* It has been paused since/);
  expect(said.textContent?.endsWith(`since ${exactTime(since, 'en')}.`)).toBe(true);
  expect(await screen.findByText('This token is temporarily not tradable')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Temporarily not tradable' })).toBeTruthy();
});

test('refuses: without the bound wallet; offers what was found', async () => {
  await openTrade({ connected: false });
  type('You pay', '100');
  expect(await screen.findByRole('button', { name: 'Connect your bound wallet' })).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: /^Connect (?!your)/ }));
  expect(await screen.findByRole('button', { name: /Buy/ })).toBeTruthy();
});

test('refuses: a member without a bound wallet', async () => {
  await openTrade({ answers: { 'Users/Info': { ...member, useraddress: null } }, connected: false });
  expect(await screen.findByRole('link', { name: 'Bind a wallet' })).toBeTruthy();
});

test('refuses: an account that may only leave', async () => {
  await openTrade({ answers: { 'Users/Info': { ...member, exitonly: true } } });
  expect(await screen.findByText('Trading is not available to your account')).toBeTruthy();
});

test('refuses: to buy while the cooling-off of the country lasts, and says its warning; selling is open', async () => {
  const coolinguntil = new Date(Date.now() + 3_600_000).toISOString();
  await openTrade({
    answers: { 'Users/Info': { ...member, coolinguntil, countrywarning: 'You can lose all of it.' } },
  });
  expect(await screen.findByText('Cooling-off time')).toBeTruthy();
  expect(screen.getByText('You can lose all of it.')).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: 'Sell' }));
  await waitFor(() => expect(screen.queryByText('Cooling-off time')).toBeNull());
});

test('refuses: on the wrong network; switching is one press', async () => {
  await openTrade({ chainId: '0x1' });
  type('You pay', '100');
  expect(await screen.findByRole('button', { name: 'Switch the network first' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /Switch to/ }));
  await waitFor(() => expect(screen.queryByText('Wrong network')).toBeNull());
});

test('refuses: without BNB, and says about how much is needed', async () => {
  await openTrade({ chain: { ...newChain(), bnb: 0n } });
  expect(await screen.findByText(/You need about 0\.00035 BNB/)).toBeTruthy();
});

test('refuses: more than the wallet holds, and says how much that is', async () => {
  await openTrade({ chain: { ...newChain(), usdt: 10n ** 18n } });
  await screen.findByText('1.00 USDT in your wallet');
  type('You pay', '2');
  expect(await screen.findByRole('button', { name: /Your wallet holds 1\.00 USDT/ })).toBeTruthy();
});

test('refuses: to receive more than the pool holds', async () => {
  await openTrade();
  type('You receive', '1000000');
  expect(await screen.findByRole('button', { name: /The pool does not hold that much/ })).toBeTruthy();
  expect(field('You pay').value).toBe('');
});

test('refuses: an impact of 15 % and more, unless in expert mode, where it has to be typed', async () => {
  await openTrade();
  type('You pay', '20000');
  expect(await screen.findByRole('button', { name: /from 15% on, trades are refused/ })).toBeTruthy();
  changeTradeSettings({ expert: true });
  const sheet = await review(/^Buy/);
  expect(sheet.getByRole('button', { name: /Type the word/ })).toBeTruthy();
  fireEvent.change(sheet.getByLabelText(/Type “confirm”/), { target: { value: ' Confirm ' } });
  expect(sheet.getByRole('button', { name: /Hold: Buy/ })).toBeTruthy();
});

test('refuses: the member’s no leaves the form as it was', async () => {
  const { sent } = await openTrade({ chain: { ...newChain(), allowance: 10n ** 30n }, refuse: true });
  type('You pay', '100');
  await holdByKeys(await review(/^Buy/), /Hold: Buy/);
  await waitFor(() => expect(useTransactionStore.getState().records).toEqual([]));
  expect(sent).toEqual([]);
  expect(field('You pay').value).toBe('100');
});

test('refuses: a price beyond the tolerance in the dry run: cause, remedy, and the way to the setting', async () => {
  const { sent } = await openTrade({ chain: { ...newChain(), allowance: 10n ** 30n } });
  const args = [900n * 10n ** 18n, 987n * 10n ** 18n] as const;
  revertWith(encodeErrorResult({ abi: swapDeskAbi, errorName: 'TooLittleReceived', args }));
  type('You pay', '100');
  await holdByKeys(await review(/^Buy/), /Hold: Buy/);
  expect(await screen.findByText(/900\.00 would arrive, your minimum is 987\.00/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Set the slippage tolerance' })).toBeTruthy();
  expect(sent).toEqual([]);
});

test('refuses: to show a review that is opened again the figures of the one before', async () => {
  await openTrade();
  type('You pay', '100');
  await review(/^Buy/);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  const stage = fetch;
  vi.stubGlobal('fetch', (address: string, init: { body: string }) =>
    address === '/rpc'
      ? Promise.resolve(Response.json({ error: { code: -32603, message: 'away' } }))
      : stage(address, init),
  );
  fireEvent.click(await screen.findByRole('button', { name: /^Buy/ }));
  const sheet = within(await screen.findByRole('dialog'));
  expect(sheet.queryByRole('button', { name: /Hold: Buy/ })).toBeNull();
  expect(await sheet.findByText('We cannot read the chain')).toBeTruthy();
  expect(sheet.queryByRole('button', { name: /Hold: Buy/ })).toBeNull();
});

test('behavior: a review says when the price has moved against it; opened again, it says nothing of before', async () => {
  const { chain } = await openTrade();
  type('You pay', '100');
  const first = await review(/^Buy/);
  expect(first.queryByText(/has moved/)).toBeNull();
  chain.reserveUsdt *= 2n;
  act(() => receivePush({}, formatPush(marketMoved, { gone: [] })));
  expect(await first.findByText(/has moved since you opened this review/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sheet = await review(/^Buy/);
  await waitFor(() => expect(sheet.getByRole('button', { name: /Hold: Buy/ }).textContent).toMatch(/49\d\./));
  expect(sheet.queryByText(/has moved/)).toBeNull();
});

test('refuses: to take over what was typed for the other side when a link leads here', async () => {
  keepDraft('trade', { side: 'buy', typed: 'pay', amount: '100' });
  await openTrade({}, `${TRADE_PATH}?side=sell`);
  expect(field('You pay').value).toBe('');
});

test('refuses: to show a form without the pool; asks again', async () => {
  let away = true;
  await openScreen(TRADE_PATH, {
    'trade/Pool': () => {
      if (away) throw new Refused('swap.nopool', 'The pool cannot be read right now.');
      return pool;
    },
    'Users/Info': member,
    'Ctrls/GetConfig': config,
    'trade/Trades': { list: [] },
  });
  expect(await screen.findByText('The pool cannot be read right now.')).toBeTruthy();
  away = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('You pay')).toBeTruthy();
});

test('behavior: while the pool is on its way there are bones', async () => {
  await openScreen(TRADE_PATH, { 'trade/Pool': () => unanswered });
  expect(screen.getAllByText('Loading').length).toBeGreaterThan(0);
});

test('behavior: typing what is paid quotes what arrives, and each cost has its line', async () => {
  await openTrade();
  type('You pay', '100');
  const quote = quoteBuy(coins('100'), poolStateOf(pool));
  expect(Number(field('You receive').value)).toBeCloseTo(Number(quote.received) / 1e18, 4);
  for (const label of ['Loss in this trade', 'Price impact', 'Pool fee (0.3%)', 'Community fee (0.5%)'])
    expect(rowOf(label)?.textContent).toMatch(/\d/);
  expect(rowOf('Community fee (0.5%)')?.textContent).toContain('0.50 USDT');
  expect(screen.queryByText(/^Burned/)).toBeNull();
});

test('behavior: typing what arrives reckons what has to be paid, the least', async () => {
  await openTrade();
  type('You receive', '1000');
  const paid = usdtInFor(coins('1000'), poolStateOf(pool)) ?? 0n;
  expect(Number(field('You pay').value)).toBeCloseTo(Number(paid) / 1e18, 4);
  expect(field('You receive').value).toBe('1000');
});

test('behavior: a sale has its burn, and its parts know the balance', async () => {
  await openTrade();
  fireEvent.click(screen.getByRole('radio', { name: 'Sell' }));
  fireEvent.click(await screen.findByRole('button', { name: '25%' }));
  expect(field('You pay').value).toBe('100000');
  fireEvent.click(screen.getByRole('button', { name: 'Max' }));
  expect(field('You pay').value).toBe('400000');
  type('You pay', '1000');
  expect(rowOf('Burned (1%)')?.textContent).toContain('10.00 OPEN');
});

test('behavior: the price turns when pressed, and stays so', async () => {
  await openTrade();
  type('You pay', '100');
  fireEvent.click(await screen.findByRole('button', { name: /1 OPEN = 0\.1/ }));
  expect(await screen.findByRole('button', { name: /1 USDT = 9\.9/ })).toBeTruthy();
});

test.each([
  ['900', 'none'],
  ['1100', 'low'],
  ['3300', 'medium'],
  ['6000', 'ask'],
  ['12000', 'type'],
  ['20000', 'refuse'],
])('behavior: %s USDT into 100,000 has impact level %s, in colour and word', async (amount, level) => {
  await openTrade();
  type('You pay', amount);
  const [loss] = document.querySelectorAll('[data-level]');
  expect(loss?.getAttribute('data-level')).toBe(level);
  expect(rowOf('Loss in this trade')?.textContent).toContain('USDT');
});

test('behavior: a link to the other side turns the form that is open', async () => {
  await openTrade({}, `${TRADE_PATH}?side=buy`);
  type('You pay', '100');
  act(() => replace(TRADE_PATH, { side: 'sell' }));
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Sell' }).checked).toBe(true),
  );
  expect(field('You pay').value).toBe('');
});

test('behavior: an impact of 5 % and more is asked about', async () => {
  await openTrade();
  type('You pay', '6000');
  const sheet = await review(/^Buy/);
  expect(sheet.getByRole('button', { name: /Confirm that you accept/ })).toBeTruthy();
  fireEvent.click(sheet.getByRole('checkbox'));
  expect(sheet.getByRole('button', { name: /Hold: Buy/ })).toBeTruthy();
});

test('behavior: what was accepted is asked anew when the pool moved and more would be lost', async () => {
  const { chain } = await openTrade();
  type('You pay', '6000');
  const sheet = await review(/^Buy/);
  fireEvent.click(sheet.getByRole('checkbox'));
  expect(sheet.getByRole('button', { name: /Hold: Buy/ })).toBeTruthy();
  chain.reserveUsdt = (chain.reserveUsdt * 9n) / 10n;
  act(() => receivePush({}, formatPush(marketMoved, { gone: [] })));
  expect(await sheet.findByRole('button', { name: /Confirm that you accept/ })).toBeTruthy();
  expect(sheet.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
});

test('behavior: a trade that needs more tolerance than is set says so in the form', async () => {
  changeTradeSettings({ slippageBps: 10 });
  await openTrade();
  type('You pay', '100');
  expect(await screen.findByText(/\d% fits this trade/)).toBeTruthy();
});

test('behavior: each line explains its rule', async () => {
  await openTrade();
  type('You pay', '100');
  fireEvent.click(screen.getByRole('button', { name: /What is this: Community fee/ }));
  expect(await screen.findByText(/0\.5% of the USDT side.* 40% referral, 25% yield/)).toBeTruthy();
});

test('behavior: where the community fee goes is said as it is set', async () => {
  const shares = 'referral:50,yield:15,node:20,market-value:10,operations:5';
  await openTrade({
    answers: { 'Ctrls/GetConfig': { list: [{ idx: 'swap.feeShares', val: shares }] } },
  });
  type('You pay', '100');
  fireEvent.click(screen.getByRole('button', { name: /What is this: Community fee/ }));
  expect(await screen.findByText(/50% referral, 15% yield, 20% nodes/)).toBeTruthy();
});

test('behavior: a purchase authorizes exactly, then buys with minimum and deadline of the chain’s figures', async () => {
  const { sent } = await openTrade({ answers: { 'trade/Trades': { list: [trade] } } });
  type('You pay', '100');
  const sheet = await review(/^Buy/);
  expect(sheet.getByLabelText(/Exactly 100\.00 USDT/)).toBeTruthy();
  await holdByKeys(sheet, /Hold: Buy/);
  expect(await screen.findByRole('heading', { name: /^Bought / })).toBeTruthy();
  const [approval, buy] = readSent(sent);
  expect(approval).toEqual({ to: contracts.usdt, name: 'approve', args: [expect.anything(), coins('100')] });
  const minimum = minimumReceived(quoteBuy(coins('100'), poolStateOf(pool)).received, 50);
  expect(buy).toMatchObject({ to: contracts.swapDesk, name: 'buy' });
  expect(buy?.args.slice(0, 2)).toEqual([coins('100'), minimum]);
  const inSeconds = Number(buy?.args[2]) - Date.now() / 1000;
  expect(inSeconds).toBeGreaterThan(19 * 60);
  expect(BigInt(sent[1]?.gas ?? '0x0')).toBe(290_000n);
  expect(field('You pay').value).toBe('');
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText(/^Bought /)).toBeNull();
});

test('behavior: without a limit is a choice that says what it means', async () => {
  const { sent } = await openTrade();
  type('You pay', '100');
  const sheet = await review(/^Buy/);
  fireEvent.click(sheet.getByLabelText(/Unlimited/));
  expect(sheet.getByText(/would be at risk/)).toBeTruthy();
  await holdByKeys(sheet, /Hold: Buy/);
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(readSent(sent)[0]?.args[1]).toBe(2n ** 256n - 1n);
});

test('behavior: a tolerance is chosen, warned about, suggested, and refused beyond its range', async () => {
  await openTrade();
  type('You pay', '100');
  fireEvent.click(screen.getByRole('button', { name: /Slippage tolerance/ }));
  const sheet = within(await screen.findByRole('dialog'));
  expect(sheet.getByText(/At worst your setting costs 0\.4\d+ USDT/)).toBeTruthy();
  fireEvent.click(sheet.getByRole('button', { name: '0.1%' }));
  expect(sheet.getByText(/may fail/)).toBeTruthy();
  const own_ = sheet.getByLabelText('Your own, in percent');
  fireEvent.change(own_, { target: { value: '2' } });
  expect(sheet.getByText(/Others can see your trade/)).toBeTruthy();
  fireEvent.change(own_, { target: { value: '60' } });
  expect(sheet.getByText('From 0.01% to 49.99%')).toBeTruthy();
  fireEvent.click(sheet.getByRole('button', { name: /^Use / }));
  expect(sheet.queryByText('From 0.01% to 49.99%')).toBeNull();
  fireEvent.change(sheet.getByLabelText('Deadline'), { target: { value: '0' } });
  expect(sheet.getByText(/Set the deadline between/)).toBeTruthy();
});

test('behavior: what was typed survives a reload', async () => {
  keepDraft('trade', { side: 'sell', typed: 'receive', amount: '50' });
  await openTrade();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Sell' }).checked).toBe(true);
  expect(field('You receive').value).toBe('50');
});

test('behavior: a trade on its way is there again after a reload, and a lost one can be tried again', async () => {
  const started = Date.now();
  const record = {
    id: 'one',
    kind: 'trade',
    note: { side: 'buy', typed: 'pay', amount: '100', paid: '100', expected: '990.5' },
    state: 'replaced' as const,
    chainId: 31337,
    from: OWN as `0x${string}`,
    to: contracts.swapDesk,
    data: '0x' as const,
    value: '0x0' as const,
    approval: 'none' as const,
    nonce: 1,
    hashes: [],
    replacedBy: undefined,
    nonceSeen: undefined,
    clearTo: undefined,
    startedAt: started,
    sentAt: started,
    doneAt: started,
    missingSince: undefined,
    usedSince: undefined,
    byInApp: false,
    problem: undefined,
  };
  writeStored('dapp.transactions', JSON.stringify([record]));
  useTransactionStore.setState({ records: [record] });
  await openTrade();
  expect(await screen.findByText('Buy 990.50 OPEN')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(field('You pay').value).toBe('100');
  // Dropped, it may come back: what another wallet signs anew has a nonce of its own, and both would go through.
  const dropped = { ...record, state: 'dropped' as const, doneAt: undefined };
  act(() => useTransactionStore.setState({ records: [dropped] }));
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  act(() => useTransactionStore.setState({ records: [{ ...dropped, byInApp: true }] }));
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('behavior: on a desktop the price stands beside the form, on a phone it is not even asked for', async () => {
  const answers = { 'trade/Kline': { list: [] } };
  const phone = await openTrade({ answers });
  expect(phone.asked.map((one) => one.path)).not.toContain('trade/Kline');
  cleanup();
  const wide = await openTrade({ answers, isWide: true });
  expect(await screen.findByText(/^Nobody has traded in this pool yet/)).toBeTruthy();
  expect(wide.asked.map((one) => one.path)).toContain('trade/Kline');
});
