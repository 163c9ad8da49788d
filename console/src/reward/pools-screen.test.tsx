import { makeInviteCode } from '@openmere/core/auth/invite-code.ts';
// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { drawScreen } from '../app/test-screen.tsx';
import { testDryRun, testProposal } from '../parts/test-proposal.ts';
import { serveTest } from '../platform/test-server.ts';
import { PoolsScreen } from './pools-screen.tsx';

afterEach(() => {
  location.hash = '';
  cleanup();
  vi.unstubAllGlobals();
});

const code = makeInviteCode(Uint8Array.from([1, 2, 3, 4, 5]));
const none = { funded: '0', paid: '0', funded30: '0', paid30: '0', runwaydays: null };
const shown = testDryRun({
  changes: [
    { what: 'poolpay', before: null, after: '12.5 USDT' },
    { what: 'poolpayto', before: null, after: `${code} (House)` },
  ],
  entries: [
    {
      kind: 'pool-payment',
      reference: 'operations',
      postings: [
        {
          source: 'pool:operations',
          destination: 'member:mem_one:available',
          coinid: 'USDT',
          amount: '12.5',
        },
      ],
    },
  ],
  members: [{ userid: 'mem_one', nickname: 'House' }],
});

function open(role: 'finance' | 'risk' = 'finance', proposals: OutputOf<'Admin/Proposals'>[] = []) {
  const asked = serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role, idleminutes: 15 }),
    'Admin/Pools': () => ({
      pools: [
        { pool: 'yield', sums: [{ ...none, coinid: 'USDT', balance: '5000' }], next: null },
        { pool: 'operations', sums: [{ ...none, coinid: 'USDT', balance: '900' }], next: null },
      ],
      projection: null,
    }),
    'Admin/Proposals': () => ({ list: proposals }),
    'Admin/DryRun': () => shown,
    'Admin/Propose': () => testProposal({ kind: 'poolpay', subject: 'operations' }),
  });
  drawScreen(<PoolsScreen />);
  return asked;
}
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const look = () => screen.getByRole('button', { name: 'Look at it' });

test('refuses: to look at no amount, more than the pool holds, or nobody', async () => {
  const asked = open();
  expect(await screen.findByText('Enter how much to pay.')).toBeDefined();
  type('Invitation code', code);
  for (const amount of ['0', '-1', '1e3', `0.${'0'.repeat(18)}1`]) {
    type('Amount', amount);
    expect(screen.getByText('Enter how much to pay.')).toBeDefined();
  }
  type('Amount', '900.01');
  expect(screen.getByText('The pool holds 900 USDT.')).toBeDefined();
  type('Amount', '900');
  expect(look().hasAttribute('disabled')).toBe(false);
  type('Invitation code', ' ');
  expect(screen.getByText('Enter the invitation code of the account.')).toBeDefined();
  expect(look().hasAttribute('disabled')).toBe(true);
  expect(asked.some(({ path }) => path === 'Admin/DryRun')).toBe(false);
});

test('behavior: a payment is looked at, with whom it goes to and its entry in words, and proposed', async () => {
  const asked = open();
  await screen.findByText('Enter how much to pay.');
  type('Amount', '12.50');
  type('Invitation code', code.toLowerCase());
  fireEvent.click(look());
  expect(await screen.findByText(`${code} (House)`)).toBeDefined();
  expect(screen.getByText(/Payment from a pool: /).textContent).toBe(
    'Payment from a pool: Pool: operations → House · available',
  );
  const change = { kind: 'poolpay', subject: 'operations', value: `12.5 USDT ${code}` };
  expect(asked.find(({ path }) => path === 'Admin/DryRun')?.input).toEqual(change);
  type('Reason', 'servers of May');
  fireEvent.click(screen.getByRole('button', { name: 'Propose' }));
  await vi.waitFor(() =>
    expect(asked.find(({ path }) => path === 'Admin/Propose')?.input).toEqual({
      ...change,
      reason: 'servers of May',
      hash: shown.hash,
    }),
  );
});

test('behavior: what somebody else proposed stands there to be answered', async () => {
  open('finance', [testProposal({ kind: 'poolpay', subject: 'operations', dryrun: shown })]);
  expect(await screen.findByText(`${code} (House)`)).toBeDefined();
  expect(screen.queryByLabelText('Amount')).toBeNull();
});

test('refuses: the form to who may not propose', async () => {
  open('risk');
  expect(await screen.findByText(/Pay from the operations pool/)).toBeDefined();
  expect(await screen.findByText(/read/i)).toBeDefined();
  expect(screen.queryByLabelText('Amount')).toBeNull();
});
