import type { OutputOf } from '@openmere/core/calls.ts';
import type { Answers } from '../../app/test-screen.tsx';
import type { FullOrder, Order } from './order-data.ts';

export const line: Order['lines'][number] = {
  id: 'oln_1',
  goodsid: 'gds_1',
  skuid: 'sku_1',
  name: 'Teapot',
  skuname: 'Blue',
  picurl: '',
  price: '30',
  obl: '5',
  quantity: 2,
  commented: false,
};

export const unpaid: Order = {
  id: 'ord_1',
  serial: '2026112200001',
  time: '2026-11-22T10:00:00.000Z',
  status: 'pendingpayment',
  refund: 'none',
  shop: { id: 'shp_1', name: 'Lake Shop', logo: '' },
  coinid: 'USDT',
  total: '60',
  paid: '0',
  oblpaid: '0',
  oblmost: '10',
  oblearned: '0',
  oblcoming: '1.5',
  refunded: '0',
  lines: [line],
  payby: '2026-11-22T10:30:00.000Z',
  shipby: null,
  receiveby: null,
  now: '2026-11-22T10:10:00.000Z',
  carrier: '',
  tracking: '',
  paidat: null,
  shippedat: null,
  completedat: null,
  cancelledat: null,
  cancelreason: '',
};

const created: FullOrder['events'][number] = {
  time: unpaid.time,
  kind: 'created',
  by: 'buyer',
  text: '',
  pictures: [],
};

export function fullOrder(change: Partial<FullOrder> = {}): FullOrder {
  return {
    ...unpaid,
    address: { recipient: 'Ada Heron', phone: '+49 30 1234567', country: 'DE', detail: 'Seestraße 1' },
    note: '',
    events: [created],
    aftersale: null,
    ...change,
  };
}

export const paid: FullOrder = fullOrder({
  status: 'pendingshipment',
  payby: null,
  paid: '55',
  oblpaid: '5',
  paidat: '2026-11-22T10:12:00.000Z',
  events: [created, { ...created, kind: 'paid', time: '2026-11-22T10:12:00.000Z' }],
});

export const shipped: FullOrder = {
  ...paid,
  status: 'pendingreceipt',
  carrier: 'Lake Post',
  tracking: 'LP123456',
  shippedat: '2026-11-22T12:00:00.000Z',
  receiveby: '2026-12-02T12:00:00.000Z',
};

export const completed: FullOrder = {
  ...shipped,
  status: 'completed',
  receiveby: null,
  oblearned: '1.5',
  completedat: '2026-11-24T12:00:00.000Z',
};

export const asked: FullOrder = {
  ...shipped,
  refund: 'refunding',
  aftersale: {
    id: 'aft_1',
    time: '2026-11-23T09:00:00.000Z',
    kind: 'refund',
    amount: '20',
    given: null,
    status: 'requested',
    text: 'The lid is broken.',
    pictures: [],
    answerby: '2026-11-26T09:00:00.000Z',
    reason: '',
  },
  events: [
    ...paid.events,
    {
      time: '2026-11-23T09:00:00.000Z',
      kind: 'claimed',
      by: 'buyer',
      text: 'The lid is broken.',
      pictures: [],
    },
  ],
};

export const balances: OutputOf<'Users/Balance'>[] = [
  { coinid: 'USDT', balance: '100', lockbalance: '0', available: '100' },
  { coinid: 'USDO', balance: '40', lockbalance: '0', available: '40' },
  { coinid: 'OBL', balance: '8', lockbalance: '0', available: '8' },
];

/** Answers of a server that has these orders. */
export function served(...orders: FullOrder[]): Answers {
  return {
    'Users/Balance': { list: balances },
    'Order/First': ({ id }) => {
      const found = orders.find((order) => order.id === id);
      if (!found) throw new Error(`no order ${id}`);
      return found;
    },
  };
}
