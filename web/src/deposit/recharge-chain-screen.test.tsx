// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { openScreen, Refused, unanswered } from '../app/test-screen.tsx';
import type { Answers } from '../app/test-screen.tsx';
import { usePreferences } from '../platform/preferences.ts';
import { refresh } from '../platform/query.ts';

const path = '/pages/wallet/recharge/rechargeChain';
const address = '0x7ea1d5cf7b0a3a3e7dcd3c52b6b4a7f9c0e1d2a3';
const hash = `0x${'ab'.repeat(32)}`;
const deposit: OutputOf<'Wallet/Deposits'> = {
  id: 'dep_1',
  time: '2026-03-01T10:00:00.000Z',
  type: 'deposit',
  coinid: 'USDT',
  address,
  amount: '100',
  received: '100',
  fee: '0',
  hash,
  chaintype: 'BEP-20',
  status: 'seen',
  description: 'Seen on chain, 7 of 15 confirmations',
  confirmations: 7,
  block: 48_123_456,
  logindex: 12,
};
const target = { address, chainid: 56, token: address, minimum: '10', confirmations: 15 };
const answers: Answers = {
  'Ctrls/GetConfig': { list: [{ idx: 'chain.explorer', val: 'https://scan.example' }] },
  'Wallet/DepositAddress': target,
  'Wallet/Deposits': { list: [] },
};
type Verdict = OutputOf<'Wallet/DepositCheck'>['verdict'];

test('refuses: a member who may not deposit reads why, and sees no address to send to', async () => {
  await openScreen(path, {
    ...answers,
    'Wallet/DepositAddress': () => {
      throw new Refused('deposit.nocountry', 'Set your country in your account first, then deposit.');
    },
  });
  expect(await screen.findByText(/Set your country/)).toBeTruthy();
  expect(screen.queryByText('Your deposit address')).toBeNull();
});

test('refuses: an address that was shown goes once the server refuses it, so that nothing more is sent there', async () => {
  let isListed = false;
  await openScreen(path, {
    ...answers,
    'Wallet/DepositAddress': () => {
      if (isListed) throw new Refused('deposit.listed', 'A wallet of yours is on a sanctions list.');
      return target;
    },
  });
  await screen.findByText(address);
  isListed = true;
  await refresh('Wallet/DepositAddress');
  expect(await screen.findByText(/on a sanctions list/)).toBeTruthy();
  expect(screen.queryByText(address)).toBeNull();
});

test('refuses: a hash that is cut is not sent, and the button says what is missing', async () => {
  const { asked } = await openScreen(path, answers);
  fireEvent.change(screen.getByLabelText('Transaction hash'), { target: { value: '0x1234' } });
  const button = screen.getByRole('button', { name: /Paste the whole hash/ });
  fireEvent.click(button);
  expect(asked.some((one) => one.path === 'Wallet/DepositCheck')).toBe(false);
});

test('behavior: of an explorer’s link that is pasted the hash is checked', async () => {
  const check = { found: true, succeeded: true, transfers: [], verdict: 'booked' as Verdict };
  const { asked } = await openScreen(path, { ...answers, 'Wallet/DepositCheck': check });
  const field = screen.getByLabelText<HTMLInputElement>('Transaction hash');
  const link = `https://scan.example/tx/${hash}`;
  expect(field.maxLength).toBeGreaterThan(link.length);
  fireEvent.change(field, { target: { value: link } });
  expect(field.value).toBe(hash);
  fireEvent.click(screen.getByRole('button', { name: 'Check' }));
  await screen.findByText(/is booked/);
  expect(asked.find((one) => one.path === 'Wallet/DepositCheck')?.input).toEqual({ hash });
});

test('behavior: while the network is silent the page says so, and since when, before anything is sent', async () => {
  const silence = { reason: 'The network does not answer us right now.', since: deposit.time };
  const banner: OutputOf<'index'> = {
    name: 'Openmere',
    version: '1.0.0',
    chainid: 56,
    health: 'degraded',
    loops: [],
    payouthalt: null,
    paused: [],
    silence,
    time: Date.parse(deposit.time),
  };
  await openScreen(path, { ...answers, index: banner });
  expect(await screen.findByText(silence.reason)).toBeTruthy();
  expect(screen.getByText(/^Waiting since .*2026/)).toBeTruthy();
});

