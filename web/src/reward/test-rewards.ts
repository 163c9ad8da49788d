import type { OutputOf } from '@openmere/core/calls.ts';
import type { Answers } from '../app/test-screen.tsx';

type Reward = OutputOf<'Users/Rewards'>;
type Detail = OutputOf<'Users/RewardDetail'>;
type Step = Detail['steps'][number];

export const reward: Reward = {
  id: 'rwd_1',
  serial: '41',
  time: '2026-03-02T00:00:00.000Z',
  kind: 'team',
  coinid: 'USDT',
  total: '1.28',
  status: 'claimable',
  settlement: 'settled',
  description: 'Fees of the team',
};

export const lost: Reward = {
  ...reward,
  id: 'rwd_2',
  serial: '42',
  kind: 'direct',
  total: '0.6',
  status: 'notqualified',
};

function stepOf(change: Partial<Step> & Pick<Step, 'step' | 'amount'>): Step {
  return {
    time: null,
    event: null,
    payer: null,
    fee: null,
    level: null,
    rate: null,
    alreadypaid: null,
    weight: null,
    weighttotal: null,
    count: null,
    coinid: 'USDT',
    pool: 'referral',
    ...change,
  };
}

const AT = '2026-03-01T10:00:00.000Z';
/** A trade of 4,000 USDT: fee 20, of which 8 for referral; V3's 22 % less the 6 % that V1 below got. */
export const detail: Detail = {
  ...reward,
  steps: [
    stepOf({ step: 'fee', event: 'swap', payer: 'Al***', fee: '20', amount: '8', time: AT }),
    stepOf({ step: 'sum', payer: 'Al***', amount: '8' }),
    stepOf({ step: 'share', level: 3, rate: '22', alreadypaid: '6', amount: '1.28' }),
    stepOf({ step: 'pool', amount: '1.28' }),
    stepOf({ step: 'settled', amount: '1.28', time: '2026-03-02T00:00:05.000Z' }),
  ],
};

/** A weekly pool, by weight. */
export const weekly: Detail = {
  ...reward,
  id: 'rwd_3',
  kind: 'contribution',
  status: 'claimed',
  steps: [
    stepOf({ step: 'sum', amount: '40', pool: 'contribution' }),
    stepOf({ step: 'share', weight: '1', weighttotal: '3', amount: '13.333333', pool: 'contribution' }),
    stepOf({ step: 'claimed', amount: '13.333333', time: AT }),
  ],
};

export const filled: Answers = {
  'Users/TotalMy': {
    list: [
      { coinid: 'POY', total: '5', claimable: '2', claimed: '3', yesterday: '0' },
      { coinid: 'USDT', total: '12.5', claimable: '3.2', claimed: '9.3', yesterday: '1.28' },
    ],
  },
  'Users/mytotal': {
    list: [
      { kind: 'team', coinid: 'USDT', total: '10', claimable: '1.28', claimed: '8.72', count: 7 },
      { kind: 'yield', coinid: 'POY', total: '5', claimable: '0', claimed: '5', count: 4 },
    ],
  },
  'Users/TotalDayMy': {
    list: [{ day: new Date().toISOString().slice(0, 10), coinid: 'USDT', total: '1.28' }],
  },
  'Users/Rewards': { list: [reward] },
  'Users/RewardDetail': detail,
};

const sums = { funded: '50', paid: '20', funded30: '12', paid30: '6' };
export const pools: OutputOf<'Reward/Pools'>[] = [
  {
    pool: 'referral',
    sums: [
      { coinid: 'USDT', balance: '30', ...sums, runwaydays: 150 },
      { coinid: 'OPEN', balance: '7', ...sums, runwaydays: null },
    ],
    sources: [
      {
        kind: 'swap-fee-division',
        description: 'Community fee of trades',
        coinid: 'USDT',
        amount: '50',
        last: AT,
      },
    ],
    last: {
      ends: '2026-03-02T00:00:00.000Z',
      settled: '2026-03-02T00:00:05.000Z',
      sums: [
        { coinid: 'USDT', members: '6', weekly: '1.5', marketvalue: '0' },
        { coinid: 'OPEN', members: '2', weekly: '0', marketvalue: '1' },
      ],
    },
    next: '2026-03-03T00:00:00.000Z',
  },
  {
    pool: 'market-value',
    sums: [
      { coinid: 'USDT', balance: '0', funded: '0', paid: '0', funded30: '0', paid30: '0', runwaydays: null },
    ],
    sources: [],
    last: null,
    next: null,
  },
];
