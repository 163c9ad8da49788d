import type { OutputOf } from '@openmere/core/calls.ts';

type Info = OutputOf<'Users/Shopinfo'>;

export const noShop: Info = {
  state: 'none',
  reason: '',
  application: null,
  decisions: [],
  shop: null,
  personshops: [],
};

export const application: NonNullable<Info['application']> = {
  id: 'sap_1',
  name: 'Lake Pottery',
  logo: '',
  kind: 'home',
  contact: '+65 8123 4567',
  about: 'Bowls and cups, thrown by hand.',
  licences: 2,
  time: '2026-05-04T12:00:00.000Z',
};

export const ownShop: Info = {
  state: 'approved',
  reason: '',
  application,
  decisions: [
    { name: 'Lake Pottery', time: '2026-05-06T12:00:00.000Z', state: 'approved', reason: 'All is there.' },
    { name: 'Pots', time: '2026-05-02T12:00:00.000Z', state: 'rejected', reason: 'Name another shop.' },
  ],
  shop: {
    id: 'shp_1',
    name: 'Lake Pottery',
    logo: '',
    kind: 'home',
    about: 'Bowls and cups, thrown by hand.',
    open: true,
  },
  personshops: ['shp_1'],
};

export const ownGoods: OutputOf<'Goods/ShopGoods'> = {
  id: 'gds_1',
  typeid: 'gty_1',
  coinid: 'USDT',
  state: 'forsale',
  hiddenreason: '',
  pictures: ['/files/a.webp'],
  name: 'Blue cup',
  names: { en: 'Blue cup' },
  skus: [{ id: 'sku_1', names: {}, price: '10', obl: '0', stock: 5, picurl: '' }],
  sold: 3,
  version: 1,
  time: '2026-05-04T12:00:00.000Z',
};

export const ORDER_TIME = '2026-05-04T12:00:00.000Z';

/** Paid, and to be shipped. */
export const shopOrder: OutputOf<'Order/ShopFirst'> = {
  id: 'ord_1',
  serial: '20260504-0001',
  time: ORDER_TIME,
  status: 'pendingshipment',
  refund: 'none',
  shop: { id: 'shp_1', name: 'Lake Pottery', logo: '' },
  coinid: 'USDT',
  total: '20',
  paid: '20',
  oblpaid: '0',
  oblmost: '0',
  oblearned: '0',
  oblcoming: '1.5',
  refunded: '0',
  lines: [
    {
      id: 'oln_1',
      goodsid: 'gds_1',
      skuid: 'sku_1',
      name: 'Blue cup',
      skuname: '',
      picurl: '',
      price: '10',
      obl: '0',
      quantity: 2,
      commented: false,
    },
  ],
  payby: null,
  shipby: null,
  receiveby: null,
  now: ORDER_TIME,
  carrier: '',
  tracking: '',
  paidat: ORDER_TIME,
  shippedat: null,
  completedat: null,
  cancelledat: null,
  cancelreason: '',
  address: { recipient: 'Mira', phone: '+65 8123', country: 'SG', detail: '1 Lake Road' },
  note: '',
  events: [],
  aftersale: null,
};
