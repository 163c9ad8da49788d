// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { toFunctionSelector } from 'viem';
import { expect, test } from 'vitest';
import { openScreen, Refused, unanswered } from '../app/test-screen.tsx';
import {
  contracts as deskContracts,
  deskNode,
  equity,
  facts,
  newDeskChain,
} from '../liquidity/test-liquidity.ts';
import { memberInfo } from '../member/test-member.ts';
import { exactTime } from '../platform/exact-time.ts';
import {
  addTransaction,
  changeTransaction,
  clearTransaction,
} from '../platform/wallet/transaction-record.ts';
import { connect, useWalletStore } from '../platform/wallet/wallet-store.ts';
import { bannerOf } from '../setting/test-banner.ts';
import { injectWallet, member } from '../swap/trade/test-trade.ts';
import { transactionRecord } from '../wallet/test-record.ts';

const path = '/pages/wallet/subscribe/subscribe';
const at = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
const address = (digit: string): string => `0x${digit.repeat(40)}`;
const contracts = JSON.stringify({ usdt: address('1'), membership: address('2'), medal: address('3') });
const config = {
  list: [
    { idx: 'chain.id', val: '31337' },
    { idx: 'chain.contracts', val: contracts },
  ],
};

const sale: OutputOf<'Node/Types'> = {
  type: 'diamond',
  total: 500,
  subscribed: 488,
  price: '1000',
  starts: at(-24),
  ends: at(30),
  equity: '1000',
  weight: 1,
  private: false,
  paused: false,
  asof: at(0),
  now: at(0),
};
const rows: OutputOf<'Node/Types'>[] = [
  { ...sale, type: 'genesis', total: 100, subscribed: 100, price: '5000', equity: '5000', weight: 5 },
  { ...sale, type: 'gold', total: 200, price: '2000', subscribed: 0, private: true, starts: at(3) },
  sale,
];
const allow: OutputOf<'Node/Allow'> = {
  state: 'none',
  address: null,
  chainid: 31337,
  contract: null,
  deadline: null,
  signature: null,
};
const answers = {
  'Ctrls/GetConfig': config,
  'Users/Info': memberInfo,
  'Node/Types': { list: rows },
  'Node/Mine': null,
  'Node/Allow': allow,
} as const;

const medalConfig = {
  list: [
    { idx: 'chain.id', val: '31337' },
    {
      idx: 'chain.contracts',
      val: JSON.stringify({ ...deskContracts, membership: address('e'), medal: address('d') }),
    },
  ],
};

/** A chain that sells nodes from a minute ago on, and a wallet that has none. */
function saleNode(now: number) {
  const node = deskNode(newDeskChain());
  const word = (value: number | bigint) => BigInt(value).toString(16).padStart(64, '0');
  const words: Record<string, string> = {
    [toFunctionSelector('saleOf(uint8)')]: [500, 488, 1000n * 10n ** 18n, now - 60, now + 3_600]
      .map(word)
      .join(''),
    [toFunctionSelector('hasBought(address)')]: word(0),
  };
  return (method: string, params: readonly unknown[]): unknown => {
    if (method === 'eth_getBlockByNumber') return { number: '0x64', timestamp: `0x${now.toString(16)}` };
    const asked = method === 'eth_call' && words[(params[0] as { data: string }).data.slice(0, 10)];
    return asked ? `0x${asked}` : node(method, params);
  };
}

test('behavior: bones first', async () => {
  await openScreen(path, { ...answers, 'Node/Types': () => unanswered });
  expect(screen.getAllByText('Loading').length).toBeGreaterThan(0);
});

test('behavior: an error says why and tries again', async () => {
  await openScreen(path, {
    ...answers,
    'Node/Types': () => {
      throw new Refused('request.unavailable', 'Busy right now');
    },
  });
  expect(await screen.findByText('Busy right now')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('behavior: nothing on offer says so, with the rules', async () => {
  await openScreen(path, { ...answers, 'Node/Types': { list: [] } });
  expect(await screen.findByText('No nodes are offered')).toBeTruthy();
  expect(screen.getByText('Not refundable')).toBeTruthy();
});

test('behavior: kinds with what is left, the countdown, and that it is not refundable', async () => {
  await openScreen(path, answers);
  expect(await screen.findByText('5,000.00 USDT · all subscribed')).toBeTruthy();
  expect(screen.getByText('1,000.00 USDT · 12 of 500 left')).toBeTruthy();
  expect(screen.getByRole('timer').textContent).toMatch(/^Ends in (29|30) h/);
  for (const [label, time] of [
    ['Sale opens', sale.starts],
    ['Sale ends', sale.ends],
  ] as const)
    expect(screen.getByText(label).closest('div')?.textContent).toContain(exactTime(time ?? '', 'en'));
  expect(screen.getByText(/70% goes to the market-value pool and 30%/)).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: /Gold/ }));
  expect(await screen.findByText('Gold needs a permit')).toBeTruthy();
  expect(screen.getByRole('timer').textContent).toMatch(/^Opens in [23] h/);
});

