import { quoteSell } from '@openmere/core/swap/quote.ts';
// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { unanswered } from '../../app/test-screen.tsx';
import { holdByKeys, rowText } from '../../liquidity/test-liquidity.ts';
import { exactTime } from '../../platform/exact-time.ts';
import { queryClient } from '../../platform/query.ts';
import { addTransaction, useTransactionStore } from '../../platform/wallet/transaction-record.ts';
import { bannerOf } from '../../setting/test-banner.ts';
import { member } from '../../swap/trade/test-trade.ts';
import { changeTradeSettings } from '../../swap/trade/use-trade-settings.ts';
import { transactionRecord } from '../../wallet/test-record.ts';
import { contracts, newMintingChain, openMinting, readMinting } from '../test-minting.ts';

const path = '/pages/wallet/usdoCast/usdoCast';
const coin = 10n ** 18n;
const pool = {
  reserveUsdt: 100_000n * coin,
  reserveOpen: 1_000_000n * coin,
  poolBps: 30,
  communityBps: 50,
  burnBps: 100,
};

beforeEach(() => {
  localStorage.clear();
  changeTradeSettings({ slippageBps: 50, deadlineMinutes: 20 });
  useTransactionStore.setState({ records: [] });
});

async function choose(way: string): Promise<void> {
  fireEvent.click(await screen.findByRole('radio', { name: way }));
}
async function type(label: string, text: string): Promise<void> {
  fireEvent.change(await screen.findByLabelText(label), { target: { value: text } });
}
async function review(button: RegExp) {
  await waitFor(() =>
    expect(screen.getByRole('button', { name: button }).getAttribute('aria-disabled')).toBeNull(),
  );
  fireEvent.click(screen.getByRole('button', { name: button }));
  return within(await screen.findByRole('dialog'));
}

test('refuses: minting while it is paused, said before one acts; redeeming stays open', async () => {
  const since = '2026-11-20T10:00:00.000Z';
  const index = bannerOf([{ what: 'usdo', since, reason: null }]);
  await openMinting(path, { chain: { ...newMintingChain(), usdoPaused: true }, answers: { index } });
  const text = `Minting USDO is paused for now. Redeeming still works. It has been paused since ${exactTime(since, 'en')}.`;
  expect(await screen.findByText(text)).toBeTruthy();
  expect((await screen.findAllByText(/Minting USDO is paused for now/)).length).toBe(2);
  await choose('Redeem');
  expect(screen.queryByText(/Minting USDO is paused/)).toBeNull();
  await type('USDO to redeem', '5');
  await review(/^Redeem 5.00 USDO/);
});

test('behavior: the review says when the price of OPEN fell since it was opened', async () => {
  const { chain } = await openMinting(path);
  await choose('From OPEN');
  await type('OPEN to sell', '100');
  const sheet = await review(/^Mint /);
  expect(sheet.queryByText(/has moved/)).toBeNull();
  chain.reserveUsdt = (chain.reserveUsdt * 9n) / 10n;
  await act(() => queryClient.invalidateQueries({ queryKey: ['chain'] }));
  expect(await sheet.findByText(/has moved since you opened this review/)).toBeTruthy();
});

test.each([
  ['does not answer', contracts],
  ['is not there', { usdt: contracts.usdt, usdo: contracts.usdo }],
])('refuses: minting where the pool %s, and says so; redeeming stays open', async (_how, map) => {
  const list = [
    { idx: 'chain.id', val: '31337' },
    { idx: 'chain.contracts', val: JSON.stringify(map) },
  ];
  const chain = { ...newMintingChain(), noPair: true };
  const { sent } = await openMinting(path, { chain, answers: { 'Ctrls/GetConfig': { list } } });
  expect((await screen.findAllByText(/The pool cannot be read right now/)).length).toBe(2);
  await choose('Redeem');
  expect(screen.queryByText(/The pool cannot be read/)).toBeNull();
  await type('USDO to redeem', '5');
  await holdByKeys(await review(/^Redeem 5.00 USDO/), /^Hold: Redeem/);
  await waitFor(() =>
    expect(readMinting(sent).map(({ to, name }) => [to, name])).toEqual([[contracts.usdo, 'redeem']]),
  );
});

