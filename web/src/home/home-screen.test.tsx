// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { unanswered, Refused, openScreen } from '../app/test-screen.tsx';
import { actingMember, memberInfo } from '../member/test-member.ts';
import { usePreferences } from '../platform/preferences.ts';
import { queryClient } from '../platform/query.ts';
import { writeStored } from '../platform/storage.ts';
import { addTransaction, useTransactionStore } from '../platform/wallet/transaction-record.ts';
import { testProof } from '../reserve/test-proof.ts';
import { transactionRecord } from '../wallet/test-record.ts';

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

test('refuses: to ask a frozen sub-account for a proof that only its main account can give', async () => {
  await openScreen('/', {
    ...money,
    'Users/Info': () => ({ ...actingMember, frozen: true }),
    'Users/Balance': balances,
  });
  expect(await screen.findByText(/Only your main account, Heron, can unfreeze it\./)).toBeTruthy();
  expect(screen.queryByText(/confirm it is you/)).toBeNull();
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

test('behavior: a sale, a refund and a claim say what they are, and each opens its record', async () => {
  const before = new Date(Date.now() - 3_600_000).toISOString();
  writeStored('general.homeSeen', `${memberInfo.userid} ${before}`);
  const record = {
    time: transfer.time,
    coinid: 'USDT',
    balanceafter: '100',
    counterpart: null,
    outcome: null,
    hash: null,
    fee: null,
    usdtvalue: null,
    description: '',
  };
  const list = [
    { ...record, id: '1.USDT', kind: 'order-complete', reference: 'ord_1', amount: '18' },
    { ...record, id: '2.USDT', kind: 'order-refund', reference: 'ord_2', amount: '8' },
    { ...record, id: '2.OBL', kind: 'order-refund', reference: 'ord_2', amount: '2', coinid: 'OBL' },
    { ...record, id: '3.USDT', kind: 'reward-claim', reference: 'clm_1', amount: '3' },
  ];
  await openScreen('/', {
    ...money,
    'Users/Info': () => memberInfo,
    'Users/Balance': balances,
    'trade/GetUserBalanceRecord': () => ({ list }),
  });
  const hrefOf = async (name: RegExp) => (await screen.findByRole('link', { name })).getAttribute('href');
  expect(await hrefOf(/^Your shop received 18\.00 USDT/)).toBe(
    '#/pages/mall/shopManage?part=orders&id=ord_1',
  );
  expect(await hrefOf(/^Refund of your order: 8\.00 USDT \+ 2\.00 OBL/)).toBe(
    '#/pages/order/detail?id=ord_2',
  );
  expect(await hrefOf(/^You claimed rewards: 3\.00 USDT/)).toBe('#/pages/wallet/detail/detail?coinid=USDT');
  expect(await screen.findByText('Arrived since your last visit: 37.90 USDT')).toBeTruthy();
});

test('refuses: to count of what arrived while away only what is shown, or to call a part of it all', async () => {
  const before = new Date(Date.now() - 3_600_000).toISOString();
  const many = Array.from({ length: 8 }, (_, index) => ({ ...transfer, id: `tra_${index}` }));
  for (const [cursor, said] of [
    [undefined, 'Arrived since your last visit: 159.20 USDT'],
    ['next', 'Arrived since your last visit: at least 159.20 USDT'],
  ] as const) {
    writeStored('general.homeSeen', `${memberInfo.userid} ${before}`);
    await openScreen('/', {
      ...money,
      'Users/Info': () => memberInfo,
      'Users/Balance': balances,
      'Wallet/Transfers': () => ({ list: many, cursor }),
    });
    expect(await screen.findByText(said)).toBeTruthy();
    expect(screen.getAllByText('M***k sent you 19.90 USDT')).toHaveLength(6);
    cleanup();
  }
});

test('refuses: to take an answer without transfers that leads on for none at all', async () => {
  const seen = `${memberInfo.userid} ${new Date(Date.now() - 3_600_000).toISOString()}`;
  const sale = {
    id: '1.USDT',
    kind: 'order-complete',
    reference: 'ord_1',
    time: transfer.time,
    coinid: 'USDT',
    amount: '18',
    balanceafter: '100',
    counterpart: null,
    outcome: null,
    hash: null,
    fee: null,
    usdtvalue: null,
    description: '',
  };
  const feed = (list: (typeof sale)[], cursor?: string) =>
    openScreen('/', {
      ...money,
      'Users/Info': () => memberInfo,
      'Users/Balance': balances,
      'Users/TotalDayMy': () => ({ list: [] }),
      'Wallet/FiatOrders': () => ({ list: [] }),
      'Wallet/Transfers': () => ({ list: [], cursor }),
      'trade/GetUserBalanceRecord': () => ({ list }),
    });
  await feed([]);
  expect(await screen.findByText(/^Nothing yet/)).toBeTruthy();
  cleanup();
  queryClient.clear();
  await feed([], 'older');
  const stateOf = (path: keyof typeof money) => queryClient.getQueryState([path, {}, 'pages'])?.status;
  const lists = ['Wallet/Deposits', 'Wallet/Transfers', 'Wallet/Withdrawals'] as const;
  await waitFor(() => expect(lists.map(stateOf)).toEqual(['success', 'success', 'success']));
  await act(async () => {});
  expect(screen.getByText('Recent activity')).toBeTruthy();
  expect(screen.queryByText(/^Nothing yet/)).toBeNull();
  cleanup();
  writeStored('general.homeSeen', seen);
  await feed([sale], 'older');
  expect(await screen.findByText('Arrived since your last visit: at least 18.00 USDT')).toBeTruthy();
});

test('refuses: a badge of proof over a proof that does not cover, and a claim without the way to its proof', async () => {
  await openScreen('/', { 'Wallet/Reserves': testProof().published }, { visitor: true });
  expect(await screen.findByText(/^Proof of reserves, /)).toBeTruthy();
  const proofs = screen.getAllByRole('link', { name: /^Proof of reserves/ });
  expect(proofs.map((link) => link.getAttribute('href'))).toEqual(
    Array(3).fill('#/pages/wallet/reserves/reserves'),
  );
  const { published: short } = testProof({ onchain: '49.999999999999999999' });
  await openScreen('/', { 'Wallet/Reserves': short }, { visitor: true });
  expect(await screen.findByText(/^Reserves not fully covered, /)).toBeTruthy();
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

const underWay = [
  ['activation', {}, /activate\/activate$/, ''],
  ['deposit', { amount: '1234.5', coinid: 'USDO' }, /recharge\/rechargeChain$/, '1.234,50 USDO'],
  ['trade', { side: 'sell', paid: '20', amount: '7' }, /swap\/swap\/swap$/, '20,00 OPEN'],
  ['liquidity.add', { usdt: '1', open: '2.5' }, /linquidity\/linquidity$/, '1,00 USDT · 2,50 OPEN'],
  ['liquidity.remove', { lp: '3.25' }, /linquidity\/linquidity$/, '3,25 LP'],
  ['liquidity.readd', { ousd: '4' }, /linquidity\/linquidity$/, '4,00 OUSD'],
  ['liquidity.release', { ousd: '5' }, /linquidity\/linquidity$/, '5,00 OUSD'],
  ['redeem', { ousd: '6' }, /redeem\/redeem$/, '6,00 OUSD'],
  ['minting.power', { amount: '7' }, /cast\/cast$/, ''],
  ['minting.usdo', { amount: '8' }, /usdoCast\/usdoCast$/, '8,00 USDO'],
  ['minting.redeem', { amount: '9' }, /usdoCast\/usdoCast$/, '9,00 USDO'],
  ['node.subscribe', { type: 'gold', amount: '1000' }, /subscribe\/subscribe$/, '1.000,00 USDT'],
  ['revoke', { coin: 'USDT', spender: 'swapDesk' }, /approvals\/approvals$/, ''],
] as const;

test('refuses: what another member of this device has sent is not told on home', async () => {
  addTransaction(transactionRecord({ kind: 'trade', owner: 'somebody else' }));
  addTransaction(transactionRecord({ id: 'own', kind: 'redeem' }));
  const answers = { ...money, 'Users/Info': () => memberInfo, 'Users/Balance': balances };
  await openScreen('/', answers);
  await waitFor(() => expect(screen.getAllByText('On its way')).toHaveLength(1));
  useTransactionStore.setState({ records: [] });
});

test.each(underWay)(
  'behavior: of kind %s, what the wallet has sent leads to the page that follows it, its amount as money is written',
  async (kind, note, href, amount) => {
    addTransaction(transactionRecord({ kind, note }));
    const answers = { ...money, 'Users/Info': () => memberInfo, 'Users/Balance': balances };
    await openScreen('/', answers, { locale: 'es' });
    const row = () => screen.getByText('En camino').closest('a');
    await waitFor(() => expect(row()?.getAttribute('href')).toMatch(href));
    const written = row()?.textContent?.replaceAll(/\s/g, ' ') ?? '';
    if (amount !== '') expect(written).toContain(amount);
    expect(/\d/.test(written)).toBe(amount !== '');
    // Hidden with the other amounts.
    act(() => usePreferences.setState({ hideAmounts: true }));
    expect(/\d/.test(row()?.textContent ?? '')).toBe(false);
    act(() => usePreferences.setState({ hideAmounts: false }));
    useTransactionStore.setState({ records: [] });
  },
);

test('behavior: home that is pulled down asks anew for all that its feed is made of', async () => {
  const feed = [
    'Wallet/Deposits',
    'Wallet/Transfers',
    'Wallet/Withdrawals',
    'Wallet/FiatOrders',
    'Users/TotalDayMy',
    'trade/GetUserBalanceRecord',
  ] as const;
  const answers = Object.fromEntries(feed.map((path) => [path, { list: [] }]));
  const { asked } = await openScreen('/', {
    ...answers,
    'Users/Info': memberInfo,
    'Users/Balance': balances,
  });
  const timesOf = () => feed.map((path) => asked.filter((one) => one.path === path).length);
  const part = await screen.findByText('40.00 USDT');
  await waitFor(() => expect(Math.min(...timesOf())).toBeGreaterThan(0));
  const before = timesOf();
  fireEvent.touchStart(part, { touches: [{ clientX: 0, clientY: 0 }] });
  fireEvent.touchMove(part, { touches: [{ clientX: 0, clientY: 300 }] });
  fireEvent.touchEnd(part);
  await waitFor(() =>
    expect(timesOf().map((times, at) => times > (before[at] ?? 0))).toEqual(feed.map(() => true)),
  );
});
