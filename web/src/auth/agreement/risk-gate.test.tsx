// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen, Refused, unanswered } from '../../app/test-screen.tsx';
import { memberInfo } from '../../member/test-member.ts';
import { addTransaction } from '../../platform/wallet/transaction-record.ts';
import { transactionRecord } from '../../wallet/test-record.ts';

const forms = [
  '/pages/wallet/recharge/rechargeChain',
  '/pages/wallet/cast/cast',
  '/pages/swap/addLiquidity/addLiquidity',
  '/pages/wallet/subscribe/subscribe',
];

test.each(forms)('refuses: to take money at %s before the risk disclosure is accepted', async (path) => {
  let agreementsdue = 'risk-1';
  const { asked } = await openScreen(path, {
    'Users/Info': () => ({ ...memberInfo, agreementsdue }),
    'Ctrls/Agreement': () => unanswered,
    'Users/AcceptAgreements': () => {
      agreementsdue = '';
    },
    'Wallet/DepositAddress': () => unanswered,
    'Wallet/Deposits': () => unanswered,
    'Node/Types': () => unanswered,
    'Cast/Info': () => unanswered,
    'trade/Pool': () => unanswered,
    'trade/Liquidity': () => unanswered,
  });
  const accept = await screen.findByRole('button', { name: 'Accept' });
  expect(screen.getByRole('heading', { name: 'Risk disclosure' })).toBeTruthy();
  fireEvent.click(accept);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull());
  // Exactly what was shown; what else is due is asked for by its own name.
  expect(asked.find((one) => one.path === 'Users/AcceptAgreements')?.input).toEqual({
    agreements: 'risk-1',
  });
});

test('refuses: to be silent where the acceptance does not get through', async () => {
  await openScreen('/pages/wallet/recharge/rechargeChain', {
    'Users/Info': { ...memberInfo, agreementsdue: 'risk-1' },
    'Ctrls/Agreement': () => unanswered,
    'Users/AcceptAgreements': () => {
      throw new Refused('request.unavailable', 'Busy right now');
    },
    'Wallet/DepositAddress': () => unanswered,
    'Wallet/Deposits': () => unanswered,
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Accept' }));
  expect(await screen.findByText('Busy right now')).toBeTruthy();
});

const until = new Date(Date.now() + 90 * 60_000).toISOString();
const cooling = { ...memberInfo, coolinguntil: until, countrywarning: 'You can lose all of it.' };

test.each(forms)('refuses: to take money at %s while the cooling-off of the country lasts', async (path) => {
  await openScreen(path, {
    'Users/Info': () => cooling,
    'Wallet/DepositAddress': () => unanswered,
    'Wallet/Deposits': () => unanswered,
    'Node/Types': () => unanswered,
    'Cast/Info': () => unanswered,
    'trade/Pool': () => unanswered,
    'trade/Liquidity': () => unanswered,
  });
  expect(await screen.findByText('Cooling-off time')).toBeTruthy();
  expect(screen.getByText('You can lose all of it.')).toBeTruthy();
  expect(screen.getByText(/left$/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
});

test('refuses: to end the cooling-off by a device’s clock that is ahead; the rest counts by the server’s', async () => {
  const serverNow = Date.now() - 5 * 3_600_000; // this device is five hours fast
  const ends = new Date(serverNow + 2 * 3_600_000 + 30_000).toISOString();
  await openScreen('/pages/wallet/recharge/rechargeChain', {
    'Ctrls/gettime': () => ({ time: serverNow, zone: 'UTC', business: serverNow }),
    'Users/Info': () => ({ ...cooling, coolinguntil: ends }),
    'Wallet/DepositAddress': () => unanswered,
    'Wallet/Deposits': () => unanswered,
  });
  expect(await screen.findByText('Cooling-off time')).toBeTruthy();
  expect(await screen.findByText(/^2 h.* left$/)).toBeTruthy();
});

test('behavior: the warning of the country stands where money goes in, also after the cooling-off', async () => {
  await openScreen('/pages/wallet/recharge/rechargeChain', {
    'Users/Info': () => ({ ...cooling, coolinguntil: null }),
    'Wallet/DepositAddress': () => unanswered,
    'Wallet/Deposits': () => unanswered,
  });
  expect(await screen.findByText('You can lose all of it.')).toBeTruthy();
  expect(screen.queryByText('Cooling-off time')).toBeNull();
});

const due = { ...memberInfo, agreementsdue: 'risk-1' };
const seen = {
  id: 'dep_1',
  time: '2026-03-01T10:00:00.000Z',
  type: 'deposit',
  coinid: 'USDT',
  address: memberInfo.useraddress ?? '',
  amount: '100',
  received: '100',
  fee: '0',
  hash: `0x${'ab'.repeat(32)}`,
  chaintype: 'BEP-20',
  status: 'seen',
  description: 'Seen on chain, 7 of 15 confirmations',
  confirmations: 7,
};

test.each([due, { ...cooling, exitonly: true }])(
  'behavior: a deposit that is on its way stays in sight where no other one may come; only the address is away',
  async (member) => {
    await openScreen('/pages/wallet/recharge/rechargeChain', {
      'Users/Info': () => member,
      'Ctrls/Agreement': () => unanswered,
      'Wallet/DepositAddress': {
        address: seen.address,
        chainid: 56,
        token: seen.address,
        minimum: '10',
        confirmations: 15,
      },
      'Wallet/Deposits': { list: [seen] },
    });
    expect(await screen.findByText('7 of 15 confirmations')).toBeTruthy();
    expect(screen.getByLabelText('Transaction hash')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Your deposit address')).toBeNull());
  },
);

test('behavior: bank orders stay in sight before the risk disclosure is accepted', async () => {
  await openScreen('/pages/wallet/recharge/rechargeFiat', {
    'Users/Info': () => due,
    'Ctrls/Agreement': () => unanswered,
    'Wallet/FiatOrders': { list: [] },
  });
  expect(await screen.findByRole('button', { name: 'Accept' })).toBeTruthy();
  expect(screen.getByText('Your deposits by bank')).toBeTruthy();
});

test.each([
  ['/pages/swap/addLiquidity/addLiquidity', 'liquidity.add', 'In progress'],
  ['/pages/wallet/cast/cast', 'minting.power', 'In progress'],
  ['/pages/wallet/subscribe/subscribe', 'node.subscribe', /^Subscribe to Diamond/],
] as const)(
  'behavior: at %s what was sent before the risk disclosure changed is followed on',
  async (path, kind, title) => {
    addTransaction(
      transactionRecord({
        kind,
        from: memberInfo.useraddress as `0x${string}`,
        state: 'failed',
        doneAt: Date.now(),
      }),
    );
    await openScreen(path, {
      'Users/Info': () => due,
      'Ctrls/Agreement': () => unanswered,
      'Node/Types': () => unanswered,
      'Node/Mine': null,
      'Node/Allow': () => unanswered,
      'Cast/Info': () => unanswered,
      'Users/GetMyEnergy': () => unanswered,
      'trade/Pool': () => unanswered,
      'trade/Liquidity': () => unanswered,
    });
    expect(await screen.findByRole('button', { name: 'Accept' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: title })).toBeTruthy();
  },
);
