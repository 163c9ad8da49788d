// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Refused, unanswered } from '../../app/test-screen.tsx';
import { holdByKeys, rowText } from '../../liquidity/test-liquidity.ts';
import { exactTime } from '../../platform/exact-time.ts';
import { queryClient, refresh } from '../../platform/query.ts';
import { useTransactionStore } from '../../platform/wallet/transaction-record.ts';
import { bannerOf } from '../../setting/test-banner.ts';
import { member } from '../../swap/trade/test-trade.ts';
import { changeTradeSettings } from '../../swap/trade/use-trade-settings.ts';
import { contracts, energy, info, newMintingChain, openMinting, readMinting } from '../test-minting.ts';

const path = '/pages/wallet/cast/cast';
const coin = 10n ** 18n;

beforeEach(() => {
  localStorage.clear();
  changeTradeSettings({ slippageBps: 50, deadlineMinutes: 20 });
  useTransactionStore.setState({ records: [] });
});

const field = () => screen.findByLabelText<HTMLInputElement>('OPEN to use up');
async function type(text: string): Promise<void> {
  fireEvent.change(await field(), { target: { value: text } });
}
async function review(button: RegExp) {
  await waitFor(() =>
    expect(screen.getByRole('button', { name: button }).getAttribute('aria-disabled')).toBeNull(),
  );
  fireEvent.click(screen.getByRole('button', { name: button }));
  return within(await screen.findByRole('dialog'));
}

test('refuses: what could not be read says why and is tried again', async () => {
  let away = true;
  await openMinting(path, {
    wallet: 'none',
    answers: {
      'Cast/Info': () => {
        if (away) throw new Refused('request.unavailable', 'Busy right now');
        return info;
      },
    },
  });
  expect(await screen.findByText('Busy right now')).toBeTruthy();
  away = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Personal hash power')).toBeTruthy();
});

test('refuses: to let a figure stand as of now whose last question failed', async () => {
  let away = false;
  const answer = () => {
    if (away) throw new Refused('request.unavailable', 'Busy right now');
    return info;
  };
  await openMinting(path, { wallet: 'none', answers: { 'Cast/Info': answer } });
  await screen.findByText('Personal hash power');
  expect(screen.queryByText(/^as of /)).toBeNull();
  away = true;
  await act(() => refresh('Cast/Info'));
  expect(await screen.findByText(/^as of /)).toBeTruthy();
});

test.each([
  ['while minting is paused', { paused: true }, /Minting hash power is paused for now/],
  ['while there is no average yet', { priceE18: undefined }, /30-minute average price is not ready yet/],
  ['while the average is too old', { priceE18: 'stale' as const }, /average price of OPEN is too old/],
])('refuses: %s, and says so before anything is typed', async (_name, change, said) => {
  await openMinting(path, { chain: { ...newMintingChain(), ...change } });
  expect(await screen.findByText('You cannot mint right now')).toBeTruthy();
  expect(screen.getAllByText(said).length).toBe(2);
});

test.each([
  ['a pause says since when', { paused: true }, 1],
  ['what is shut for another reason says nothing of a pause', { priceE18: undefined }, 0],
])('behavior: %s', async (_name, change, count) => {
  const since = '2026-11-20T10:00:00.000Z';
  const asked = vi.fn(() => bannerOf([{ what: 'power', since, reason: null }]));
  await openMinting(path, { chain: { ...newMintingChain(), ...change }, answers: { index: asked } });
  expect(await screen.findByText('You cannot mint right now')).toBeTruthy();
  const text = `It has been paused since ${exactTime(since, 'en')}.`;
  if (count > 0) await screen.findByText((said) => said.endsWith(text));
  expect(asked).toHaveBeenCalledTimes(count);
});

test('refuses: less than the least value at the last unit, and more than the wallet holds', async () => {
  await openMinting(path);
  await type('99.999999999999999999');
  expect((await screen.findAllByText('The minimum is 10 USDT.')).length).toBe(2);
  await type('100');
  await waitFor(() => expect(screen.queryByText('The minimum is 10 USDT.')).toBeNull());
  await type('400001');
  expect((await screen.findAllByText('Your wallet holds 400000 OPEN. Enter less.')).length).toBe(2);
});