test('behavior: while it loads there are bones and no address', async () => {
  await openScreen(path, {
    ...answers,
    'Wallet/DepositAddress': () => unanswered,
    'Wallet/Deposits': () => unanswered,
  });
  expect(screen.getAllByText('Loading')).toHaveLength(2);
  expect(screen.queryByText('Your deposit address')).toBeNull();
});

test('behavior: the page says address, network, least amount, time, and what would be lost', async () => {
  await openScreen(path, answers);
  expect(await screen.findByText(address)).toBeTruthy();
  expect(await screen.findByRole('img', { name: 'QR code of your deposit address' })).toBeTruthy();
  expect(screen.getByText('10.00 USDT')).toBeTruthy();
  expect(screen.getByText('BNB Smart Chain (BEP-20)')).toBeTruthy();
  expect(screen.getByText('Credited after 15 confirmations')).toBeTruthy();
  expect(screen.getByText(/Coins that are not listed here and other networks are not credited/)).toBeTruthy();
  expect(screen.getByText('No deposits yet')).toBeTruthy();
});

test('behavior: another coin has its own least amount and its own warning', async () => {
  const { asked } = await openScreen(path, answers);
  await screen.findByText(address);
  fireEvent.click(screen.getByRole('radio', { name: 'USDO' }));
  expect(await screen.findByText('10.00 USDO')).toBeTruthy();
  expect(screen.getByText('Only USDO on BEP-20')).toBeTruthy();
  // Other questions of the page may come after it.
  const addresses = asked.filter((one) => one.path === 'Wallet/DepositAddress');
  expect(addresses.at(-1)?.input).toEqual({ coinid: 'USDO' });
});

test('behavior: a deposit on its way moves from seen to credited as the server tells', async () => {
  let record = deposit;
  await openScreen(path, { ...answers, 'Wallet/Deposits': () => ({ list: [record] }) });
  const rail = await screen.findByRole('list', { name: 'Steps of this deposit' });
  expect(within(rail).getByText('7 of 15 confirmations')).toBeTruthy();
  expect((await within(rail).findByRole('link')).getAttribute('href')).toBe(
    `https://scan.example/tx/${hash}`,
  );
  record = { ...deposit, status: 'credited', confirmations: 15, description: 'Credited to your balance' };
  await refresh('Wallet/Deposits');
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Steps of this deposit' })).toBeNull());
  expect(screen.getByText('Credited')).toBeTruthy();
});

test('behavior: with amounts hidden neither the way of a deposit nor its row nor its slip shows one', async () => {
  onTestFinished(() => usePreferences.setState({ hideAmounts: false }));
  usePreferences.setState({ hideAmounts: true });
  await openScreen(path, { ...answers, 'Wallet/Deposits': { list: [deposit] } });
  fireEvent.click(await screen.findByRole('button', { name: /•+ USDT/ }));
  expect(within(await screen.findByRole('dialog')).getByText('Amount hidden')).toBeTruthy();
  expect(screen.queryByText(/100\.00/)).toBeNull();
});

test('behavior: an open slip follows the deposit as the server tells', async () => {
  let record = deposit;
  await openScreen(path, { ...answers, 'Wallet/Deposits': () => ({ list: [record] }) });
  fireEvent.click(await screen.findByRole('button', { name: /100\.00 USDT/ }));
  const slip = within(await screen.findByRole('dialog'));
  expect(slip.getByText('Seen on chain, 7 of 15 confirmations')).toBeTruthy();
  expect(slip.getByText('48123456 · 12')).toBeTruthy();
  record = { ...deposit, status: 'credited', confirmations: 15, description: 'Credited to your balance' };
  await refresh('Wallet/Deposits');
  expect(await slip.findByText('Credited to your balance')).toBeTruthy();
});

