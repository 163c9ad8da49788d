// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { noFacts, removal } from '../liquidity/test-liquidity.ts';
import { activatedMember } from '../member/test-member.ts';
import { usePreferences } from '../platform/preferences.ts';
import { pool, trade } from '../swap/trade/test-trade.ts';
import { openScreen, unanswered } from './test-screen.tsx';
import type { Answers } from './test-screen.tsx';

const { id: _id, type: _type, quantity: _quantity, ...traded } = trade;
const order = {
  id: 'fio_1',
  time: trade.time,
  status: 'credited',
  currency: 'EUR',
  amount: '250.40',
  usdt: '270.82',
  price: '0.9246',
  payer: 'Anna Lake',
  bank: { name: 'Bank of the Lake', holder: 'Openmere Ltd', account: 'DE02 1203 0000', bic: 'BYLADEM1001' },
  reference: 'OM7K2QX9',
  expires: '2026-11-27T10:00:00.000Z',
  now: trade.time,
  slips: 0,
  reason: '',
  credited: '270.82',
  ended: trade.time,
} as const;
const transfer = {
  id: 'tra_1',
  time: trade.time,
  type: 'in',
  coinid: 'USDT',
  address: 'M***k',
  amount: '20',
  received: '19.9',
  fee: '0.1',
  hash: null,
  chaintype: 'ledger',
  status: 'done',
  counterpart: 'M***k',
  note: '',
  description: 'From M***k',
} as const;
const minted = {
  ...traded,
  id: 'mnt_1',
  consumed: '1001',
  obtained: '200.2',
  value: '100.1',
  tomarket: '500.5',
};
const redeemed = {
  ...traded,
  id: 'mnt_2',
  type: 'redeem',
  paidwith: 'USDO',
  consumed: '1001',
  obtained: '998.5',
} as const;

/** Where each record stands, and amounts of it as they are written while they are shown. */
const pages: [path: string, answers: Answers, id: string, amounts: readonly string[]][] = [
  ['/pages/swap/detail/detail', { 'trade/Trades': { list: [trade] } }, 'trd_1', ['992.10', '100.00', '0.50']],
  [
    '/pages/wallet/cast/details/details',
    { 'Cast/Records': { list: [minted] } },
    'mnt_1',
    ['200.20', '1,001.00'],
  ],
  [
    '/pages/wallet/usdoCast/recode/recode',
    { 'Usdo/Records': { list: [redeemed] } },
    'mnt_2',
    ['998.50', '1,001.00'],
  ],
  [
    '/pages/swap/linquidity/linquidity',
    {
      'trade/LiquidityRecords': { list: [removal] },
      'trade/Liquidity': noFacts,
      'trade/Pool': pool,
    },
    'liq_1',
    ['1,000.00', '1,581.135', '5,000.00'],
  ],
  [
    '/pages/wallet/recharge/rechargeFiat',
    { 'Wallet/FiatOrders': { list: [order] }, 'Wallet/FiatBanks': () => unanswered },
    'fio_1',
    ['250.40', '270.82'],
  ],
  [
    '/pages/wallet/transfer/recode/recode',
    { 'Wallet/Transfers': { list: [transfer] } },
    'tra_1',
    ['19.90', '20.00'],
  ],
];

afterEach(() => usePreferences.setState({ hideAmounts: false }));

const read = () => document.body.textContent ?? '';
const open = (place: string, answers: Answers) =>
  openScreen(place, { 'Users/Info': activatedMember, ...answers });

test.each(pages)(
  'refuses: to show hidden amounts at %s, in the list or the record',
  async (path, answers, id, amounts) => {
    for (const place of [path, `${path}?id=${id}`]) {
      usePreferences.setState({ hideAmounts: false });
      await open(place, answers);
      await screen.findAllByText((text) => amounts.some((amount) => text.includes(amount)));
      usePreferences.setState({ hideAmounts: true });
      await open(place, answers);
      await screen.findAllByText((text) => text.includes('••••••'));
      expect(amounts.filter((amount) => read().includes(amount))).toEqual([]);
    }
  },
);

test('behavior: what is still to be paid by bank, and what others traded, is read all the same', async () => {
  usePreferences.setState({ hideAmounts: true });
  const due = { ...order, status: 'open' as const, credited: null, ended: null };
  await open('/pages/wallet/recharge/rechargeFiat?id=fio_1', {
    'Wallet/FiatOrders': { list: [due] },
    'Wallet/FiatBanks': () => unanswered,
  });
  expect(await screen.findAllByText(/270\.82 USDT/)).toHaveLength(1);
  await open('/pages/swap/detail/detail?id=trd_1', { 'trade/Trades': { list: [{ ...trade, mine: false }] } });
  expect((await screen.findAllByText(/992\.10/)).length).toBeGreaterThan(0);
});
