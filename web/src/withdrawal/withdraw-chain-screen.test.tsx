// @vitest-environment happy-dom
import type { InputOf, OutputOf } from '@openmere/core/calls.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen, Refused, sealingKey, unanswered } from '../app/test-screen.tsx';
import type { Answers, Asked } from '../app/test-screen.tsx';
import { activatedMember } from '../member/test-member.ts';
import { keepDraft, readDraft } from '../platform/drafts.ts';
import { TIME, WALLET, withdrawalRecord } from './test-record.ts';

const path = '/pages/wallet/withdraw/withdrawChain';
const member = { ...activatedMember, useraddress: WALLET };
const { checks } = withdrawalRecord();
const quote: OutputOf<'Wallet/WithdrawQuote'> = {
  amount: '40',
  fee: '1',
  received: '39',
  address: WALLET,
  checks,
  decider: 'operator',
  decideby: '2099-03-02T10:00:00.000Z',
  halt: null,
  silence: null,
};

function banner(
  payouthalt: OutputOf<'index'>['payouthalt'] = null,
  silence: OutputOf<'index'>['silence'] = null,
): OutputOf<'index'> {
  const now = Date.parse(TIME);
  return {
    name: 'Openmere',
    version: '1.0.0',
    chainid: 31337,
    health: 'ok',
    loops: [],
    payouthalt,
    paused: [],
    silence,
    time: now,
  };
}

async function serverFor(more: Answers = {}): Promise<Answers> {
  const rules = [
    { idx: 'withdraw.min', val: '20' },
    { idx: 'withdraw.multiple', val: '20' },
    { idx: 'withdraw.fee', val: '1' },
  ];
  return {
    'Ctrls/GetConfig': { list: [...rules, await sealingKey()] },
    'Users/Info': member,
    'Users/Balance': { list: [{ coinid: 'USDT', balance: '110', lockbalance: '0', available: '110' }] },
    'Wallet/WithdrawQuote': quote,
    index: banner(),
    'Wallet/Withdraw': withdrawalRecord(),
    'Wallet/Withdrawals': { list: [] },
    ...more,
  };
}

async function openForm(more: Answers = {}): Promise<{ asked: Asked[] }> {
  const stage = await openScreen(path, await serverFor(more));
  await screen.findByText(/^Available: 110\.00 USDT/);
  return stage;
}

const typeAmount = (text: string) =>
  fireEvent.change(screen.getByLabelText('Amount'), { target: { value: text } });

async function confirm(): Promise<void> {
  const review = await screen.findByRole('button', { name: 'Review 40.00 USDT' });
  await waitFor(() => expect(review.getAttribute('aria-busy')).toBeNull());
  fireEvent.click(review);
  const sheet = within(await screen.findByRole('dialog'));
  fireEvent.change(sheet.getByLabelText('Payment password'), { target: { value: 'abc123456' } });
  fireEvent.click(sheet.getByRole('button', { name: 'Withdraw 40.00 USDT' }));
}

const requests = (asked: readonly Asked[]) =>
  asked.filter((one) => one.path === 'Wallet/Withdraw').map((one) => one.input as InputOf<'Wallet/Withdraw'>);

test.each([
  [{ useraddress: null }, 'Bind wallet', '#/pages/mine/blind/blind?kind=wallet'],
  [{ haspaypassword: false }, 'Set payment password', '#/pages/mine/setPwd/setPwd?kind=pay'],
])('refuses: while something is missing (%o); it says what and leads there', async (lack, action, href) => {
  await openScreen(path, await serverFor({ 'Users/Info': { ...member, ...lack } }));
  expect((await screen.findByRole('link', { name: action })).getAttribute('href')).toBe(href);
  expect(screen.queryByLabelText('Amount')).toBeNull();
});

test('refuses: during the lock after a password reset, and says until when', async () => {
  const lockeduntil = new Date(Date.now() + 3_600_000).toISOString();
  await openForm({ 'Users/Info': { ...member, lockeduntil } });
  typeAmount('40');
  expect(
    screen.getByText(/^Locked until .* payment password was changed or two-step verification was removed$/),
  ).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Locked for now' })).toBeTruthy();
});