test('refuses: to sell OPEN while it is not tradable; USDT can still be given', async () => {
  await openMinting(path, { chain: { ...newMintingChain(), tradable: false } });
  await screen.findByLabelText('USDT to pay');
  expect(screen.queryByText(/temporarily not tradable/)).toBeNull();
  await choose('From OPEN');
  expect((await screen.findAllByText(/temporarily not tradable/)).length).toBe(2);
});

test('refuses: more than the wallet holds, and minting without activation; redeeming needs none', async () => {
  await openMinting(path, { answers: { 'Users/Info': { ...member, activated: false } } });
  expect(await screen.findByRole('button', { name: 'Activate your account to mint' })).toBeTruthy();
  await choose('Redeem');
  await type('USDO to redeem', '40.000000000000000001');
  expect((await screen.findAllByText('Your wallet holds 40 USDO. Enter less.')).length).toBe(2);
  await type('USDO to redeem', '40');
  expect(await screen.findByRole('button', { name: 'Redeem 40.00 USDO' })).toBeTruthy();
});

test('refuses: a sale that moves the price far, until it is accepted; further it is refused', async () => {
  await openMinting(path);
  await choose('From OPEN');
  await type('OPEN to sell', '60000');
  const box = await screen.findByRole('checkbox', { name: /I accept a loss of [\d.]+ USDT/ });
  expect(rowText('Loss in this sale')).toMatch(/^[\d.]+ USDT \([\d.]+%\)/);
  expect(screen.getByRole('button', { name: /would move the price by 5.5/ })).toBeTruthy();
  fireEvent.click(box);
  expect(await screen.findByRole('button', { name: /^Mint / })).toBeTruthy();
  // What was accepted was a smaller loss.
  await type('OPEN to sell', '70000');
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
  expect(screen.queryByRole('button', { name: /^Mint / })).toBeNull();
  await type('OPEN to sell', '130000');
  expect((await screen.findAllByText(/from 10% on/)).length).toBe(2);
});

test('behavior: one for one from USDT, approved exactly', async () => {
  const { sent } = await openMinting(path);
  await type('USDT to pay', '25.5');
  expect(rowText('You receive')).toContain('25.50 USDO');
  await holdByKeys(await review(/^Mint 25.50 USDO/), /^Hold: Mint/);
  await waitFor(() => expect(sent).toHaveLength(2));
  const given = 255n * 10n ** 17n;
  expect(readMinting(sent)).toMatchObject([
    { to: contracts.usdt, name: 'approve', args: [expect.anything(), given] },
    { to: contracts.usdoMint, name: 'mintFromUsdt', args: [given] },
  ]);
  expect(await screen.findByText('Minted 25.50 USDO')).toBeTruthy();
});

test('behavior: what is given is written in the review as money is anywhere else', async () => {
  await openMinting(path);
  await type('USDT to pay', '1234.5');
  const sheet = await review(/^Mint 1,234.50 USDO/);
  expect(sheet.getByText(/USDO rests on USDT and on its contract/)).toBeTruthy();
  expect(sheet.getByText('1,234.50 USDT')).toBeTruthy();
});

test('behavior: OPEN is sold at the desk’s own terms, the least by the tolerance', async () => {
  const { sent } = await openMinting(path);
  await choose('From OPEN');
  await type('OPEN to sell', '1000');
  const quote = quoteSell(1_000n * coin, pool);
  expect(rowText('Burned')).toContain('10.00 OPEN');
  expect(rowText('Community fee')).toContain('USDT');
  await holdByKeys(await review(/^Mint 98/), /^Hold: Mint/);
  await waitFor(() => expect(sent).toHaveLength(2));
  const [, mint] = readMinting(sent);
  expect(mint).toMatchObject({ to: contracts.usdoMint, name: 'mintFromOpen' });
  const least = (mint?.args[1] ?? 0n) as bigint;
  expect(mint?.args[0]).toBe(1_000n * coin);
  expect(least <= quote.received && least >= (quote.received * 9_949n) / 10_000n).toBe(true);
});