test('behavior: what was too small stays in the list with its reason, and has a slip', async () => {
  const small: typeof deposit = {
    ...deposit,
    amount: '5',
    received: '0',
    status: 'ignored',
    description: 'Below the minimum of 10 USDT, not credited',
  };
  await openScreen(path, { ...answers, 'Wallet/Deposits': { list: [small] } });
  fireEvent.click(await screen.findByRole('button', { name: /5\.00 USDT/ }));
  const slip = await screen.findByRole('dialog');
  expect(within(slip).getByText('Below the minimum of 10 USDT, not credited')).toBeTruthy();
  expect(within(slip).getByText('dep_1')).toBeTruthy();
});

test.each<[Verdict, RegExp]>([
  ['notfound', /No such transaction/],
  ['failed', /failed on chain/],
  ['nottoyou', /sends nothing to your deposit address/],
  ['wrongtoken', /as another token/],
  ['toosmall', /below the minimum/],
  ['confirming', /waits for confirmations/],
  ['booked', /is booked/],
])('behavior: a pasted hash gets the plain verdict %s', async (verdict, text) => {
  const check = { found: true, succeeded: true, transfers: [], verdict };
  await openScreen(path, { ...answers, 'Wallet/DepositCheck': check });
  fireEvent.change(screen.getByLabelText('Transaction hash'), { target: { value: ` ${hash} ` } });
  fireEvent.click(screen.getByRole('button', { name: 'Check' }));
  expect(await screen.findByText(text)).toBeTruthy();
});

test('behavior: below the verdict stands what is so of each transfer to oneself, and how many confirmations are missing', async () => {
  const transfer = {
    righttoken: true,
    toyou: true,
    coinid: 'USDT',
    amount: '100',
    enough: true,
    final: false,
    confirmations: 7,
    status: 'seen',
    id: 'dep_1',
  };
  const transfers = [transfer, { ...transfer, toyou: false, amount: '0' }];
  const check = { found: true, succeeded: true, transfers, verdict: 'confirming' as const };
  await openScreen(path, { ...answers, 'Wallet/DepositCheck': check });
  pasteHash(hash);
  fireEvent.click(screen.getByRole('button', { name: 'Check' }));
  const rowOf = (label: string) => screen.getByText(label).closest('div')?.textContent;
  await screen.findByText('At least the minimum');
  expect(
    ['Coin that can be deposited', 'At least the minimum', 'Final on chain', 'In your balance'].map(rowOf),
  ).toEqual([
    'Coin that can be depositedYes',
    'At least the minimumYes',
    'Final on chain7 of 15 confirmations',
    'In your balanceNo',
  ]);
});

const booked = { found: true, succeeded: true, transfers: [], verdict: 'booked' as const };
const pasteHash = (value: string) =>
  fireEvent.change(screen.getByLabelText('Transaction hash'), { target: { value } });

test('refuses: the verdict on one hash beside another one, and a late answer about one that is gone', async () => {
  const late = Promise.withResolvers<typeof booked>();
  let asked = 0;
  await openScreen(path, {
    ...answers,
    'Wallet/DepositCheck': () => {
      asked += 1;
      if (asked === 2) return late.promise;
      if (asked === 3) throw new Refused('request.unavailable', 'Busy right now');
      return booked;
    },
  });
  pasteHash(hash);
  fireEvent.click(screen.getByRole('button', { name: 'Check' }));
  expect(await screen.findByText(/is booked/)).toBeTruthy();
  pasteHash(`0x${'cd'.repeat(32)}`);
  expect(screen.queryByText(/is booked/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Check' }));
  pasteHash(hash);
  await act(async () => {
    late.resolve(booked);
    await late.promise;
  });
  await new Promise((done) => {
    setTimeout(done, 50);
  });
  expect(screen.queryByText(/is booked/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Check' }));
  expect(await screen.findByText('Busy right now')).toBeTruthy();
  pasteHash(`0x${'cd'.repeat(32)}`);
  expect(screen.queryByText('Busy right now')).toBeNull();
});
