// @vitest-environment happy-dom
import type { OperatorRole } from '@openmere/core/kit/call.ts';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { drawScreen } from '../app/test-screen.tsx';
import { serveTest, TestRefusal } from '../platform/test-server.ts';
import { HealthScreen } from './health-screen.tsx';
import { goodHealth } from './test-health.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const halt = {
  halted: true,
  halt: {
    kind: 'reserves' as const,
    subject: 'USDT',
    facts: { ledger: '40005', chain: '39000', block: '7' },
  },
};
const said = /USDT: the ledger says 40,005, the chain holds 39,000 at block 7/;

test('refuses: to show figures that could not be read', async () => {
  serveTest({
    'Admin/Health': () => {
      throw new TestRefusal('request.unavailable', 'The service is not available now.', 'unavailable');
    },
  });
  drawScreen(<HealthScreen />);
  expect(await screen.findByText('The service is not available now.')).toBeDefined();
  expect(screen.queryByText('Payouts are open')).toBeNull();
});

test('refuses: to say of an earlier reading that payouts are open', async () => {
  let isAway = false;
  serveTest({
    'Admin/Health': () => {
      if (isAway) throw new TestRefusal('request.unavailable', 'The service is not available now.');
      return goodHealth();
    },
  });
  const queries = drawScreen(<HealthScreen />);
  expect(await screen.findByText('Payouts are open')).toBeDefined();
  isAway = true;
  await queries.invalidateQueries();
  expect(await screen.findByText(/Below is what was read at/)).toBeDefined();
  expect(screen.queryByText('Payouts are open')).toBeNull();
});

test('behavior: says why payouts are halted, and leads to the way out', async () => {
  serveTest({ 'Admin/Health': () => goodHealth(halt) });
  drawScreen(<HealthScreen />);
  expect(await screen.findByText('Payouts are halted')).toBeDefined();
  expect(screen.getByText(said)).toBeDefined();
  const link = screen.getByRole('link', { name: 'Look at all reasons and the way out' });
  expect(link.getAttribute('href')).toBe('#/halts');
});

test('refuses: to set a figure of now beside one of an earlier block', async () => {
  const [coin] = goodHealth().coins;
  if (!coin) throw new Error('one coin stands there');
  // Since the comparison at block 23, 19 went out: each pair is equal in itself.
  const coins = [{ ...coin, liabilities: '40000', ledgerreserve: '39990' }];
  serveTest({ 'Admin/Health': () => goodHealth({ coins }) });
  drawScreen(<HealthScreen />);
  const [now, compared] = [
    await screen.findByText(/^In the ledger at 2/),
    screen.getByText(/^Compared with the chain/),
  ];
  const tableOf = (title: HTMLElement) =>
    title.closest('.ant-card')?.querySelector('tbody')?.textContent ?? '';
  expect(tableOf(now)).toContain('40,00039,990Short');
  expect(tableOf(now)).not.toContain('40,005');
  expect(tableOf(compared)).toContain('2340,00540,005Equal');
  expect(tableOf(compared)).not.toContain('39,990');
});

test('behavior: less at the cold address than was swept there is named, with both figures', async () => {
  const [coin] = goodHealth().coins;
  if (!coin) throw new Error('one coin stands there');
  const coldmissing = { there: '35', booked: '4000', since: '2026-05-04T12:00:00.000Z' };
  serveTest({ 'Admin/Health': () => goodHealth({ coins: [{ ...coin, coldmissing }] }) });
  drawScreen(<HealthScreen />);
  expect(
    await screen.findByText('Less USDT lies at the cold address than the ledger says: 35 instead of 4,000'),
  ).toBeDefined();
});

test('behavior: a coin that lives in the ledger alone is not said to be short', async () => {
  const [coin] = goodHealth().coins;
  if (!coin) throw new Error('one coin stands there');
  const coins = [{ ...coin, coinid: 'OBL', liabilities: '0.9', ledgerreserve: '0' }];
  serveTest({ 'Admin/Health': () => goodHealth({ coins }) });
  drawScreen(<HealthScreen />);
  expect(await screen.findByText('Ledger only')).toBeDefined();
  expect(screen.queryByText('Short')).toBeNull();
});

