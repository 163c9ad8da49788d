// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, openScreen, Refused, unanswered } from '../app/test-screen.tsx';

const path = '/pages/wallet/detail/detail?coinid=USDT';
const record: OutputOf<'trade/GetUserBalanceRecord'> = {
  id: 'je_1',
  time: '2026-03-01T10:00:00.000Z',
  kind: 'withdrawal',
  amount: '-60',
  balanceafter: '40',
  reference: 'wdr_1',
  description: 'Withdrawal requested, amount held',
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

test('behavior: a record says what happened, how much, and the balance after it', async () => {
  await openScreen(path, held);
  expect(await screen.findByText('Withdrawal requested, amount held')).toBeTruthy();
  expect(screen.getByText('−60.00')).toBeTruthy();
  expect(screen.getByText('Balance 40.00')).toBeTruthy();
});

test('behavior: what is locked is explained by what locks it, one press away', async () => {
  const lock = { id: 'wdr_1', kind: 'withdrawal', amount: '60', since: record.time, status: 'reviewing' };
  await openScreen(path, { ...held, 'Wallet/Locks': { list: [lock] } });
  await screen.findByText('100.00');
  const [why] = screen.getAllByRole('button', { name: 'Why is this locked?' });
  if (why) fireEvent.click(why);
  const row = await screen.findByRole('link', { name: /Withdrawal on its way/ });
  expect(row.getAttribute('href')).toBe('#/pages/wallet/withdraw/recode/recodeChain?id=wdr_1');
  expect(row.textContent).toContain('60.00 USDT');
});

test('behavior: a filter asks the server for one kind', async () => {
  const { asked } = await openScreen(path, held);
  await screen.findByText('Withdrawal requested, amount held');
  fireEvent.click(screen.getByRole('button', { name: 'Withdrawals' }));
  await screen.findByText('Withdrawal requested, amount held');
  const kinds = asked
    .filter((one) => one.path === 'trade/GetUserBalanceRecord')
    .map((one) => (one.input as { kind?: string }).kind);
  expect(kinds).toEqual([undefined, 'withdrawal']);
});
