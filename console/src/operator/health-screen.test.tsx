// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { drawScreen } from '../app/test-screen.tsx';
import { serveTest, TestRefusal } from '../platform/test-server.ts';
import { HealthScreen } from './health-screen.tsx';
import { goodHealth } from './test-health.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const halt = { halted: true, haltreason: 'USDT: on chain 39,000, in the ledger 40,005' };

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

test('behavior: says why payouts are halted, and leads to the way out', async () => {
  serveTest({ 'Admin/Health': () => goodHealth(halt) });
  drawScreen(<HealthScreen />);
  expect(await screen.findByText('Payouts are halted')).toBeDefined();
  expect(screen.getByText(new RegExp(halt.haltreason))).toBeDefined();
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
