// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { equity, facts, removal } from '../liquidity/test-liquidity.ts';
import { asked, balances, completed, fullOrder } from '../mall/order/test-orders.ts';
import { ownShop } from '../mall/shop/test-shop.ts';
import { activatedMember } from '../member/test-member.ts';
import { energy, info } from '../minting/test-minting.ts';
import { usePreferences } from '../platform/preferences.ts';
import { pool, trade } from '../swap/trade/test-trade.ts';
import { openScreen, unanswered } from './test-screen.tsx';
import type { Answers } from './test-screen.tsx';

const time = trade.time;
const holding = {
  ...facts,
  heldtotal: '123.45',
  holds: [{ id: 1, amount: '123.45', releaseat: '2999-01-01T00:00:00.000Z' }],
  equity: { ...equity, due: [{ amount: '77', at: time }] },
};
const returned = {
  ...asked,
  refund: 'refunded',
  refunded: '20',
  aftersale: asked.aftersale && { ...asked.aftersale, status: 'agreed' },
} as typeof asked;
const activity: OutputOf<'Activity/Info'> = {
  state: 'inprogress',
  starts: time,
  ends: '2999-01-01T00:00:00.000Z',
  now: time,
  first: { count: 99, left: 12, bonus: '100' },
  deposit: { tiers: [{ from: '100', factor: '0.25' }], most: '10000', holddays: 7 },
  own: {
    activated: true,
    countryoff: false,
    claimable: '321',
    bonuses: [
      {
        id: 'bon_1',
        kind: 'deposit',
        status: 'held',
        time,
        place: null,
        deposit: '612',
        kept: '611',
        power: '321',
        dueat: time,
        reason: null,
      },
    ],
  },
};
const medal: OutputOf<'Node/Mine'> = {
  type: 'gold',
  tokenid: 7,
  hash: `0x${'a1'.repeat(32)}`,
  time,
  dividends: [{ coinid: 'USDT', amount: '3.5' }],
  equity: '1234',
  bought: true,
};
const node: OutputOf<'Node/Types'> = {
  type: 'diamond',
  total: 500,
  subscribed: 488,
  price: '1000',
  starts: time,
  ends: '2999-01-01T00:00:00.000Z',
  equity: '1000',
  weight: 1,
  private: false,
  paused: false,
  asof: time,
  now: time,
};
const about: NonNullable<OutputOf<'Ticket/About'>> = {
  kind: 'withdrawal',
  id: 'wdr_1',
  time,
  status: 'rejected',
  lines: [{ key: 'amount', value: '40', coinid: 'USDT' }],
};
const statement: OutputOf<'Goods/ShopStatement'> = {
  month: '2026-05',
  first: '2026-05',
  last: '2026-05',
  coins: [
    {
      coinid: 'USDT',
      orders: 2,
      sales: '20',
      refunds: '4',
      commission: '0.8',
      received: '15.2',
      held: '30',
    },
  ],
};
const shop: Answers = {
  'Users/Shopinfo': ownShop,
  'Order/ShopCounts': { pendingshipment: 1, aftersale: 0, comments: 0 },
  'Order/ShopList': { list: [completed] },
  'Order/ShopFirst': completed,
};
const orders: Answers = {
  'Order/Counts': { pendingpayment: 0, pendingshipment: 0, pendingreceipt: 0, tocomment: 0 },
};