test('refuses: without activation, and where the account may only leave', async () => {
  await openMinting(path, { answers: { 'Users/Info': { ...member, activated: false } } });
  expect((await screen.findByRole('link', { name: 'Activate' })).getAttribute('href')).toContain(
    '/activate/',
  );
  expect(screen.getByRole('button', { name: 'Activate your account to mint' })).toBeTruthy();
  await openMinting(path, { answers: { 'Users/Info': { ...member, exitonly: true } } });
  expect(await screen.findByText('Minting is not available to your account')).toBeTruthy();
});

test('refuses: what the wallet turns down; the amount stays', async () => {
  const { sent } = await openMinting(path, { refuse: true });
  await type('1000');
  await holdByKeys(await review(/^Mint 200/), /^Hold: Mint/);
  await waitFor(() => expect(useTransactionStore.getState().records).toEqual([]));
  expect(sent).toEqual([]);
  expect((await field()).value).toBe('1000');
});

test('behavior: bones stand while it loads', async () => {
  await openMinting(path, { wallet: 'none', answers: { 'Cast/Info': () => unanswered } });
  expect((await screen.findAllByText('Loading')).length).toBeGreaterThan(0);
});

test('behavior: what is missing is never said to be less than it is, and what counts when', async () => {
  await openMinting(path);
  expect(
    await screen.findByText(/^38.01 more and mining is active. Mining needs more than 100/),
  ).toBeTruthy();
  expect(screen.getByText('Mining is not active')).toBeTruthy();
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('62');
  expect(rowText('Counts later')).toContain('62.00 hash power');
  expect(rowText('EQUITY left')).toContain('12.50 EQUITY');
});

test('behavior: each figure opens its formula with one’s own numbers', async () => {
  const active = {
    personal: '150',
    dynamic: '500',
    bonus: '25',
    mining: true,
    missing: '0',
    active: '320',
    granted: { personal: '160', dynamic: '501', bonus: '25' },
    old: { personal: '150', dynamic: '500', bonus: '25' },
    spokenfor: { dynamic: '20', bonus: '5' },
  };
  await openMinting(path, { answers: { 'Cast/Info': { ...info, ...active } } });
  await screen.findByText('Minted so far');
  for (const [label, said] of [
    ['Dynamic', /1.00 for each USDT of them, 0.50 for each USDT that those they invited paid/],
    ['Counts at the next settlement', /150.00 personal \+ 150.00 dynamic \+ 20.00 bonus = 320.00/],
    ['Minted so far', /160.00 received − 10.00 used up = 150.00 left/],
    ['Dynamic', /500.00 is a full day old; 20.00 .* personal 150.00 counts: 150.00/],
    ['Used up', /10.00 personal \+ 1.00 dynamic \+ 0.00 bonus = 11.00/],
  ] as const) {
    fireEvent.click(screen.getByLabelText(`What is this: ${label}`));
    expect(await screen.findByText(said)).toBeTruthy();
  }
});

test('behavior: EQUITY that may not cover a day’s yield is said beforehand, enough of it is not', async () => {
  const active = { personal: '1300', active: '1300', mining: true };
  const answers = { 'Cast/Info': { ...info, ...active } };
  await openMinting(path, { answers });
  expect(
    await screen.findByText(/You have 12.50 EQUITY. By the rules a day gives you 13.00 POY/),
  ).toBeTruthy();
  cleanup();
  await openMinting(path, { answers: { ...answers, 'Users/GetMyEnergy': { ...energy, equity: '13' } } });
  expect(await screen.findByText('EQUITY left')).toBeTruthy();
  expect(screen.queryByText('Your EQUITY may not cover the yield')).toBeNull();
});

test('behavior: once mining is active the rule stands there alone', async () => {
  const active = { personal: '250', mining: true, missing: '0', waiting: [] };
  await openMinting(path, {
    answers: { 'Cast/Info': { ...info, ...active }, 'Users/GetMyEnergy': { ...energy, mining: true } },
  });
  expect(await screen.findByText('Mining is active')).toBeTruthy();
  expect(screen.getByText('Mining needs more than 100.00 personal hash power.')).toBeTruthy();
});