test('refuses: while the account is frozen, before anything is typed, with the way to lift it', async () => {
  await openForm({ 'Users/Info': { ...member, frozen: true } });
  expect(screen.getByText('Your account is frozen')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Security' }).getAttribute('href')).toBe(
    '#/pages/mine/safety/safety',
  );
  expect(screen.getByRole('button', { name: 'Locked for now' })).toBeTruthy();
});

test.each([
  ['10', 'The minimum is 20.'],
  ['30', 'Enter a whole multiple of 20.'],
  ['120', 'You have 110.00 USDT'],
  ['99999', 'You have 110.00 USDT'],
])('refuses: %s, and the button says why', async (amount, reason) => {
  const { asked } = await openForm();
  typeAmount(amount);
  expect(await screen.findByRole('button', { name: reason })).toBeTruthy();
  expect(asked.some((one) => one.path === 'Wallet/WithdrawQuote')).toBe(false);
});

test('refuses: what the server refuses stands in the button', async () => {
  await openForm({
    'Wallet/WithdrawQuote': () => {
      throw new Refused('request.unavailable', 'Busy right now');
    },
  });
  typeAmount('40');
  expect(await screen.findByRole('button', { name: /Busy right now/ })).toBeTruthy();
});

test('behavior: halted payouts are said before one asks, with the reason and since when; asking goes on', async () => {
  const halt = { reason: 'We are checking our books.', since: TIME };
  await openForm({
    index: banner(halt),
    'Wallet/WithdrawQuote': { ...quote, decider: 'none', decideby: null, halt },
  });
  expect(await screen.findByText('Payouts are paused')).toBeTruthy();
  expect(screen.getByText(/We are checking our books\..*your request is accepted and waits/)).toBeTruthy();
  typeAmount('40');
  expect(await screen.findByRole('button', { name: /40/ })).toBeTruthy();
  expect(await screen.findByText('39.00 USDT')).toBeTruthy();
  expect(screen.queryByText(/goes out by itself/)).toBeNull();
});

test('behavior: a silent network is said before one asks, and nothing is promised within minutes', async () => {
  const silence = { reason: 'The network does not answer us right now.', since: TIME };
  await openForm({
    index: banner(null, silence),
    'Wallet/WithdrawQuote': { ...quote, decider: 'none', decideby: null, silence },
  });
  expect(await screen.findByText(silence.reason)).toBeTruthy();
  typeAmount('40');
  expect(await screen.findByText('39.00 USDT')).toBeTruthy();
  expect(screen.queryByText(/within a few minutes/)).toBeNull();
});

test('refuses: to start without the profile; it can be asked for again', async () => {
  let away = true;
  await openScreen(
    path,
    await serverFor({
      'Users/Info': () => {
        if (away) throw new Refused('request.unavailable', 'Busy right now');
        return member;
      },
    }),
  );
  expect(await screen.findByText('Busy right now')).toBeTruthy();
  away = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('Amount')).toBeTruthy();
});

test('behavior: bones while the profile is on its way', async () => {
  await openScreen(path, await serverFor({ 'Users/Info': () => unanswered }));
  expect(screen.getByText('Loading')).toBeTruthy();
});

test('behavior: address, fee, what arrives and the checks stand before the button', async () => {
  await openForm();
  expect(screen.getByText('0x9fb29aac…40f4d791')).toBeTruthy();
  expect(screen.getByText('1.00 USDT')).toBeTruthy();
  typeAmount('40');
  expect(await screen.findByText('39.00 USDT')).toBeTruthy();
  expect(screen.getByText('A new device')).toBeTruthy();
  expect(
    screen.getByText(/^A person checks this because it comes from a new device, by Mar 2, /),
  ).toBeTruthy();
});

test('behavior: what no person has to look at says so', async () => {
  await openForm({ 'Wallet/WithdrawQuote': { ...quote, decider: 'none', decideby: null } });
  typeAmount('40');
  expect(
    await screen.findByText(
      'No person has to check this. It goes out by itself, usually within a few minutes.',
    ),
  ).toBeTruthy();
});