/** Where sums of one's own stand, besides the records of `hidden-amounts.test.tsx`, and how they are written. */
const places: [place: string, answers: Answers, amounts: readonly string[]][] = [
  [
    '/pages/wallet/cast/cast',
    { 'Cast/Info': info, 'Users/GetMyEnergy': energy },
    ['62.00', '65.00', '38.01', '12.50', '62%'],
  ],
  [
    '/pages/wallet/cast/dedRecode/dedRecode',
    {
      'Cast/Deductions': {
        list: [{ id: '7', time, kind: 'personal', amount: '0.028269', remaining: '198.5' }],
      },
    },
    ['0.028269', '198.50'],
  ],
  [
    '/pages/wallet/cast/grants/grants',
    { 'Cast/Grants': { list: [{ id: '8', time, amount: '2.5', left: '1.25', payer: 'Be***n' }] } },
    ['2.50', '1.25'],
  ],
  [
    '/pages/swap/linquidity/linquidity',
    { 'trade/Liquidity': holding, 'trade/Pool': pool, 'trade/LiquidityRecords': { list: [removal] } },
    ['123.45', '1,950.00', '2,000.00', '50.00', '10,550.00', '77.00'],
  ],
  [
    '/pages/order/order?tab=completed',
    { ...orders, 'Order/List': { list: [completed] } },
    ['60.00', '30.00'],
  ],
  ['/pages/order/detail?id=ord_1', { 'Order/First': completed }, ['60.00', '55.00', '5.00', '1.50', '30.00']],
  ['/pages/order/afterSale?id=ord_1', { 'Order/First': returned }, ['20.00', '60.00', '40.00']],
  ['/pages/mall/shopManage?part=orders&tab=completed', shop, ['60.00']],
  ['/pages/mall/shopManage?part=orders&id=ord_1', shop, ['60.00', '30.00', '5.00']],
  [
    '/pages/mall/shopManage?part=statement',
    { ...shop, 'Goods/ShopStatement': statement },
    ['20.00', '4.00', '0.80', '15.20', '30.00'],
  ],
  [
    '/pages/activity/activity',
    { 'Activity/Info': activity, 'Cast/Info': info },
    ['612.00', '611.00', '321.00'],
  ],
  [
    '/pages/wallet/subscribe/subscribe',
    { 'Node/Types': { list: [node] }, 'Node/Mine': medal, 'Node/Allow': () => unanswered },
    ['3.50', '1,234.00'],
  ],
  [
    '/pages/service/service?about=withdrawal:wdr_1',
    { 'Ticket/About': about, 'Ctrls/GetEnum': {} },
    ['40.00'],
  ],
];

const coins: Answers = { 'Users/Balance': { list: balances } };
const read = () => document.body.textContent ?? '';

afterEach(() => usePreferences.setState({ hideAmounts: false }));

async function open(place: string, answers: Answers, hide: boolean): Promise<void> {
  usePreferences.setState({ hideAmounts: hide });
  await openScreen(place, { 'Users/Info': activatedMember, ...coins, ...answers });
}

test.each(places)(
  'refuses: to show what is one’s own at %s while amounts are hidden',
  async (place, answers, amounts) => {
    await open(place, answers, false);
    await waitFor(() => expect(amounts.filter((amount) => !read().includes(amount))).toEqual([]));
    await open(place, answers, true);
    await screen.findAllByText((text) => text.includes('••••••'));
    expect(amounts.filter((amount) => read().includes(amount))).toEqual([]);
  },
);

test('behavior: what is still to be paid, and what is still to be answered, is read all the same', async () => {
  await open('/pages/order/detail?id=ord_1', { 'Order/First': fullOrder() }, true);
  expect((await screen.findAllByText(/60\.00 USDT/)).length).toBeGreaterThan(0);
  const claimed = { ...shop, 'Order/ShopFirst': asked };
  await open('/pages/mall/shopManage?part=orders&id=ord_1', claimed, true);
  expect(await screen.findByText(/20\.00 USDT/, { selector: 'div, p' })).toBeTruthy();
});

test.each<[string, Answers, string, string]>([
  [
    '/pages/swap/linquidity/linquidity',
    { 'trade/Liquidity': facts, 'trade/Pool': pool, 'trade/LiquidityRecords': { list: [] } },
    'Save as CSV',
    'Save as CSV, amounts included',
  ],
  [
    '/pages/swap/detail/detail',
    { 'trade/Trades': { list: [trade] } },
    'Save my trades as CSV',
    'Save my trades as CSV, amounts included',
  ],
  [
    '/pages/wallet/detail/detail?coinid=USDT',
    { 'trade/GetUserBalanceRecord': { list: [] } },
    'Save as CSV',
    'Save as CSV, amounts included',
  ],
  [
    '/pages/mall/shopManage?part=statement',
    { ...shop, 'Goods/ShopStatement': statement },
    'Download all orders (CSV)',
    'Download all orders (CSV, amounts included)',
  ],
])(
  'behavior: a table saved at %s says that it has the amounts, where they are hidden',
  async (place, answers, plain, said) => {
    await open(place, answers, false);
    expect(await screen.findByRole('button', { name: plain })).toBeTruthy();
    await open(place, answers, true);
    expect(await screen.findByRole('button', { name: said })).toBeTruthy();
  },
);
