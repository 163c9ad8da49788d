// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { drawScreen } from '../app/test-screen.tsx';
import { serveTest } from '../platform/test-server.ts';
import { PoolsScreen } from './pools-screen.tsx';
import { RewardRecords } from './reward-records.tsx';
import { SettlementsScreen } from './settlements-screen.tsx';

afterEach(() => {
  location.hash = '';
  cleanup();
  vi.unstubAllGlobals();
});

const time = '2026-05-04T00:00:10.000Z';
const sums = [
  {
    coinid: 'USDT',
    funded: '100',
    due: '40',
    poy: '0',
    leadership: '5',
    contribution: '5',
    marketvalue: '50',
  },
];
const job = { started: time, finished: time, failed: null, failures: 0, error: null };
const next: OutputOf<'Admin/SettlementNext'> = {
  job,
  open: 0,
  next: [
    {
      pool: 'referral',
      period: '2026-05-04',
      ends: time,
      made: time,
      tookms: 12,
      claimable: 3,
      notqualified: 2,
      sums,
    },
  ],
};

function open(role: 'finance' | 'risk', change: Partial<typeof next> = {}) {
  const asked = serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role, idleminutes: 15 }),
    'Admin/Settlements': () => ({
      list: [
        { pool: 'node', period: '2026-04-27', days: 7, state: 'written', opened: time, settled: null, sums },
      ],
    }),
    'Admin/SettlementNext': () => ({ ...next, ...change }),
    'Admin/SettlementRun': () => ({ asked: time }),
  });
  drawScreen(<SettlementsScreen />);
  return asked;
}

test('refuses: whoever may only read has no buttons', async () => {
  open('risk');
  expect(await screen.findByText('3 rewards, 2 not qualified')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Go on with what is due' })).toBeNull();
});

test('behavior: what would be settled, what was, and how the job stands', async () => {
  open('finance', { open: 1, job: { ...job, failed: time, failures: 3, error: 'the database went away' } });
  expect(await screen.findByText('the database went away')).toBeDefined();
  expect(await screen.findByText('week of 2026-04-27')).toBeDefined();
  expect(screen.getByText('Decided, being paid')).toBeDefined();
  expect(screen.getAllByText('40 USDT for members to claim')).toHaveLength(2);
});

test('behavior: an operator asks for it to go on', async () => {
  const asked = open('finance');
  fireEvent.click(await screen.findByRole('button', { name: 'Go on with what is due' }));
  await waitFor(() =>
    expect(asked.find(({ path }) => path === 'Admin/SettlementRun')?.input).toEqual({ what: 'settle' }),
  );
});

test('behavior: a reward unfolds into its steps', async () => {
  const reward: OutputOf<'Admin/MemberRewards'> = {
    id: 'rwd_7',
    serial: '7',
    time,
    kind: 'direct',
    coinid: 'USDT',
    total: '0.6',
    status: 'claimable',
    settlement: 'settled',
    description: 'Fees of a direct',
    pool: 'referral',
    period: '2026-05-03',
  };
  const step = {
    time,
    event: null,
    payer: 'L***n',
    fee: null,
    level: null,
    rate: null,
    alreadypaid: null,
    weight: null,
    weighttotal: null,
    count: null,
    coinid: 'USDT',
    pool: 'referral' as const,
  };
  serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role: 'risk', idleminutes: 15 }),
    'Admin/MemberRewards': () => ({ list: [reward] }),
    'Admin/RewardExplain': () => ({
      ...reward,
      steps: [
        { ...step, step: 'fee', event: 'swap', fee: '5', amount: '2' },
        { ...step, step: 'sum', amount: '2' },
        { ...step, step: 'share', rate: '30', amount: '0.6' },
        { ...step, step: 'pool', amount: '0.6' },
      ],
    }),
  });
  drawScreen(<RewardRecords member="mem_one" />);
  fireEvent.click(await screen.findByText('Fees of a direct'));
  expect(await screen.findByText('Together 2 USDT were divided')).toBeDefined();
  expect(screen.getByText('30 % of it: 0.6 USDT')).toBeDefined();
  expect(screen.getByText('Out of the pool: Referral')).toBeDefined();
});

test('behavior: pools with their runway, and what becomes of them when nobody new joins', async () => {
  const sum = {
    coinid: 'USDT',
    balance: '990.129',
    funded: '1',
    paid: '1',
    funded30: '30',
    paid30: '10',
    runwaydays: 99,
  };
  serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role: 'risk', idleminutes: 15 }),
    'Admin/Pools': () => ({
      pools: [{ pool: 'yield', sums: [sum], next: time }],
      projection: {
        asof: time,
        power: '1000',
        equity: '500',
        days: [
          { day: 30, balances: [{ pool: 'yield', balance: '732.4567' }], paid: '257.6', setaside: '257.6' },
        ],
      },
    }),
  });
  drawScreen(<PoolsScreen />);
  expect(await screen.findByText('990.12 USDT')).toBeDefined();
  expect(screen.getByText('99 days')).toBeDefined();
  expect(screen.getByText('732.45')).toBeDefined();
  expect(screen.getByText('30 days')).toBeDefined();
});
