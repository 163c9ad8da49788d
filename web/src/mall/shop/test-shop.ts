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