test('refuses: a sale that the guard has paused, at once, without a countdown and before a wallet is asked for', async () => {
  await openScreen(path, {
    ...answers,
    'Node/Types': { list: rows.map((row) => ({ ...row, paused: true })) },
    index: bannerOf([{ what: 'node', since: at(-2), reason: 'The law requires it.' }]),
  });
  expect((await screen.findAllByText('The sale is paused')).length).toBe(2);
  expect(
    await screen.findByText(/^Subscribing is paused for now\. It has been .*2026.* The law/),
  ).toBeTruthy();
  expect(screen.queryByText('On sale')).toBeNull();
  expect(screen.queryByRole('timer')).toBeNull();
  expect(screen.getByRole('button', { name: 'Subscribing is paused for now.' })).toBeTruthy();
});

test('refuses: to say without end that the chain is being read where it does not answer', async () => {
  const rpc = () => {
    throw new Error('the node is away');
  };
  await openScreen(path, { ...answers, 'Users/Info': member }, { rpc });
  expect(await screen.findByText('This could not be loaded')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('refuses: to say that a permit is needed while nobody has said whether there is one', async () => {
  const now = Math.floor(Date.now() / 1000);
  await openScreen(
    `${path}?type=gold`,
    {
      ...answers,
      'Ctrls/GetConfig': medalConfig,
      'Users/Info': member,
      'Node/Allow': () => {
        throw new Refused('request.unavailable', 'Busy right now');
      },
    },
    { rpc: saleNode(now) },
  );
  await injectWallet();
  await connect(useWalletStore.getState().providers[0]?.id);
  expect(await screen.findByText('Busy right now')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Reading the chain' })).toBeTruthy();
});

test.each([
  ['at the cap', { room: '0', balance: '12500', earned: '12500', spent: '0', capped: true }, '0.00'],
  ['near the cap', { room: '500', balance: '12000', earned: '12000', spent: '0' }, '500.00'],
  ['far from it', { room: '11500', balance: '1000', earned: '1000', spent: '0' }, '1,000.00'],
])('behavior: the review says what EQUITY a node really gives, %s', async (_where, mine, given) => {
  const rpc = saleNode(Math.floor(Date.now() / 1000));
  await openScreen(
    path,
    {
      ...answers,
      'Ctrls/GetConfig': medalConfig,
      'Users/Info': member,
      'trade/Liquidity': { ...facts, equity: { ...equity, again: '250', ...mine } },
    },
    { rpc },
  );
  await injectWallet();
  await connect(useWalletStore.getState().providers[0]?.id);
  fireEvent.click(await screen.findByRole('button', { name: /^Subscribe to Diamond/ }));
  const sheet = within(await screen.findByRole('dialog'));
  const row = sheet.getByText('EQUITY it gives').closest('div');
  await waitFor(() => expect(row?.textContent).toContain(given));
  const limited = sheet.queryByText(new RegExp(`gives you ${given} of 1,000.00`));
  expect(limited !== null).toBe(given !== '1,000.00');
});

const mine: NonNullable<OutputOf<'Node/Mine'>> = {
  type: 'diamond',
  tokenid: 312,
  hash: `0x${'a1'.repeat(32)}`,
  time: at(-5),
  dividends: [
    { coinid: 'USDT', amount: '3.5' },
    { coinid: 'OPEN', amount: '12' },
  ],
  equity: '1000',
  bought: true,
};

test('refuses: to call a permit usable by a wallet that has subscribed: it does so once', async () => {
  const signed = { ...allow, state: 'signed' as const, deadline: at(200), signature: '0x5e' };
  const gold = `${path}?type=gold`;
  await openScreen(gold, { ...answers, 'Node/Allow': signed });
  expect(await screen.findByText('You have a permit')).toBeTruthy();
  await openScreen(gold, { ...answers, 'Node/Allow': signed, 'Node/Mine': mine });
  expect(await screen.findByText('Diamond medal no. 312')).toBeTruthy();
  expect(screen.queryByText('You have a permit')).toBeNull();
});

test('behavior: one’s own medal stands above what is on sale', async () => {
  const list = [...config.list, { idx: 'chain.explorer', val: 'https://explorer.test' }];
  await openScreen(path, { ...answers, 'Ctrls/GetConfig': { list }, 'Node/Mine': mine });
  expect(await screen.findByText('Diamond medal no. 312')).toBeTruthy();
  expect(screen.getByText('3.50 USDT · 12.00 OPEN')).toBeTruthy();
  const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(hrefs).toContain(`https://explorer.test/tx/${mine.hash}`);
  expect(hrefs).toContain(`https://explorer.test/address/${address('3')}`);
  expect(screen.getByText(/by weight 1 and by how long you hold it/)).toBeTruthy();
  const help = screen.getByRole('link', { name: 'Get help with this' });
  expect(help.getAttribute('href')).toContain('about=node:mdl_312');
  // Said at once, not after a wallet was connected for nothing.
  expect(screen.getByRole('button', { name: /^This wallet has subscribed a node before/ })).toBeTruthy();
  expect(screen.queryByText('Bind a wallet first')).toBeNull();
});

test('behavior: one that is under way is waited for, one that the network has dropped is not', async () => {
  const own = address('9');
  const wallet = { 'Users/Info': { ...memberInfo, useraddress: own } };
  const record = transactionRecord({ kind: 'node.subscribe', from: own as `0x${string}` });
  addTransaction(record);
  await openScreen(path, { ...answers, ...wallet });
  expect(await screen.findByRole('button', { name: 'In progress' })).toBeTruthy();
  act(() => changeTransaction('one', { state: 'dropped' }));
  expect(screen.queryByRole('button', { name: 'In progress' })).toBeNull();
  act(() => clearTransaction('one'));
});
