// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import type { OperatorRole } from '@openmere/core/kit/call.ts';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { drawScreen } from '../app/test-screen.tsx';
import { type Asked, serveTest, TestRefusal } from '../platform/test-server.ts';
import { HealthScreen } from './health-screen.tsx';
import { goodHealth } from './test-health.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const halt = { halted: true, haltreason: 'USDT: on chain 39,000, in the ledger 40,005' };

/** Payouts stand still; each resume answers the next of `answers`, and the last one opens them. */
function openHalted(answers: OutputOf<'Admin/ResumePayouts'>[], role: OperatorRole = 'finance'): Asked[] {
  let health = goodHealth(halt);
  const asked = serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role, idleminutes: 15 }),
    'Admin/Health': () => health,
    'Admin/ResumePayouts': () => {
      const next = answers.shift();
      if (!next) throw new Error('no resume is expected here');
      if (!next.halted) health = goodHealth();
      return next;
    },
  });
  drawScreen(<HealthScreen />);
  return asked;
}

async function resume(reason: string): Promise<void> {
  fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: reason } });
  fireEvent.click(screen.getByRole('button', { name: 'Open payouts again' }));
}

test('refuses: to resume without a reason', async () => {
  const asked = openHalted([]);
  await resume('  a');
  expect(asked.some(({ path }) => path === 'Admin/ResumePayouts')).toBe(false);
});

test('refuses: the resume to a role that may only read', async () => {
  openHalted([], 'risk');
  expect(await screen.findByText(/Your role \(risk\) may read this/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Open payouts again' })).toBeNull();
});

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

test('behavior: says why payouts are halted, and waits for the second person', async () => {
  const asked = openHalted([{ halted: true, approvals: 1, approvalsneeded: 2 }]);
  expect(await screen.findByText('Payouts are halted')).toBeDefined();
  expect(screen.getByText(halt.haltreason)).toBeDefined();
  await resume('Counted again, equal');
  expect(await screen.findByText('1 of 2 approvals; another operator must agree.')).toBeDefined();
  expect(asked.find(({ path }) => path === 'Admin/ResumePayouts')?.input).toEqual({
    reason: 'Counted again, equal',
  });
});

test('behavior: the second person opens payouts, and the page says so', async () => {
  openHalted([{ halted: false, approvals: 2, approvalsneeded: 2 }]);
  await resume('I agree');
  expect(await screen.findByText('Payouts are open')).toBeDefined();
  expect(screen.queryByText('Payouts are halted')).toBeNull();
});

test('behavior: a silent process and a reserve that differs or was not compared are named', async () => {
  const [coin] = goodHealth().coins;
  if (!coin) throw new Error('one coin stands there');
  const coins = [
    { ...coin, equal: false },
    { ...coin, coinid: 'OPEN', chainreserve: null, comparedledger: null, asofblock: null, equal: null },
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
