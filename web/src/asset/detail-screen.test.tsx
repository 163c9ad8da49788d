// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { openScreen, Refused, unanswered } from '../app/test-screen.tsx';
import type { Answers } from '../app/test-screen.tsx';
import { usePreferences } from '../platform/preferences.ts';
import { refresh } from '../platform/query.ts';

const path = '/pages/wallet/detail/detail?coinid=USDT';
const record: OutputOf<'trade/GetUserBalanceRecord'> = {
  id: 'je_1',
  time: '2026-03-01T10:00:00.000Z',
  kind: 'withdrawal',
  coinid: 'USDT',
  amount: '-60',
  balanceafter: '40',
  reference: 'wdr_1',
  counterpart: null,
  outcome: 'held',
  hash: null,
  fee: '1',
  usdtvalue: '-60',
  description: 'Withdrawal, amount held',
};
const held: Answers = {
  'Users/Balance': { list: [{ coinid: 'USDT', balance: '100', lockbalance: '60', available: '40' }] },
  'trade/GetUserBalanceRecord': { list: [record] },
};

test('refuses: records that could not be read leave the balance in place and offer another try', async () => {
  await openScreen(path, {
    ...held,
    'trade/GetUserBalanceRecord': () => {
      throw new Refused('request.unavailable', 'Busy right now');
    },
  });
  expect(await screen.findByText('Busy right now')).toBeTruthy();
  expect(await screen.findByText('100.00')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('refuses: a coin that there is not: the records of all coins are shown', async () => {
  await openScreen('/pages/wallet/detail/detail?coinid=XXX', held);
  expect(await screen.findByRole('button', { name: 'All coins' })).toBeTruthy();
  await openScreen('/pages/wallet/detail/detail?coinid=usdt', held);
  expect(await screen.findByText('100.00')).toBeTruthy();
});

test('behavior: while it loads, the balance is a dash and the records are bones', async () => {
  await openScreen(path, {
    'Users/Balance': () => unanswered,
    'trade/GetUserBalanceRecord': () => unanswered,
  });
  expect(screen.getAllByText('Not known right now').length).toBeGreaterThan(0);
  expect(screen.getByText('Loading')).toBeTruthy();
});

test('behavior: without records the first step is a deposit', async () => {
  await openScreen(path, { 'Users/Balance': { list: [] }, 'trade/GetUserBalanceRecord': { list: [] } });
  expect(await screen.findByText('No records yet')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Why is this locked?' })).toBeNull();
});

test('behavior: where only the filter leaves nothing, it is the filter that is ended', async () => {
  const none = { ...held, 'trade/GetUserBalanceRecord': () => ({ list: [] }) };
  for (const at of [path, '/pages/wallet/detail/detail']) {
    await openScreen(at, none);
    fireEvent.click(await screen.findByRole('button', { name: 'Transfers' }));
    expect(await screen.findByText('None of these yet')).toBeTruthy();
    expect(screen.queryByText('No records yet')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Show all records' }));
    expect(await screen.findByText('No records yet')).toBeTruthy();
    cleanup();
  }
});

test('behavior: an answer without rows but with more behind it is no end: the list reads on by itself', async () => {
  const pages = [
    { list: [record], cursor: 'a' },
    { list: [], cursor: 'b' },
    { list: [], cursor: 'c' },
    { list: [record] },
  ];
  let asked = 0;
  await openScreen(path, { ...held, 'trade/GetUserBalanceRecord': () => pages[asked++] ?? { list: [] } });
  fireEvent.click(await screen.findByRole('button', { name: 'Withdrawals' }));
  expect(await screen.findByText('Withdrawal, amount held')).toBeTruthy();
  expect(screen.queryByText('None of these yet')).toBeNull();
  expect(asked).toBe(4);
});

test('behavior: a record says what happened, how much, and the balance after it', async () => {
  await openScreen(path, held);
  expect(await screen.findByText('Withdrawal, amount held')).toBeTruthy();
  expect(screen.getByText('−60.00')).toBeTruthy();
  expect(screen.getByText('Available 40.00')).toBeTruthy();
});

test('behavior: what is locked is explained by what locks it, one press away', async () => {
  const lock = { id: 'wdr_1', kind: 'withdrawal', amount: '60', since: record.time, status: 'reviewing' };
  await openScreen(path, { ...held, 'Wallet/Locks': { list: [lock] } });
  await screen.findByText('100.00');
  const [why] = screen.getAllByRole('button', { name: 'Why is this locked?' });
  if (why) fireEvent.click(why);
  const row = await screen.findByRole('link', { name: /Pending withdrawal/ });
  expect(row.getAttribute('href')).toBe('#/pages/wallet/withdraw/recode/recodeChain?id=wdr_1');
  expect(row.textContent).toContain('60.00 USDT');
});

test('behavior: a filter asks the server for one kind', async () => {
  const { asked } = await openScreen(path, held);
  await screen.findByText('Withdrawal, amount held');
  fireEvent.click(screen.getByRole('button', { name: 'Withdrawals' }));
  await screen.findByText('Withdrawal, amount held');
  const kinds = asked
    .filter((one) => one.path === 'trade/GetUserBalanceRecord')
    .map((one) => (one.input as { kind?: string }).kind);
  expect(kinds).toEqual([undefined, 'withdrawal']);
});

test('behavior: a record opens: what became of it, the balance after it, and the way to the thing itself', async () => {
  await openScreen(path, held);
  fireEvent.click(await screen.findByRole('button', { name: /Withdrawal, amount held/ }));
  const sheet = within(await screen.findByRole('dialog'));
  expect(sheet.getByText('Held')).toBeTruthy();
  expect(sheet.getByText('40.00 USDT')).toBeTruthy();
  expect(sheet.getByText('Fee')).toBeTruthy();
  expect(sheet.getByRole('link', { name: 'See this withdrawal' }).getAttribute('href')).toBe(
    '#/pages/wallet/withdraw/recode/recodeChain?id=wdr_1',
  );
});

test('behavior: with amounts hidden an open record and what locks a balance show none', async () => {
  onTestFinished(() => usePreferences.setState({ hideAmounts: false }));
  usePreferences.setState({ hideAmounts: true });
  const lock = { id: 'wdr_1', kind: 'withdrawal', amount: '60', since: record.time, status: 'reviewing' };
  await openScreen(path, { ...held, 'Wallet/Locks': { list: [lock] } });
  fireEvent.click(await screen.findByRole('button', { name: /Withdrawal, amount held/ }));
  expect((await screen.findByRole('dialog')).textContent).not.toMatch(/[46]0\.00/);
  await openScreen(path, { ...held, 'Wallet/Locks': { list: [lock] } });
  const [why] = await screen.findAllByRole('button', { name: 'Why is this locked?' });
  if (why) fireEvent.click(why);
  const sheet = await screen.findByRole('dialog');
  expect(await within(sheet).findByText('Pending withdrawal')).toBeTruthy();
  expect(sheet.textContent).not.toContain('60.00');
});

test('behavior: an open record follows what becomes of it', async () => {
  let row = record;
  await openScreen(path, { ...held, 'trade/GetUserBalanceRecord': () => ({ list: [row] }) });
  fireEvent.click(await screen.findByRole('button', { name: /Withdrawal, amount held/ }));
  const sheet = within(await screen.findByRole('dialog'));
  expect(sheet.getByText('Held')).toBeTruthy();
  row = { ...record, outcome: 'paid', description: 'Withdrawal, paid' };
  await refresh('trade/GetUserBalanceRecord');
  expect(await sheet.findByText('Withdrawal, paid')).toBeTruthy();
  expect(sheet.queryByText('Held')).toBeNull();
});

test('behavior: a transfer names the other one', async () => {
  const row = { ...record, kind: 'transfer', reference: 'tra_1', counterpart: 'M***k', outcome: null };
  await openScreen(path, {
    ...held,
    'trade/GetUserBalanceRecord': { list: [{ ...row, description: 'To M***k' }] },
  });
  fireEvent.click(await screen.findByRole('button', { name: /To M\*\*\*k/ }));
  const sheet = within(await screen.findByRole('dialog'));
  expect(sheet.getByText('M***k')).toBeTruthy();
  expect(sheet.getByRole('link', { name: 'See this transfer' }).getAttribute('href')).toBe(
    '#/pages/wallet/transfer/recode/recode?id=tra_1',
  );
});

test('behavior: without a coin the records of all coins stand there, and can be narrowed', async () => {
  const { asked } = await openScreen('/pages/wallet/detail/detail', held);
  await screen.findByText('Withdrawal, amount held');
  fireEvent.click(screen.getByRole('button', { name: 'OPEN' }));
  fireEvent.click(screen.getByRole('button', { name: 'Transfers' }));
  await waitFor(() => expect(asked.at(-1)?.input).toMatchObject({ coinid: 'OPEN', kind: 'transfer' }));
  expect(asked.find((one) => one.path === 'trade/GetUserBalanceRecord')?.input).not.toHaveProperty('coinid');
});

test('behavior: the payment of an order leads to the order, a shop’s income to the shop’s side of it', async () => {
  const row = { ...record, kind: 'order-pay', reference: 'ord_1', outcome: 'paid' as const };
  const income = { ...row, id: 'je_2', kind: 'order-complete', outcome: null, counterpart: null };
  await openScreen(path, {
    ...held,
    'trade/GetUserBalanceRecord': {
      list: [
        { ...row, counterpart: 'Blue Shop', description: 'Order paid' },
        { ...income, description: 'Order completed' },
      ],
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: /Order paid/ }));
  const sheet = within(await screen.findByRole('dialog'));
  expect(sheet.getByText('Blue Shop')).toBeTruthy();
  expect(sheet.getByText('Paid')).toBeTruthy();
  const link = () => sheet.getByRole('link', { name: 'See this order' }).getAttribute('href');
  expect(link()).toBe('#/pages/order/detail?id=ord_1');
  fireEvent.click(screen.getByRole('button', { name: /Order completed/, hidden: true }));
  await waitFor(() => expect(link()).toBe('#/pages/mall/shopManage?part=orders&id=ord_1'));
});

test('behavior: the way back from what a record leads to shows the same records', async () => {
  await openScreen('/pages/wallet/detail/detail', held);
  await screen.findByText('Withdrawal, amount held');
  fireEvent.click(screen.getByRole('button', { name: 'USDT' }));
  fireEvent.click(screen.getByRole('button', { name: 'Withdrawals' }));
  expect(window.location.hash).toBe('#/pages/wallet/detail/detail?of=USDT&kind=withdrawal');
  cleanup();
  const { asked } = await openScreen('/pages/wallet/detail/detail?of=USDT&kind=withdrawal', held);
  await screen.findByText('Withdrawal, amount held');
  expect(asked.find((one) => one.path === 'trade/GetUserBalanceRecord')?.input).toMatchObject({
    coinid: 'USDT',
    kind: 'withdrawal',
  });
  expect(screen.getByRole('button', { name: 'Withdrawals' }).getAttribute('aria-pressed')).toBe('true');
});