test('behavior: a silent process and a reserve that differs or was not compared are named', async () => {
  const [coin] = goodHealth().coins;
  if (!coin) throw new Error('one coin stands there');
  const coins = [
    { ...coin, equal: false },
    {
      ...coin,
      coinid: 'OPEN',
      chainreserve: null,
      comparedledger: null,
      asofblock: null,
      comparedat: null,
      equal: null,
    },
  ];
  const processes = [{ name: 'signer', alive: false, lastseen: '2026-05-04T12:00:00.000Z' }];
  serveTest({ 'Admin/Health': () => goodHealth({ coins, processes }) });
  drawScreen(<HealthScreen />);
  expect(await screen.findByText('Different')).toBeDefined();
  expect(screen.getByText('Not compared yet')).toBeDefined();
  expect(screen.getByText('Silent')).toBeDefined();
  expect(screen.getByText('1 second')).toBeDefined();
});

test('behavior: a loop that has not succeeded for too long is named with its age and its reason', async () => {
  const late = {
    name: 'payout-sign',
    succeeded: '2026-05-04T12:00:00.000Z',
    agems: 95_000,
    late: true,
    problem: 'chain.unreachable',
  };
  const never = { name: 'some-loop', succeeded: null, agems: 5_000, late: false, problem: null };
  const [good] = goodHealth().loops;
  if (!good) throw new Error('one loop stands there');
  const loops = [{ ...good, name: 'mail', agems: 3_000 }, late, never];
  serveTest({ 'Admin/Health': () => goodHealth({ loops }) });
  drawScreen(<HealthScreen />);
  expect(await screen.findByText('Too long ago')).toBeDefined();
  expect(screen.getByText('Sign payouts (payout-sign)')).toBeDefined();
  expect(screen.getByText('1 minute ago')).toBeDefined();
  expect(screen.getByText('chain.unreachable')).toBeDefined();
  expect(screen.getByText('never yet')).toBeDefined();
  expect(screen.getByText('some-loop')).toBeDefined();
});

const ended = {
  askedby: null,
  asked: '2026-05-04T02:00:00.000Z',
  started: '2026-05-04T02:00:01.000Z',
  ended: '2026-05-04T02:00:30.000Z',
  percent: 100,
  rows: 1_234_567,
  findings: [],
  found: 0,
};
const me = (role: OperatorRole) => () => ({ account: 'operator-one', role, idleminutes: 15 });

test('refuses: to start a verification of the whole ledger to a role that may not', async () => {
  serveTest({ 'Admin/Me': me('support'), 'Admin/Health': () => goodHealth({ wholeended: ended }) });
  drawScreen(<HealthScreen />);
  expect(await screen.findByText(/nothing found in 1,234,567 postings/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Verify the whole ledger now' })).toBeNull();
});

test('behavior: the whole ledger is verified at a click; how far it is and what it found stand there', async () => {
  const underway = { ...ended, askedby: 'operator-one', ended: null, percent: 40, rows: 500_000 };
  let health = goodHealth();
  serveTest({
    'Admin/Me': me('finance'),
    'Admin/Health': () => health,
    'Admin/LedgerVerifyWhole': () => {
      health = goodHealth({ wholeunderway: underway });
      return underway;
    },
  });
  drawScreen(<HealthScreen />);
  expect(await screen.findByText('Not verified as a whole yet')).toBeDefined();
  fireEvent.click(await screen.findByRole('button', { name: 'Verify the whole ledger now' }));
  expect(await screen.findByRole('progressbar')).toBeDefined();
  expect(screen.getByText(/^operator-one, since .*: 500,000 postings/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Verify the whole ledger now' })).toBeNull();
  const finding = 'I05 batch 17: its hash does not fit its rows';
  health = goodHealth({ wholeended: { ...ended, findings: [finding], found: 1 } });
  expect(await screen.findByText(finding, {}, { timeout: 5_000 })).toBeDefined();
  expect(screen.getByText(/1 findings in 1,234,567 postings. Payouts are halted/)).toBeDefined();
});
