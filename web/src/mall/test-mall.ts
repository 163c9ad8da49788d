import type { OutputOf } from '@openmere/core/calls.ts';

/** What a call without data answers on the wire. */
export const done = {} as unknown as undefined;

/** A lamp for sale, as a list has it. */
export const lamp: OutputOf<'Goods/GetGoodsPage'> = {
  id: 'gds_lamp',
  shopid: 'shp_one',
  name: 'Reading lamp',
  coinid: 'USDT',
  price: '12.5',
  pricemax: '15',
  obl: '2',
  picurl: '/files/lamp.webp',
  bannerpicurl: '/files/lamp.webp,/files/lamp-side.webp',
  stock: 12,
  sold: 40,
  state: 'forsale',
};

export const lampSkus: OutputOf<'Goods/GoodsFirst'>['skus'] = [
  { id: 'sku_white', name: 'White', price: '12.5', obl: '2', stock: 9, picurl: '' },
  { id: 'sku_green', name: 'Green', price: '15', obl: '2', stock: 3, picurl: '/files/lamp-green.webp' },
  { id: 'sku_red', name: 'Red', price: '15', obl: '2', stock: 0, picurl: '' },
];

export const lampPage: OutputOf<'Goods/GoodsFirst'> = {
  ...lamp,
  type: { id: 'gty_home', name: 'Home' },
  content:
    '<p>Warm light for long evenings.</p><p><a href="https://lamps.example/care">How to care for it</a></p>',
  skus: lampSkus,
  comments: 23,
  rating: '4.6',
  shop: { id: 'shp_one', name: 'Demo Shop North', logo: '' },
};

export const home: OutputOf<'Goods/GetGoodsTypePage'> = {
  id: 'gty_home',
  pid: '0',
  name: 'Home',
  picurl: '',
  positions: 0,
  goods: 8,
};

export const cartLine: OutputOf<'Goods/GetShopCar'> = {
  id: 'crt_1',
  goodsid: lamp.id,
  skuid: 'sku_white',
  name: lamp.name,
  skuname: 'White',
  picurl: lamp.picurl,
  shop: { id: 'shp_one', name: 'Demo Shop North' },
  coinid: 'USDT',
  price: '12.5',
  obl: '2',
  priceadded: '12.5',
  quantity: 2,
  stock: 9,
  state: 'ok',
};

export const shop: OutputOf<'Goods/MallShopInfo'> = {
  id: 'shp_one',
  name: 'Demo Shop North',
  logo: '',
  kind: 'home',
  about: 'Made up for trying things out.',
  since: '2026-01-05T00:00:00.000Z',
  goods: 12,
  sold: 80,
  rating: '4.6',
  open: true,
};

export const comment: OutputOf<'Goods/CommentByGoods'> = {
  id: 'cmt_1',
  time: '2026-03-01T10:00:00.000Z',
  nickname: 'M***a',
  avatar: '',
  stars: 4,
  text: 'Bright enough to read by.',
  pictures: ['/files/at-home.webp'],
  sku: 'White',
  answer: { time: '2026-03-02T10:00:00.000Z', text: 'Thank you.' },
};
