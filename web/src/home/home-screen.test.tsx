// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { unanswered, Refused, openScreen } from '../app/test-screen.tsx';
import { memberInfo } from '../member/test-member.ts';
import { writeStored } from '../platform/storage.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const transfer = {
  id: 'tra_1',
  time: new Date(Date.now() - 60_000).toISOString(),
  type: 'in',
  coinid: 'USDT',
  address: 'M***k',
  amount: '20',
  received: '19.9',
  fee: '0.1',
  hash: null,
  chaintype: 'ledger',
  status: 'done',
  counterpart: 'M***k',
  note: '',
  description: 'From M***k',
};
const money = {
  'Wallet/Deposits': () => ({ list: [] }),
  'Wallet/Transfers': () => ({ list: [transfer] }),
  'Wallet/Withdrawals': () => ({ list: [] }),
};
const balances = () => ({
  list: [{ coinid: 'USDT', balance: '40', lockbalance: '0', available: '40' }],
});

test('refuses: to show a balance that is not known as zero', async () => {
  await openScreen('/', { ...money, 'Users/Info': () => unanswered, 'Users/Balance': () => unanswered });
  expect(await screen.findByText('Not known right now')).toBeTruthy();
  await openScreen('/', {
    ...money,
    'Users/Info': () => memberInfo,
    'Users/Balance': () => {
      throw new Refused('request.unavailable', 'Try again later.');
    },
  });
  expect(await screen.findByText('Activate your account')).toBeTruthy();
  expect(screen.getByText('Not known right now')).toBeTruthy();
});

test('refuses: to ask for a visitor’s money', async () => {
  const { asked } = await openScreen('/', {}, { visitor: true });
  expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe(
    '#/pages/login/login?step=register',
  );
  expect(asked.map((one) => one.path)).not.toContain('Users/Balance');
});

test('behavior: balance, lock and the next step of the set-up', async () => {
  await openScreen('/', {
    ...money,
    'Users/Info': () => ({ ...memberInfo, lockeduntil: new Date(Date.now() + 3_660_000).toISOString() }),
    'Users/Balance': balances,
  });
  expect(await screen.findByText('40.00 USDT')).toBeTruthy();
  expect(await screen.findByText(/They unlock in 1 h/)).toBeTruthy();
  expect(await screen.findByText('4 of 5')).toBeTruthy();
  const next = screen.getByRole('link', { name: /^Activate your account/ });
  expect(next.getAttribute('href')).toBe('#/pages/wallet/activate/activate?setup=1');
});

test('behavior: a frozen account is told so, with the way to lift it', async () => {
  await openScreen('/', {
    ...money,
    'Users/Info': () => ({ ...memberInfo, frozen: true }),
    'Users/Balance': balances,
  });
  expect(await screen.findByText('Your account is frozen')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Security' }).getAttribute('href')).toBe(
    '#/pages/mine/safety/safety',
  );
});

test('behavior: who may only leave is told so and led nowhere else', async () => {
  await openScreen('/', {
    ...money,
    'Users/Info': () => ({ ...memberInfo, exitonly: true }),
    'Users/Balance': balances,
  });
  expect(await screen.findByText('You can only withdraw')).toBeTruthy();
  expect(screen.queryByText('Set up your account')).toBeNull();
});

test('behavior: a member reads what happened, not the brochure; what arrived while away is said first', async () => {
  const before = new Date(Date.now() - 3_600_000).toISOString();
  writeStored('general.homeSeen', `${memberInfo.userid} ${before}`);
  const answers = { ...money, 'Users/Info': () => memberInfo, 'Users/Balance': balances };
  await openScreen('/', answers);
  const row = await screen.findByRole('link', { name: /M\*\*\*k sent you 19\.90 USDT/ });
  expect(row.getAttribute('href')).toBe('#/pages/wallet/transfer/recode/recode?id=tra_1');
  expect(await screen.findByText('Arrived since your last visit: 19.90 USDT')).toBeTruthy();
  expect(screen.queryByText('What Openmere does')).toBeNull();
  cleanup();
  await openScreen('/', answers);
  expect(await screen.findByText('M***k sent you 19.90 USDT')).toBeTruthy();
  expect(screen.queryByText(/^Arrived since/)).toBeNull();
});

test('behavior: a visitor with an invitation is greeted by the name of who invites', async () => {
  document.cookie = 'invcode=6MVGA1; Path=/';
  await openScreen(
    '/',
    { 'Users/Inviter': () => ({ nickname: 'O***e', avatar: '', activated: true }) },
    { visitor: true },
  );
  expect(await screen.findByText('O***e invites you')).toBeTruthy();
  expect(screen.getByText('What Openmere does')).toBeTruthy();
  document.cookie = 'invcode=; Max-Age=0; Path=/';
});
