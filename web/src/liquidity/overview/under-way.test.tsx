// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { loadTexts, switchLocale } from '../../platform/i18n.ts';
import { queryClient } from '../../platform/query.ts';
import { addTransaction, useTransactionStore } from '../../platform/wallet/transaction-record.ts';
import type { TransactionRecord } from '../../platform/wallet/transaction-record.ts';
import { transactionRecord } from '../../wallet/test-record.ts';
import { UnderWay } from './under-way.tsx';

beforeAll(() => loadTexts(['app', 'wallet', 'liquidity']));
afterEach(async () => {
  cleanup();
  await switchLocale('en');
  vi.unstubAllGlobals();
  localStorage.clear();
});

function show(
  kind: 'liquidity.readd' | 'liquidity.add' | 'liquidity.remove',
  change: Partial<TransactionRecord>,
  sought: Parameters<typeof UnderWay>[0]['sought'] = [kind],
): void {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ success: true, list: [], total: 0, data: null })),
  );
  // Ended: nothing is asked of the chain.
  const record = transactionRecord({ kind, state: 'failed', doneAt: Date.now(), ...change });
  addTransaction(record);
  render(
    <QueryClientProvider client={queryClient}>
      <UnderWay sought={sought} from={record.from} />
    </QueryClientProvider>,
  );
}

test('behavior: what a stored transaction is called follows the language that is read now', async () => {
  show('liquidity.readd', { note: { ousd: '10' } });
  expect(screen.getByRole('heading', { name: 'Re-add 10.00 OUSD' })).toBeTruthy();
  for (const locale of ['es', 'ja', 'vi', 'zh-Hans'] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one language after the other on the same screen
    await act(() => switchLocale(locale));
    const title = screen.getByRole('heading').textContent ?? '';
    expect(title).toMatch(/10[.,]00\sOUSD/);
    expect(title).not.toContain('Re-add');
  }
});

test('refuses: to show an older failure of another kind, which the same screen shows, in the place of what was dismissed', () => {
  const before = { state: 'failed', startedAt: Date.now() - 60_000, doneAt: Date.now() } as const;
  addTransaction(transactionRecord({ id: 'old', kind: 'liquidity.add', ...before }));
  addTransaction(transactionRecord({ id: 'redeem', kind: 'redeem', ...before }));
  show('liquidity.remove', { note: { lp: '5' }, startedAt: Date.now() }, [
    'liquidity.add',
    'liquidity.remove',
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(useTransactionStore.getState().records.map(({ id }) => id)).toEqual(['redeem']);
});

test('refuses: to speak of OUSD, and of a part that is held, where all was paid in USDT', () => {
  show('liquidity.remove', { state: 'confirmed', note: { lp: '5', paid: 'USDT' } });
  expect(screen.getByText('OPEN and USDT are in your own wallet. Nothing of it is held.')).toBeTruthy();
  cleanup();
  show('liquidity.remove', { state: 'confirmed', note: { lp: '5' } });
  expect(screen.getByText(/A part of the OUSD is held for re-adding/)).toBeTruthy();
});

test('behavior: a done one names both coins; one without facts, of an older version, has a name as well', () => {
  show('liquidity.add', { state: 'confirmed', note: { usdt: '12.5', open: '40' } });
  expect(screen.getByRole('heading', { name: 'Added 12.50 USDT and 40.00 OPEN' })).toBeTruthy();
  cleanup();
  show('liquidity.add', { note: { title: 'Add 12.50 USDT and 40.00 OPEN' } });
  expect(screen.getByRole('heading', { name: 'In progress' })).toBeTruthy();
});