test('behavior: quoted while one types, by the contract’s own price, and how old that is', async () => {
  await openMinting(path);
  await waitFor(() => expect(rowText('Average price')).toContain('0.10 USDT'));
  expect(rowText('Average price')).toContain('last read');
  await type('1001');
  await waitFor(() => expect(rowText('You receive')).toContain('200.20 hash power'));
  expect(rowText('Personal hash power afterwards')).toMatch(/^262.20 hash power ?Mining is active/);
  expect(rowText('Value')).toContain('100.10 USDT');
  expect(rowText('Burned')).toContain('500.50 OPEN');
  expect(rowText('To the market-value pool')).toContain('500.50 OPEN');
  expect(rowText('You receive at least')).toContain('199.19 hash power');
});

test('behavior: exactly the amount is approved, the least by the tolerance; the result and its record', async () => {
  const { sent } = await openMinting(path);
  await type('1000');
  const sheet = await review(/^Mint 200/);
  expect(sheet.getByText(/cannot be paid back/)).toBeTruthy();
  expect(sheet.getByText(/Nobody knows how much yield there will be/)).toBeTruthy();
  await holdByKeys(sheet, /^Hold: Mint 200/);
  await waitFor(() => expect(sent).toHaveLength(2));
  const [approval, mint] = readMinting(sent);
  expect(approval).toMatchObject({
    to: contracts.open,
    name: 'approve',
    args: [expect.anything(), 1_000n * coin],
  });
  expect(mint).toMatchObject({ to: contracts.hashPowerMint, name: 'mint' });
  expect(mint?.args.slice(0, 2)).toEqual([1_000n * coin, 199n * coin]);
  expect(await screen.findByText('Minted 200.00 hash power')).toBeTruthy();
  expect(screen.getByText(/first 00:00 UTC at which it is a full day old/)).toBeTruthy();
  expect((await field()).value).toBe('');
});

test('behavior: the review says when the price fell since it was opened, not when it rose', async () => {
  const { chain } = await openMinting(path);
  await type('1000');
  const sheet = await review(/^Mint 200/);
  const move = async (priceE18: bigint) => {
    chain.priceE18 = priceE18;
    await act(() => queryClient.invalidateQueries({ queryKey: ['chain'] }));
    await sheet.findByRole('button', {
      name: new RegExp(`^Hold: Mint ${Number(priceE18 / (coin / 2_000n))}`),
    });
  };
  await move((coin * 11n) / 100n);
  expect(sheet.queryByText(/has moved/)).toBeNull();
  await move((coin * 9n) / 100n);
  expect(sheet.getByText(/has moved since you opened this review/)).toBeTruthy();
});

test('behavior: without a limit is a choice that says what it means; opened again, it is exact', async () => {
  const { sent } = await openMinting(path);
  await type('1000');
  const first = await review(/^Mint 200/);
  fireEvent.click(first.getByLabelText(/^Unlimited/));
  fireEvent.click(first.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sheet = await review(/^Mint 200/);
  expect(sheet.getByLabelText<HTMLInputElement>(/^Exactly 1,000.00 OPEN/).checked).toBe(true);
  fireEvent.click(sheet.getByLabelText(/^Unlimited/));
  expect(sheet.getByText(/all OPEN in your wallet would be at risk/)).toBeTruthy();
  await holdByKeys(sheet, /^Hold: Mint 200/);
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(readMinting(sent)[0]?.args[1]).toBe(2n ** 256n - 1n);
});

test('behavior: how much a day yields at most is what the operators have set', async () => {
  const list = [
    { idx: 'chain.id', val: '31337' },
    { idx: 'chain.contracts', val: JSON.stringify(contracts) },
    { idx: 'reward.yieldPoolBps', val: '200' },
    { idx: 'reward.yieldPowerBps', val: '50' },
  ];
  await openMinting(path, { answers: { 'Ctrls/GetConfig': { list } } });
  expect(
    await screen.findByText(/at most 2% of itself, and at most 0\.5% of all active hash power/),
  ).toBeTruthy();
});
