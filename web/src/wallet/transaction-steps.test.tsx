// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { loadTexts } from '../platform/i18n.ts';
import { queryClient } from '../platform/query.ts';
import { addTransaction, useTransactionStore } from '../platform/wallet/transaction-record.ts';
import type { TransactionRecord } from '../platform/wallet/transaction-record.ts';
import { transactionRecord } from './test-record.ts';
import { stepsOfTransaction, TransactionSteps } from './transaction-steps.tsx';

const hash = `0x${'a1'.repeat(32)}` as const;
const record = transactionRecord;

function show(one: TransactionRecord): void {
  render(
    <QueryClientProvider client={queryClient}>
      <TransactionSteps record={one} />
    </QueryClientProvider>,
  );
}

beforeAll(() => loadTexts(['app', 'wallet']));
beforeEach(() => {
  const list = [{ idx: 'chain.explorer', val: 'https://explorer.test' }];
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ success: true, list, total: list.length, data: null })),
  );
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

test.each<[TransactionRecord['state'], TransactionRecord['approval'], string]>([
  ['checking', 'none', 'sign:current sent:waiting confirmed:waiting'],
  ['approving', 'needed', 'approve:current sign:waiting sent:waiting confirmed:waiting'],
  ['signing', 'done', 'approve:done sign:current sent:waiting confirmed:waiting'],
  ['unsent', 'done', 'approve:done sign:failed sent:waiting confirmed:waiting'],
  ['unsent', 'needed', 'approve:failed sign:waiting sent:waiting confirmed:waiting'],
  ['sent', 'none', 'sign:done sent:done confirmed:current'],
  ['dropped', 'none', 'sign:done sent:done confirmed:held'],
  ['confirmed', 'none', 'sign:done sent:done confirmed:done'],
  ['failed', 'none', 'sign:done sent:done confirmed:failed'],
  ['replaced', 'none', 'sign:done sent:done confirmed:failed'],
  ['cancelled', 'done', 'approve:done sign:done sent:done confirmed:failed'],
])('behavior: %s (approval %s) stands at its step', (state, approval, steps) => {
  const found = stepsOfTransaction(record({ state, approval }));
  expect(found.map((step) => `${step.stage}:${step.state}`).join(' ')).toBe(steps);
});

test('behavior: says why it failed, in words', () => {
  show(record({ state: 'failed', problem: { code: 'wallet.revertInviter', params: {} } }));
  expect(screen.getByText(/Invitation address not activated/)).toBeTruthy();
});

test.each(['wallet.revertPaused', 'wallet.revertNotTradable', 'wallet.reverted'])(
  'refuses: to say that nothing was sent of what was mined and failed (%s)',
  (code) => {
    show(record({ state: 'failed', problem: { code, params: { reason: 'Nope' } } }));
    expect(screen.getByText(/Nothing moved/)).toBeTruthy();
    expect(screen.queryByText(/Nothing was sent|would fail/)).toBeNull();
  },
);

test('behavior: the hash leads to the explorer', async () => {
  show(record());
  const link = await screen.findByRole('link', { name: '0xa1a1a1a1…a1a1a1a1' });
  expect(link.getAttribute('href')).toBe(`https://explorer.test/tx/${hash}`);
});

test('behavior: says what to do when it takes long', async () => {
  show(record({ sentAt: Date.now() - 61_000 }));
  expect(await screen.findByText(/This is taking longer than usual/)).toBeTruthy();
});

test('behavior: can always be cleared', () => {
  addTransaction(record());
  show(record());
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(useTransactionStore.getState().records).toEqual([]);
});

test('refuses: to show an older failure in the place of what was dismissed; others stay', () => {
  addTransaction(record({ id: 'old', state: 'failed', startedAt: Date.now() - 60_000 }));
  addTransaction(record({ id: 'waiting', state: 'dropped', startedAt: Date.now() - 60_000 }));
  addTransaction(record({ id: 'trade', kind: 'trade', state: 'failed', startedAt: Date.now() - 60_000 }));
  addTransaction(record());
  show(record());
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(useTransactionStore.getState().records.map(({ id }) => id)).toEqual(['waiting', 'trade']);
});

test('refuses: to call a second try safe where another wallet chooses its nonce', () => {
  show(record({ state: 'dropped' }));
  expect(screen.getByText(/Cancel it in your wallet before you send again/)).toBeTruthy();
  cleanup();
  show(record({ state: 'dropped', byInApp: true }));
  expect(screen.getByText(/only one of the two can go through/)).toBeTruthy();
});
