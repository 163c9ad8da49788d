// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { drawScreen } from '../app/test-screen.tsx';
import { testDryRun } from '../parts/test-proposal.ts';
import { serveTest, TestRefusal } from '../platform/test-server.ts';
import { BuyBacksScreen } from './buy-backs-screen.tsx';

afterEach(() => {
  location.hash = '';
  cleanup();
  vi.unstubAllGlobals();
});

const basis: OutputOf<'Admin/BuyBackBasis'> = {
  balance: '5000',
  most: '2000',
  price: '0.05',
  average: '0.05',
  highestprice: '0.051',
  reserveusdt: '100000',
  reserveopen: '2000000',
  poolbps: 30,
  minutes: 60,
  underway: false,
  available: true,
};
const done: OutputOf<'Admin/BuyBacks'> = {
  id: 'bbk_one',
  time: '2026-05-04T12:00:00.000Z',
  state: 'done',
  ended: '2026-05-04T12:01:00.000Z',
  usdt: '500',
  highestprice: '0.051',
  open: '9920.5',
  price: '0.0504',
  hash: `0x${'ab'.repeat(32)}`,
  maker: 'operator-one',
  checker: 'operator-two',
  deadline: '2026-05-04T13:00:00.000Z',
  leastopen: '9803.92',
  refused: null,
};

/** Whether the prices cannot be read. */
let isAway = false;
let queries: ReturnType<typeof drawScreen>;
function open(list: readonly OutputOf<'Admin/BuyBacks'>[], change: Partial<typeof basis> = {}, halts = 0) {
  const asked = serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role: 'finance', idleminutes: 15 }),
    'Admin/BuyBacks': () => ({ list: [...list] }),
    'Admin/BuyBackBasis': () => {
      if (isAway) throw new TestRefusal('request.unavailable', 'The service is not available now.');
      return { ...basis, ...change };
    },
    'Admin/Proposals': () => ({ list: [] }),
    'Admin/Queues': () => ({ list: [{ name: 'halts', waiting: halts, oldest: null }] }),
    'Admin/DryRun': () =>
      testDryRun({ changes: [{ what: 'buybackspend', before: null, after: '500 USDT' }], entries: [] }),
  });
  queries = drawScreen(<BuyBacksScreen />);
  return asked;
}

test('refuses: to take away what was typed when the prices cannot be read again', async () => {
  open([]);
  const field = await screen.findByLabelText<HTMLInputElement>('USDT to spend');
  fireEvent.change(field, { target: { value: '500' } });
  isAway = true;
  await queries.invalidateQueries();
  isAway = false;
  expect(await screen.findByText(/Below is what was read at/)).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('USDT to spend').value).toBe('500');
});

test('refuses: to propose while one is under way, or where there is no contract', async () => {
  open([], { underway: true });
  expect(await screen.findByText(/A buy-back is under way/)).toBeDefined();
  expect(screen.queryByLabelText('USDT to spend')).toBeNull();
  cleanup();
  open([], { available: false });
  expect(await screen.findByText(/not deployed/)).toBeDefined();
});

test('behavior: an amount and a highest price become an order that is looked at; it says what the pool would give', async () => {
  const asked = open([]);
  const look = await screen.findByRole('button', { name: 'Look at it' });
  expect(look.hasAttribute('disabled')).toBe(true);
  fireEvent.change(screen.getByLabelText('USDT to spend'), { target: { value: '510' } });
  expect(screen.getByText(/The public pool would give 10,117\.9/)).toBeDefined();
  // Each order has a button of its own.
  fireEvent.click(screen.getByRole('button', { name: 'Look at it' }));
  expect(await screen.findByText('500 USDT')).toBeDefined();
  expect(asked.find(({ path }) => path === 'Admin/DryRun')?.input).toEqual({
    kind: 'buyback',
    subject: 'market-value',
    value: '510 10000',
  });
  fireEvent.change(screen.getByLabelText('Highest price of one OPEN'), { target: { value: '0.05' } });
  expect(screen.getByText(/nothing would be bought now/)).toBeDefined();
});

test('behavior: what came of the others, and why one waits', async () => {
  open([
    {
      ...done,
      id: 'bbk_two',
      state: 'ordered',
      ended: null,
      open: null,
      price: null,
      hash: null,
      refused: 'TooLittleReceived',
    },
    done,
  ]);
  expect(await screen.findByText('9,920.5 OPEN')).toBeDefined();
  expect(screen.getByText('The price is above the limit.')).toBeDefined();
  expect(screen.getByText('up to 0.051')).toBeDefined();
});

test('behavior: while payouts are halted it is said that no order is signed or sent', async () => {
  open([], { underway: true }, 1);
  expect(await screen.findByText(/neither signed nor sent/)).toBeDefined();
  cleanup();
  open([], { underway: true });
  expect(await screen.findByText(/A buy-back is under way/)).toBeDefined();
  expect(screen.queryByText(/neither signed nor sent/)).toBeNull();
});
