// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { loadTexts } from '../platform/i18n.ts';
import { queryClient } from '../platform/query.ts';
import { addTransaction, useTransactionStore } from '../platform/wallet/transaction-record.ts';
import type { TransactionRecord } from '../platform/wallet/transaction-record.ts';
import { transactionRecord } from './test-record.ts';
import { TransactionResult } from './transaction-result.tsx';

const start = new Date('2026-03-01T10:00:00.000Z');
const confirmed = (doneAt = Date.now()) => transactionRecord({ state: 'confirmed', doneAt });

const partOf = (record: TransactionRecord) => (
  <QueryClientProvider client={queryClient}>
    <TransactionResult
      record={record}
      title="Buy 5 OPEN"
      doneTitle="Bought 5 OPEN"
      link={<a href="#/x">Record</a>}
    >
      <p>It is yours.</p>
    </TransactionResult>
  </QueryClientProvider>
);

const show = (record: TransactionRecord) => render(partOf(record));

const pass = (ms: number): void =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

beforeAll(() => loadTexts(['app', 'wallet']));
beforeEach(() => {
  vi.useFakeTimers({ now: start });
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ success: true, list: [], total: 0, data: null })),
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

test('refuses: to call anything a result that is not confirmed; its steps are in sight', () => {
  show(transactionRecord({ state: 'sent' }));
  expect(screen.getByRole('heading', { name: 'Buy 5 OPEN' })).toBeTruthy();
  expect(screen.queryByText('Bought 5 OPEN')).toBeNull();
  expect(screen.getByText('Sent').closest('details')).toBeNull();
});

test('behavior: the result comes first with what is next, its steps folded; then one line; then it leaves', () => {
  show(confirmed());
  expect(screen.getByRole('heading', { name: 'Bought 5 OPEN' })).toBeTruthy();
  expect(screen.getByText('It is yours.')).toBeTruthy();
  expect(screen.getByText('Sent').closest('details')?.open).toBe(false);
  pass(61_000);
  expect(screen.queryByRole('heading')).toBeNull();
  expect(screen.getByText('Bought 5 OPEN')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Record' })).toBeTruthy();
  pass(5 * 60_000);
  expect(screen.queryByText('Bought 5 OPEN')).toBeNull();
});

test('behavior: what came of acting is brought into sight when it was sent and when it is confirmed, not by coming back', () => {
  const seen = vi.spyOn(Element.prototype, 'scrollIntoView');
  const { rerender } = show(transactionRecord({ state: 'signing' }));
  expect(seen).not.toHaveBeenCalled();
  rerender(partOf(transactionRecord({ state: 'sent' })));
  expect(seen).toHaveBeenCalledTimes(1);
  rerender(partOf(transactionRecord({ state: 'sent' })));
  expect(seen).toHaveBeenCalledTimes(1);
  rerender(partOf(confirmed()));
  expect(seen).toHaveBeenCalledTimes(2);
  cleanup();
  show(confirmed());
  expect(seen).toHaveBeenCalledTimes(2);
});

test('behavior: who has read it makes it one line, and puts that away, too', () => {
  const record = confirmed();
  addTransaction(record);
  show(record);
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByText('It is yours.')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(useTransactionStore.getState().records).toEqual([]);
});

test('behavior: one that was done long ago is not shown again', () => {
  show(confirmed(Date.now() - 3_600_000));
  expect(screen.queryByText('Bought 5 OPEN')).toBeNull();
});
