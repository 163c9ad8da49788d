// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { arrivedSince, feedOf, runningOf, sumsOf } from './feed.ts';
import type { Money } from './feed.ts';

const record = {
  coinid: 'USDT',
  address: '',
  amount: '20',
  received: '19.9',
  fee: '0.1',
  hash: null,
  chaintype: 'ledger',
  status: 'done',
  description: '',
};
const withdrawal = {
  ...record,
  type: 'out',
  checks: [],
  decider: 'none' as const,
  decideby: null,
  reason: null,
  halt: null,
  waits: null,
  released: false,
};
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();

const other = { counterpart: 'M***k', note: '' };

const money: Money = {
  transfers: [
    {
      ...record,
      ...other,
      id: 'tra_1',
      type: 'in',
      time: at(1),
      address: 'M***k',
      description: 'From M***k',
    },
    {
      ...record,
      ...other,
      id: 'tra_2',
      type: 'out',
      time: at(5),
      address: 'ZX9CT9',
      description: 'To M***k',
    },
  ],
  rewards: [
    { day: '2025-12-31', coinid: 'USDT', total: '3.2' },
    { day: '2025-12-31', coinid: 'POWER', total: '100' },
    { day: '2025-12-30', coinid: 'POY', total: '0' },
  ],
  deposits: [
    {
      ...record,
      id: 'dep_1',
      type: 'in',
      time: at(1),
      credited: at(3),
      status: 'credited',
      amount: '50',
      received: '50',
    },
    { ...record, id: 'dep_2', type: 'in', time: at(6), status: 'seen' },
    { ...record, id: 'dep_3', type: 'in', time: at(7), status: 'ignored' },
  ],
  banks: [],
  records: [],
  withdrawals: [
    {
      ...withdrawal,
      id: 'wdr_1',
      time: at(0),
      status: 'confirmed',
      steps: [{ status: 'confirmed', time: at(9) }],
    },
    {
      ...withdrawal,
      id: 'wdr_2',
      time: at(2),
      status: 'rejected',
      steps: [{ status: 'rejected', time: at(4) }],
    },
    {
      ...withdrawal,
      id: 'wdr_3',
      time: at(8),
      status: 'reviewing',
      steps: [{ status: 'reviewing', time: at(8) }],
    },
    { ...withdrawal, id: 'wdr_4', time: at(8), status: 'sent', steps: [{ status: 'sent', time: at(8) }] },
  ],
};

const failed = {
  ...withdrawal,
  id: 'wdr_5',
  time: at(8),
  status: 'failed' as const,
  steps: [{ status: 'failed' as const, time: at(9) }],
};

test('refuses: to say of a failed withdrawal that the money is back before it is', () => {
  const held = { ...money, withdrawals: [failed] };
  expect(feedOf(held).filter(({ id }) => id === 'wdr_5')).toEqual([]);
  expect(runningOf(held)).toContainEqual(expect.objectContaining({ id: 'wdr_5', status: 'checked' }));
  const back = { ...money, withdrawals: [{ ...failed, released: true }] };
  expect(feedOf(back)[0]).toMatchObject({ id: 'wdr_5', kind: 'returned' });
  expect(runningOf(back).filter(({ id }) => id === 'wdr_5')).toEqual([]);
});

test('refuses: to count as arrived what was sent, given back, here before, or still to be claimed', () => {
  const items = feedOf(money);
  const long = arrivedSince(items, '2025-12-01T00:00:00.000Z');
  expect(long.map((item) => item.kind)).toEqual(['deposit', 'in']);
  expect(arrivedSince(items, at(2)).map((item) => item.id)).toEqual(['dep_1']);
  expect(arrivedSince(items, undefined)).toEqual([]);
  expect(sumsOf(arrivedSince(items, at(0)))).toEqual([{ coinid: 'USDT', amount: '69.9' }]);
});

