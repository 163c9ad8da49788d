// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { loadTexts } from '../platform/i18n.ts';
import { queryClient } from '../platform/query.ts';
import { inAppWallet } from '../platform/wallet/in-app/found.ts';
import { useInAppWallet } from '../platform/wallet/in-app/keeper.ts';
import {
  addTransaction,
  changeTransaction,
  findTransaction,
  useTransactionStore,
} from '../platform/wallet/transaction-record.ts';
import type { TransactionRecord } from '../platform/wallet/transaction-record.ts';
import { currentToasts } from '../ui/toast-store.ts';
import { transactionRecord } from './test-record.ts';
import { TransactionSteps } from './transaction-steps.tsx';

const first = `0x${'a1'.repeat(32)}` as const;
const next = `0x${'b2'.repeat(32)}` as const;
const long = transactionRecord({ byInApp: true, sentAt: Date.now() - 61_000 });
const asking = vi.spyOn(inAppWallet.provider, 'request');

const said = () =>
  currentToasts()
    .map(({ text }) => text)
    .join(' ');

function Shown() {
  const record = useTransactionStore(({ records }) => records.find((one) => one.id === 'one'));
  return record ? <TransactionSteps record={record} /> : null;
}

async function show(record: TransactionRecord): Promise<void> {
  addTransaction(record);
  render(
    <QueryClientProvider client={queryClient}>
      <Shown />
    </QueryClientProvider>,
  );
  await screen.findByRole('button', { name: 'Dismiss' });
}

beforeAll(() => loadTexts(['app', 'wallet']));
beforeEach(() => {
  useTransactionStore.setState({ records: [] });
  useInAppWallet.setState({ status: 'unlocked', address: long.from });
  asking.mockReset();
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ success: true, list: [], total: 0, data: null })),
  );
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

test.each<[string, Partial<TransactionRecord>]>([
  ['another wallet has sent', { byInApp: false }],
  ['another address of this device has sent', { from: `0x${'44'.repeat(20)}` }],
  ['has just been sent', { sentAt: Date.now() }],
  ['is confirmed', { state: 'confirmed', doneAt: Date.now() }],
  ['the network has dropped', { state: 'dropped' }],
  ['has no hash yet', { state: 'signing', hashes: [] }],
])('refuses: to replace what %s', async (_what, change) => {
  await show({ ...long, ...change });
  expect(screen.queryByRole('button', { name: 'Raise the fee' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Cancel the transaction' })).toBeNull();
});

test('refuses: what the member turned down; nothing is changed', async () => {
  await show(long);
  asking.mockRejectedValueOnce(Object.assign(new Error('no'), { code: 4001 }));
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel the transaction' }));
  await waitFor(() => expect(asking).toHaveBeenCalledTimes(1));
  await screen.findByRole('button', { name: 'Raise the fee' });
  expect(findTransaction('one')).toEqual(long);
});

test('refuses: to call a hash its own that comes when the first one was mined already; says so', async () => {
  await show(long);
  asking.mockImplementationOnce(async () => {
    changeTransaction('one', { state: 'confirmed', doneAt: 1 });
    return next;
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Raise the fee' }));
  await waitFor(() => expect(said()).toContain('It is no longer waiting'));
  expect(findTransaction('one')).toMatchObject({ state: 'confirmed', hashes: [first] });
});

test('behavior: what waits no longer is said', async () => {
  await show(long);
  asking.mockResolvedValueOnce(null);
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel the transaction' }));
  await waitFor(() => expect(said()).toContain('It is no longer waiting'));
  expect(findTransaction('one')).toEqual(long);
});

test('behavior: with a higher fee it is the same record under its new hash, and can be raised again', async () => {
  await show(long);
  asking.mockResolvedValueOnce(next);
  fireEvent.click(await screen.findByRole('button', { name: 'Raise the fee' }));
  await waitFor(() => expect(findTransaction('one')?.hashes).toEqual([first, next]));
  const { to, data, value } = long;
  const params = [{ how: 'faster', to, data, value, hashes: [first] }];
  expect(asking).toHaveBeenCalledWith({ method: 'openmere_replace', params });
  expect(screen.getByRole('button', { name: 'Raise the fee' })).toBeTruthy();
});

test('behavior: what is being cancelled says what may still happen, and only its cancellation can be raised', async () => {
  await show(long);
  asking.mockResolvedValueOnce(next);
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel the transaction' }));
  expect(
    await screen.findByText(/If the transaction is mined first, it goes through after all/),
  ).toBeTruthy();
  expect(findTransaction('one')).toMatchObject({ state: 'sent', hashes: [first], cancelHashes: [next] });
  expect(screen.queryByRole('button', { name: 'Raise the fee' })).toBeNull();
  asking.mockResolvedValueOnce(`0x${'c3'.repeat(32)}`);
  fireEvent.click(screen.getByRole('button', { name: 'Raise the fee of the cancellation' }));
  await waitFor(() => expect(findTransaction('one')?.cancelHashes).toHaveLength(2));
  expect(asking.mock.lastCall?.[0]).toMatchObject({ params: [{ how: 'cancel', hashes: [first, next] }] });
});