test('behavior: a lost answer and another try are one withdrawal, and one stands on the page of its record', async () => {
  let tries = 0;
  const { asked } = await openForm({
    'Wallet/Withdraw': () => {
      tries += 1;
      if (tries === 1) throw new Error('the line was cut');
      return withdrawalRecord();
    },
  });
  typeAmount('40');
  await confirm();
  const sheet = within(screen.getByRole('dialog'));
  expect(await sheet.findByText(/Failed to connect/)).toBeTruthy();
  fireEvent.click(sheet.getByRole('button', { name: 'Withdraw 40.00 USDT' }));
  await waitFor(() => expect(location.hash).toBe('#/pages/wallet/withdraw/recode/recodeChain?id=wdr_1'));
  const sent = requests(asked);
  expect(sent).toHaveLength(2);
  expect(new Set(sent.map((request) => request.requestId)).size).toBe(1);
  expect(sent[0]?.paypassword.split('.')).toHaveLength(5);
});

test('refuses: another fee than the one that is shown: it says so, and shows the new one before the next try', async () => {
  let fee = '1';
  let tries = 0;
  const { asked } = await openForm({
    'Wallet/WithdrawQuote': () => ({ ...quote, fee }),
    'Wallet/Withdraw': () => {
      tries += 1;
      if (tries > 1) return withdrawalRecord();
      fee = '5';
      throw new Refused('withdrawal.feechanged', 'The fee has changed: it is now 5 USDT.');
    },
  });
  typeAmount('40');
  await confirm();
  const sheet = within(screen.getByRole('dialog'));
  expect(await sheet.findByText('The fee has changed: it is now 5 USDT.')).toBeTruthy();
  expect(await sheet.findByText('5.00 USDT')).toBeTruthy();
  fireEvent.click(sheet.getByRole('button', { name: 'Withdraw 40.00 USDT' }));
  await waitFor(() => expect(requests(asked).map((request) => request.fee)).toEqual(['1', '5']));
});

const pool: OutputOf<'trade/Pool'> = {
  price: '0.25',
  change24h: '-2.41',
  reserveusdt: '123456.789',
  reserveopen: '1000000',
  lptotal: '351364.1',
  klast: '0',
  burned: '4812.37',
  volume24h: '9876.5',
  volumeopen24h: '80001',
  high24h: '0.13',
  low24h: '0.12',
  trades24h: 12,
  fees: { poolbps: 30, communitybps: 50, burnbps: 100 },
  twap: '0.125',
  tradable: true,
  block: 100,
  asof: '2026-03-01T10:00:00.000Z',
};

test('behavior: a reload keeps coin, amount and id of a request whose answer was lost', async () => {
  const requestId = crypto.randomUUID();
  keepDraft('withdrawal', { coinid: 'OPEN', amount: '40', request: 'OPEN 40', requestId });
  const list = [{ coinid: 'OPEN', balance: '110', lockbalance: '0', available: '110' }];
  const { asked } = await openScreen(
    path,
    await serverFor({ 'Users/Balance': { list }, 'trade/Pool': pool }),
  );
  const review = await screen.findByRole('button', { name: 'Review 40.00 OPEN' });
  await waitFor(() => expect(review.getAttribute('aria-busy')).toBeNull());
  fireEvent.click(review);
  const sheet = within(await screen.findByRole('dialog'));
  // What it is worth stands there before the password.
  expect(sheet.getByText(/^about \d.* USDT$/)).toBeTruthy();
  fireEvent.change(sheet.getByLabelText('Payment password'), { target: { value: 'abc123456' } });
  fireEvent.click(sheet.getByRole('button', { name: 'Withdraw 40.00 OPEN' }));
  await waitFor(() => expect(requests(asked)).toMatchObject([{ coinid: 'OPEN', amount: '40', requestId }]));
});