test('behavior: bank money arrived when it was credited, in USDT; paid and not credited it is under way', () => {
  const order = {
    id: 'fio_1',
    time: at(1),
    status: 'credited' as const,
    currency: 'EUR',
    amount: '100.00',
    usdt: '105',
    price: '0.95',
    payer: 'May Lin',
    bank: { name: '', holder: '', account: '', bic: '' },
    reference: 'OM1',
    expires: at(50),
    now: at(50),
    slips: 1,
    reason: '',
    credited: '104.5',
    ended: at(30),
  };
  const waiting = (['open', 'slip', 'matched', 'expired'] as const).map((status) => ({
    ...order,
    id: status,
    status,
    credited: null,
    ended: null,
  }));
  const banks = { ...money, banks: [order, ...waiting] };
  expect(arrivedSince(feedOf(banks), at(20))).toMatchObject([
    { id: 'fio_1', kind: 'bank', time: at(30), coinid: 'USDT', amount: '104.5' },
  ]);
  expect(
    runningOf(banks)
      .filter(({ kind }) => kind === 'bank')
      .map(({ id }) => id),
  ).toEqual(['slip', 'matched']);
});

test('behavior: what happened comes newest first, a withdrawal at its end, nothing unfinished among it', () => {
  expect(feedOf(money).map(({ id, kind }) => [id, kind])).toEqual([
    ['wdr_1', 'withdrawal'],
    ['tra_2', 'out'],
    ['wdr_2', 'returned'],
    ['dep_1', 'deposit'],
    ['tra_1', 'in'],
    ['2025-12-31 USDT', 'reward'],
  ]);
});

const booking = (kind: string, reference: string, amount: string, coinid = 'USDT') => ({
  id: `${reference}.${coinid}`,
  time: at(20),
  kind,
  coinid,
  amount,
  balanceafter: '100',
  reference,
  counterpart: null,
  outcome: null,
  hash: null,
  fee: null,
  usdtvalue: null,
  description: '',
});

test('refuses: to tell twice what the ledger books, and to call the OBL of a purchase a sale', () => {
  const records = [
    booking('transfer', 'tra_1', '19.9'),
    booking('deposit', 'dep_1', '50'),
    booking('withdrawal-end', 'wdr_2', '20'),
    booking('order-pay', 'ord_1', '-10'),
    booking('order-complete', 'ord_1', '0.5', 'OBL'),
    booking('reward-credit', 'rwd_1', '1'),
  ];
  expect(feedOf({ ...money, records })).toEqual(feedOf(money));
});

test('behavior: sales, refunds and claims, each once whatever its coins; a sale alone has arrived', () => {
  const records = [
    booking('order-complete', 'ord_2', '18'),
    booking('order-refund', 'ord_3', '8'),
    booking('order-refund', 'ord_3', '2', 'OBL'),
    booking('reward-claim', 'clm_1', '3.2'),
    booking('reward-claim', 'clm_1', '7', 'OPEN'),
  ];
  const items = feedOf({ ...money, records }).slice(0, 3);
  expect(items).toEqual([
    { id: 'ord_2', kind: 'sale', time: at(20), coinid: 'USDT', amount: '18' },
    {
      id: 'ord_3',
      kind: 'refund',
      time: at(20),
      coinid: 'USDT',
      amount: '8',
      also: [{ coinid: 'OBL', amount: '2' }],
    },
    {
      id: 'clm_1',
      kind: 'claim',
      time: at(20),
      coinid: 'USDT',
      amount: '3.2',
      also: [{ coinid: 'OPEN', amount: '7' }],
    },
  ]);
  expect(arrivedSince(items, at(19)).map(({ id }) => id)).toEqual(['ord_2']);
  expect(sumsOf(items)).toEqual([
    { coinid: 'USDT', amount: '29.2' },
    { coinid: 'OBL', amount: '2' },
    { coinid: 'OPEN', amount: '7' },
  ]);
});

test('behavior: what goes on is what waits for the chain or for a decision', () => {
  expect(runningOf(money).map(({ id, status }) => [id, status])).toEqual([
    ['dep_2', 'confirming'],
    ['wdr_3', 'reviewing'],
    ['wdr_4', 'paying'],
  ]);
});
