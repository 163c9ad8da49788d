// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { drawScreen } from '../app/test-screen.tsx';
import { serveTest, TestRefusal } from '../platform/test-server.ts';
import type { Asked } from '../platform/test-server.ts';
import { t } from '../platform/texts.ts';
import { inputOf } from './ledger-entries.tsx';
import { LedgerScreen } from './ledger-screen.tsx';

afterEach(() => {
  location.hash = '';
  cleanup();
  vi.unstubAllGlobals();
});

const account = 'member:mem_one:available';
const entry: OutputOf<'Admin/LedgerEntries'> = {
  id: 'je_1',
  time: '2026-05-04T12:00:00.000Z',
  kind: 'deposit',
  reference: 'dep_one',
  actor: 'system:chain',
  postings: [
    {
      source: 'treasury:bsc',
      destination: account,
      coinid: 'USDT',
      amount: '1234567.000000000000000001',
      sourceafter: '-1234567.000000000000000001',
      destinationafter: '1234567.000000000000000001',
    },
  ],
  names: { mem_one: 'Lin' },
};

type Verified = OutputOf<'Admin/LedgerVerify'>;
function open(verify?: () => Verified): Asked[] {
  const asked = serveTest({
    'Admin/LedgerEntries': () => ({ list: [entry] }),
    'Admin/LedgerAccounts': () => ({
      list: [{ account, coinid: 'USDT', balance: '20840', nickname: 'Lin' }],
    }),
    ...(verify ? { 'Admin/LedgerVerify': verify } : {}),
  });
  drawScreen(<LedgerScreen />);
  return asked;
}

async function recount(): Promise<HTMLElement> {
  fireEvent.click(await screen.findByRole('radio', { name: 'Accounts' }));
  const button = await screen.findByRole('button', { name: `Recount ${account} USDT` });
  fireEvent.click(button);
  const row = button.closest('tr');
  if (!row) throw new Error('the button stands in no row');
  return within(row).findByRole('status');
}

test('refuses: in the server’s words beside the account', async () => {
  open(() => {
    throw new TestRefusal('request.invalid', 'There is no such account.');
  });
  const said = await recount();
  expect(await within(said).findByText('There is no such account.')).toBeDefined();
});

test('behavior: a recount says whether the postings add up to the balance', async () => {
  const asked = open(() => ({ stored: '20840', recomputed: '20840', postings: 7, equal: true }));
  const said = await recount();
  expect(await within(said).findByText('Equal')).toBeDefined();
  expect(said.textContent).toContain('20,840 from 7 postings');
  expect(asked.find(({ path }) => path === 'Admin/LedgerVerify')?.input).toEqual({ account, coinid: 'USDT' });
});

test('behavior: a recount that differs names the sum of the postings', async () => {
  open(() => ({ stored: '20840', recomputed: '20839.5', postings: 7, equal: false }));
  const said = await recount();
  expect(await within(said).findByText('Different')).toBeDefined();
  expect(said.textContent).toContain('The postings add up to 20,839.5 (7 postings)');
});

test('behavior: entries show every decimal, and their postings when opened', async () => {
  open();
  expect(await screen.findByText('1,234,567.000000000000000001 USDT')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Expand row' }));
  expect(await screen.findAllByText('Lin · available')).toHaveLength(2);
  expect(screen.getAllByRole('link', { name: 'Treasury on BSC' })[0]?.getAttribute('href')).toBe(
    '#/ledger?search=treasury%3Absc',
  );
  expect(screen.getByText('-1,234,567.000000000000000001')).toBeDefined();
});

test('behavior: an entry of twenty postings shows one sum a coin, kinds and accounts stand in words', async () => {
  const [posting] = entry.postings;
  if (!posting) throw new Error('one posting stands there');
  const many = Array.from({ length: 20 }, () => ({ ...posting, amount: '0.000000000000000001' }));
  const postings = [...many, { ...posting, coinid: 'OPEN', amount: '5' }];
  serveTest({ 'Admin/LedgerEntries': () => ({ list: [{ ...entry, kind: 'swap-fee-division', postings }] }) });
  drawScreen(<LedgerScreen />);
  expect(await screen.findByText('Trading fees divided')).toBeDefined();
  const sums = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(sums).toEqual(['0.00000000000000002 USDT', '5 OPEN']);
  expect(screen.getByText('and 20 more')).toBeDefined();
});

test('behavior: a search is an account where it is one of the chart, else a reference; a kind is chosen by its word', async () => {
  const asked = open();
  const field = await screen.findByRole('searchbox', { name: 'Account or reference' });
  const hash = `0x${'a1'.repeat(32)}`;
  for (const [text, filter] of [
    [account, { account }],
    ['treasury:bsc', { account: 'treasury:bsc' }],
    ...['dep_one', hash, 'node:17', 'halt 3', 'market-value'].map(
      (reference) => [reference, { reference }] as const,
    ),
  ] as const) {
    fireEvent.change(field, { target: { value: ` ${text} ` } });
    fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' });
    fireEvent.keyUp(field, { key: 'Enter', code: 'Enter' });
    await expect.poll(() => asked.at(-1)?.input).toEqual({ ...filter, pageSize: 50 });
  }
});

test('behavior: rows that are not found yet are no empty list', async () => {
  serveTest({ 'Admin/LedgerEntries': () => ({ list: [], cursor: 'further' }) });
  drawScreen(<LedgerScreen />);
  expect(await screen.findByText(t('nothingYet'))).toBeDefined();
  expect(screen.queryByText(t('nothingFound'))).toBeNull();
  expect(inputOf({ kind: 'swap-fee' })).toEqual({ kind: 'swap-fee' });
});

test('behavior: days narrow the entries down, the last one included; what is no day is left out', async () => {
  expect(inputOf({ from: '2026-02-30x', until: 'soon' })).toEqual({});
  const asked = open();
  fireEvent.change(await screen.findByLabelText('From this day on (UTC)'), {
    target: { value: '2026-05-01' },
  });
  fireEvent.change(screen.getByLabelText('Up to and with this day (UTC)'), {
    target: { value: '2026-05-03' },
  });
  await expect
    .poll(() => asked.findLast(({ path }) => path === 'Admin/LedgerEntries')?.input)
    .toMatchObject({ from: '2026-05-01T00:00:00.000Z', until: '2026-05-04T00:00:00.000Z' });
});