test('behavior: one of everything, whose answer was lost, is asked for again although nothing is left', async () => {
  const requestId = crypto.randomUUID();
  const list = [{ coinid: 'USDT', balance: '110', lockbalance: '110', available: '0' }];
  const insufficient = () => {
    throw new Refused('ledger.insufficient', 'Not enough USDT');
  };
  const draft = { coinid: 'USDT', amount: '100', request: 'USDT 100', requestId };
  keepDraft('withdrawal', draft);
  const short = await serverFor({ 'Users/Balance': { list }, 'Wallet/WithdrawQuote': insufficient });
  await openScreen(path, short);
  expect(await screen.findByRole('button', { name: 'You have 0.00 USDT' })).toBeTruthy();
  keepDraft('withdrawal', { ...draft, requestedAt: String(Date.now()) });
  const { asked } = await openScreen(path, short);
  const review = await screen.findByRole('button', { name: 'Review 100.00 USDT' });
  await waitFor(() => expect(review.getAttribute('aria-busy')).toBeNull());
  fireEvent.click(review);
  const sheet = within(await screen.findByRole('dialog'));
  // The server quotes nothing any more: what is confirmed stands there all the same.
  for (const figure of [WALLET, '100.00 USDT', '1.00 USDT', '99.00 USDT'])
    expect(sheet.getByText(figure)).toBeTruthy();
  fireEvent.change(sheet.getByLabelText('Payment password'), { target: { value: 'abc123456' } });
  fireEvent.click(sheet.getByRole('button', { name: 'Withdraw 100.00 USDT' }));
  await waitFor(() => expect(requests(asked)).toMatchObject([{ amount: '100', fee: '1', requestId }]));
});

test('behavior: a withdrawal whose answer was lost is kept for a day, also when the form is opened in between', async () => {
  const ago = (hours: number) => String(Date.now() - hours * 3_600_000);
  const draft = { coinid: 'USDT', amount: '40', request: 'USDT 40', requestId: crypto.randomUUID() };
  const openWith = async (requestedAt: string) => {
    keepDraft('withdrawal', { ...draft, requestedAt });
    await openForm({});
    return screen.getByLabelText<HTMLInputElement>('Amount').value;
  };
  expect(await openWith(ago(23))).toBe('40');
  expect(readDraft('withdrawal')).toMatchObject({
    requestId: draft.requestId,
    requestedAt: expect.any(String),
  });
  expect(await openWith(ago(25))).toBe('');
  expect(readDraft('withdrawal')).not.toMatchObject({ requestId: draft.requestId });
});

test('behavior: Max is no more than one payout may be; that is said, and more is refused', async () => {
  const rules = [
    { idx: 'withdraw.max', val: '90' },
    { idx: 'withdraw.multiple', val: '20' },
  ];
  await openForm({ 'Ctrls/GetConfig': { list: [...rules, await sealingKey()] } });
  screen.getByText(/at most 90 at once/);
  fireEvent.click(screen.getByRole('button', { name: 'Max' }));
  expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('80');
  typeAmount('100');
  expect(await screen.findAllByText('You can withdraw at most 90 at once.')).not.toEqual([]);
});

test('refuses: parts of what is available while that is unknown', async () => {
  await openScreen(path, await serverFor({ 'Users/Balance': () => unanswered }));
  expect(await screen.findByLabelText('Amount')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Max' })).toBeNull();
});

test('behavior: OPEN goes by terms of its own', async () => {
  const rules = [
    { idx: 'withdraw.openMin', val: '5' },
    { idx: 'withdraw.openMultiple', val: '5' },
    { idx: 'withdraw.openFee', val: '2' },
  ];
  await openForm({
    'Ctrls/GetConfig': { list: [...rules, await sealingKey()] },
    'Users/Balance': {
      list: [
        { coinid: 'USDT', balance: '110', lockbalance: '0', available: '110' },
        { coinid: 'OPEN', balance: '18', lockbalance: '0', available: '18' },
      ],
    },
  });
  fireEvent.click(screen.getByRole('radio', { name: 'OPEN' }));
  await screen.findByText(/Minimum 5, in steps of 5/);
  screen.getByText('2.00 OPEN');
  fireEvent.click(screen.getByRole('button', { name: 'Max' }));
  expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('15');
});

test('behavior: the most is a whole multiple of what is free', async () => {
  await openForm();
  fireEvent.click(screen.getByRole('button', { name: 'Max' }));
  expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('100');
});

test('refuses: what the fee would eat, and names what is enough before one types', async () => {
  const rules = [
    { idx: 'withdraw.min', val: '20' },
    { idx: 'withdraw.multiple', val: '20' },
    { idx: 'withdraw.fee', val: '20' },
  ];
  await openForm({ 'Ctrls/GetConfig': { list: [...rules, await sealingKey()] } });
  await screen.findByText(/Minimum 40, in steps of 20/);
  typeAmount('20');
  expect((await screen.findAllByText('The minimum is 40.')).length).toBeGreaterThan(0);
});