test('behavior: redeeming all of it asks for no authorization', async () => {
  const { sent } = await openMinting(path);
  await choose('Redeem');
  fireEvent.click(await screen.findByRole('button', { name: 'Max' }));
  expect(rowText('You receive')).toContain('40.00 USDT');
  await holdByKeys(await review(/^Redeem 40.00 USDO/), /^Hold: Redeem/);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(readMinting(sent)).toMatchObject([{ to: contracts.usdo, name: 'redeem', args: [40n * coin] }]);
  expect(await screen.findByText('Redeemed 40.00 USDO')).toBeTruthy();
});

test('behavior: minting may authorize without a limit; redeeming asks for no authorization', async () => {
  const { sent } = await openMinting(path);
  await type('USDT to pay', '25.5');
  const sheet = await review(/^Mint 25.50 USDO/);
  fireEvent.click(sheet.getByLabelText(/^Unlimited/));
  await holdByKeys(sheet, /^Hold: Mint/);
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(readMinting(sent)[0]?.args[1]).toBe(2n ** 256n - 1n);
  await choose('Redeem');
  await type('USDO to redeem', '5');
  expect((await review(/^Redeem 5.00 USDO/)).queryByText('Unlimited')).toBeNull();
});

test('behavior: way and amount are kept as a draft', async () => {
  await openMinting(path);
  await choose('From OPEN');
  await type('OPEN to sell', '7');
  await openMinting(path);
  expect((await screen.findByLabelText<HTMLInputElement>('OPEN to sell')).value).toBe('7');
});

test('refuses: to mint before the risk disclosure is accepted; redeeming is an exit and waits for nothing', async () => {
  let agreementsdue = 'risk-1';
  await openMinting(path, {
    answers: {
      'Users/Info': () => ({ ...member, agreementsdue }),
      'Ctrls/Agreement': () => unanswered,
      'Users/AcceptAgreements': () => {
        agreementsdue = '';
      },
    },
  });
  const accept = await screen.findByRole('button', { name: 'Accept' });
  expect(screen.queryByLabelText('USDT to pay')).toBeNull();
  await choose('Redeem');
  await type('USDO to redeem', '5');
  await review(/^Redeem 5.00 USDO/);
  expect(accept.isConnected).toBe(false);
});

test('behavior: once the risk disclosure is accepted the form stands there', async () => {
  let agreementsdue = 'risk-1';
  await openMinting(path, {
    answers: {
      'Users/Info': () => ({ ...member, agreementsdue }),
      'Ctrls/Agreement': () => unanswered,
      'Users/AcceptAgreements': () => {
        agreementsdue = '';
      },
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Accept' }));
  expect(await screen.findByLabelText('USDT to pay')).toBeTruthy();
});

test('behavior: before the risk disclosure is accepted, what was sent is followed on and the records are there', async () => {
  const from = member.useraddress as `0x${string}`;
  addTransaction(transactionRecord({ kind: 'minting.usdo', from, state: 'failed', doneAt: Date.now() }));
  await openMinting(path, {
    answers: {
      'Users/Info': { ...member, agreementsdue: 'risk-1' },
      'Ctrls/Agreement': () => unanswered,
    },
  });
  expect(await screen.findByRole('button', { name: 'Accept' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'In progress' })).toBeTruthy();
  expect(screen.getByRole('link', { name: /USDO records/ })).toBeTruthy();
});

test('refuses: to take out what was typed for another way while the wallet was asked', async () => {
  const { chain } = await openMinting(path);
  await type('USDT to pay', '5');
  chain.mined = false;
  await holdByKeys(await review(/^Mint 5.00 USDO/), /^Hold: Mint/);
  await waitFor(() => expect(useTransactionStore.getState().records[0]?.state).toBe('approving'));
  await choose('Redeem');
  await type('USDO to redeem', '5');
  chain.mined = true;
  await screen.findByRole('heading', { name: /^Minted/ });
  expect((await screen.findByLabelText<HTMLInputElement>('USDO to redeem')).value).toBe('5');
});
