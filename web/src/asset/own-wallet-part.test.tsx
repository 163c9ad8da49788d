// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openScreen, Refused, unanswered } from '../app/test-screen.tsx';
import type { Answers } from '../app/test-screen.tsx';
import { activatedMember } from '../member/test-member.ts';
import { disconnect } from '../platform/wallet/wallet-store.ts';
import { ownTotal } from './own-wallet-part.tsx';

const wallet = '/pages/wallet/wallet';
const own = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const contracts = {
  usdt: '0x1000000000000000000000000000000000000001',
  open: '0x1000000000000000000000000000000000000002',
  ousd: '0x1000000000000000000000000000000000000003',
};
const member = { ...activatedMember, useraddress: own };
const answers: Answers = {
  'Users/Balance': { list: [{ coinid: 'USDT', balance: '40', lockbalance: '0', available: '40' }] },
  'trade/GetUserBalanceRecord': { list: [] },
  'Users/Info': member,
  'Ctrls/GetConfig': { list: [{ idx: 'chain.contracts', val: JSON.stringify(contracts) }] },
};
const held: Record<string, bigint> = { [contracts.usdt]: 12n, [contracts.open]: 300n, [contracts.ousd]: 7n };
const hex = (coins: bigint) => `0x${(coins * 10n ** 18n).toString(16).padStart(64, '0')}`;
const rpc = (method: string, params: readonly unknown[]) =>
  method === 'eth_getBalance' ? hex(2n) : hex(held[(params[0] as { to: string }).to] ?? 0n);
const ownList = () => screen.findByRole('list', { name: 'In your own wallet' });

afterEach(() => disconnect());

test('refuses: to call zero what the chain did not tell; the ledger stands as it is', async () => {
  let away = true;
  const broken = (method: string, params: readonly unknown[]) => {
    if (away) throw new Error('the node is away');
    return rpc(method, params);
  };
  await openScreen(wallet, answers, { rpc: broken });
  expect(await screen.findByText('We cannot read your wallet’s balance right now.')).toBeTruthy();
  expect(screen.queryByRole('list', { name: 'In your own wallet' })).toBeNull();
  expect(screen.getByText('40.00')).toBeTruthy();
  away = false;
  fireEvent.click(screen.getByRole('button', { name: 'Read again' }));
  expect(await within(await ownList()).findByText('12.00')).toBeTruthy();
});

test('refuses: to guess whose wallet it is while the profile cannot be read', async () => {
  await openScreen(wallet, {
    ...answers,
    'Users/Info': () => {
      throw new Refused('request.unavailable', 'Busy right now');
    },
  });
  expect(await screen.findByText('We cannot read your wallet’s balance right now.')).toBeTruthy();
});

test('behavior: while the chain is read the coins stand with a dash', async () => {
  await openScreen(wallet, answers, { rpc: () => unanswered });
  const list = within(await ownList());
  expect(list.getAllByText('Reading from the chain').length).toBe(5);
});

test('behavior: without a wallet it says so, with the way to one', async () => {
  await openScreen(wallet, { ...answers, 'Users/Info': { ...member, useraddress: null } });
  expect(await screen.findByText('No wallet yet')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Bind a wallet' }).getAttribute('href')).toContain('kind=wallet');
});

test('behavior: both sides stand apart, each says which it is, and their sums are not mixed', async () => {
  await openScreen(wallet, answers, { rpc });
  const mine = within(await ownList());
  expect(await mine.findByText('12.00')).toBeTruthy();
  expect(mine.getByText('300.00')).toBeTruthy();
  expect(mine.getByRole('link', { name: /OUSD/ }).getAttribute('href')).toContain('coinid=OUSD');
  expect(screen.getByRole('heading', { name: 'Held for you in Openmere' })).toBeTruthy();
  expect(screen.getByText('40.00 USDT')).toBeTruthy();
  expect(screen.getByText('19.00 USDT')).toBeTruthy();
  expect(screen.getByText('On chain and yours alone, 0xf39fd6e5…ffb92266')).toBeTruthy();
});

test('behavior: the eye hides the wallet, too', async () => {
  await openScreen(wallet, answers, { rpc });
  await within(await ownList()).findByText('12.00');
  fireEvent.click(screen.getByRole('button', { name: 'Hide amounts' }));
  expect(screen.queryByText('12.00')).toBeNull();
  expect(screen.queryByText('19.00 USDT')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Show amounts' }));
});

test('behavior: the list leaves empty coins of both sides out', async () => {
  await openScreen('/pages/wallet/list/list', answers, {
    rpc: (method, params) => (method === 'eth_getBalance' ? '0x0' : rpc(method, params)),
  });
  await within(await ownList()).findByText('12.00');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Only coins you hold' }));
  expect(within(await ownList()).queryByText('BNB')).toBeNull();
});

test('behavior: a coin of both sides shows each by its name', async () => {
  await openScreen('/pages/wallet/detail/detail?coinid=USDT', answers, { rpc });
  expect(await screen.findByText('12.00')).toBeTruthy();
  expect(screen.getAllByText('40.00').length).toBeGreaterThan(0);
  expect(screen.getByRole('heading', { name: 'In your own wallet' })).toBeTruthy();
});

test('behavior: OUSD is only on chain, has no ledger records, and is redeemed from its page', async () => {
  const { asked } = await openScreen('/pages/wallet/detail/detail?coinid=OUSD', answers, { rpc });
  expect(await screen.findByText('7.00')).toBeTruthy();
  expect(screen.getByRole('link', { name: /Redeem OUSD/ }).getAttribute('href')).toBe(
    '#/pages/swap/redeem/redeem',
  );
  expect(screen.getByText('Only on chain')).toBeTruthy();
  expect(screen.queryByText('Held for you in Openmere')).toBeNull();
  expect(asked.some((one) => one.path === 'trade/GetUserBalanceRecord')).toBe(false);
});

test('behavior: only coins that are worth one dollar are added up, without a float', () => {
  const rows = [
    { coin: 'BNB', amount: '5' },
    { coin: 'USDT', amount: '0.1' },
    { coin: 'OUSD', amount: '0.2' },
    { coin: 'OPEN', amount: '900' },
  ] as const;
  expect(ownTotal(rows)).toBe('0.3');
});
