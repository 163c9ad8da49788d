// @vitest-environment happy-dom
import type { InputOf, OutputOf } from '@openmere/core/calls.ts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen, Refused, unanswered } from '../../app/test-screen.tsx';
import type { Answers } from '../../app/test-screen.tsx';
import { memberInfo } from '../../member/test-member.ts';
import { currentLocation } from '../../platform/history.ts';
import { unpaid } from './test-orders.ts';

type CartLine = OutputOf<'Goods/GetShopCar'>;

const teapot: CartLine = {
  id: 'crt_1',
  goodsid: 'gds_1',
  skuid: 'sku_1',
  name: 'Teapot',
  skuname: 'Blue',
  picurl: '',
  shop: { id: 'shp_1', name: 'Lake Shop' },
  coinid: 'USDT',
  price: '30',
  obl: '5',
  priceadded: '30',
  quantity: 2,
  stock: 9,
  state: 'ok',
};
const lamp: CartLine = {
  ...teapot,
  id: 'crt_2',
  goodsid: 'gds_2',
  skuid: 'sku_2',
  name: 'Lamp',
  shop: { id: 'shp_2', name: 'Hill Shop' },
  coinid: 'USDO',
  price: '12.5',
  obl: '0',
  quantity: 1,
};
const address: OutputOf<'Users/AddEditAddress'> = {
  id: 'adr_1',
  isdefualt: 1,
  label: '',
  recipient: 'Ada Heron',
  phone: '+49 30 1234567',
  country: 'DE',
  detail: 'Seestraße 1',
};

const both = '/pages/order/create?skus=sku_1,sku_2';
const answers: Answers = {
  'Users/Info': () => memberInfo,
  'Users/GetMyAddress': { list: [address] },
  'Goods/GetShopCar': { list: [teapot, lamp] },
};
/** The goods themselves, where there is no cart. */
function teapotAtOnce(stock: number): OutputOf<'Goods/GoodsFirst'> {
  return {
    id: 'gds_1',
    shopid: 'shp_1',
    name: 'Teapot',
    coinid: 'USDT',
    price: '30',
    pricemax: '30',
    obl: '5',
    picurl: '',
    bannerpicurl: '',
    stock,
    sold: 0,
    type: { id: 'gty_1', name: 'Kitchen' },
    content: '',
    skus: [{ id: 'sku_1', name: 'Blue', price: '30', obl: '5', stock, picurl: '' }],
    state: 'forsale',
    comments: 0,
    rating: null,
    shop: { id: 'shp_1', name: 'Lake Shop', logo: '' },
  };
}

const order = () => screen.findByRole('button', { name: 'Place order' });
const creates = (asked: readonly { path: string; input: unknown }[]) =>
  asked.filter((one) => one.path === 'Order/Create').map((one) => one.input as InputOf<'Order/Create'>);

test('refuses: what could not be read offers another try', async () => {
  await openScreen(both, {
    ...answers,
    'Goods/GetShopCar': () => {
      throw new Refused('request.unavailable', 'Busy right now');
    },
  });
  expect(await screen.findByText('Busy right now')).toBeTruthy();
});

test('refuses: goods of which too few are left', async () => {
  await openScreen(both, {
    ...answers,
    'Goods/GetShopCar': { list: [{ ...teapot, stock: 1, state: 'lessstock' }] },
  });
  expect(await screen.findByText('Only 1 left')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Some goods are not available' })).toBeTruthy();
});

test('refuses: goods that are no longer in the cart', async () => {
  await openScreen('/pages/order/create?skus=sku_9', answers);
  expect(await screen.findByText('These goods are no longer in your cart')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to the cart' })).toBeTruthy();
});

test('refuses: to speak of a cart where goods that are bought at once went off sale', async () => {
  await openScreen('/pages/order/create?goodsid=gds_1&skuid=sku_1&quantity=1', {
    ...answers,
    'Goods/GoodsFirst': { ...teapotAtOnce(9), state: 'withdrawn' },
  });
  const way = await screen.findByRole('link', { name: 'To the goods' });
  expect(way.getAttribute('href')).toBe('#/pages/mall/goods?id=gds_1');
  expect(screen.getByText('No longer for sale')).toBeTruthy();
  expect(screen.queryByText(/cart/)).toBeNull();
});

test('refuses: to send it to another address by itself where the chosen one is gone', async () => {
  const work = { ...address, id: 'adr_2', isdefualt: 0 as const, detail: 'Hafenplatz 2' };
  let list = [address, work];
  const { asked } = await openScreen(both, {
    ...answers,
    'Users/GetMyAddress': () => ({ list }),
    'Order/Create': () => {
      // Deleted on another device.
      list = [address];
      throw new Refused('mall.noaddress', 'Choose a shipping address.');
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Change' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /Hafenplatz 2/ }));
  fireEvent.click(await order());
  expect(await screen.findByText('Choose a shipping address.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(/Hafenplatz 2/)).toBeNull());
  expect(screen.queryByText(/Seestraße 1/)).toBeNull();
  // Others are there to choose from.
  expect(screen.getByRole('button', { name: 'Change' })).toBeTruthy();
  expect(asked.filter((one) => one.path === 'Order/Create')).toHaveLength(1);
});

test('refuses: what the server does not take stands on the page', async () => {
  await openScreen(both, {
    ...answers,
    'Order/Create': () => {
      throw new Refused('mall.lessstock', 'Of Teapot only 1 is left.', { name: 'Teapot', stock: 1 });
    },
  });
  fireEvent.click(await order());
  expect(await screen.findByText('Of Teapot only 1 is left.')).toBeTruthy();
});

test('refuses: to order at other prices than those shown; the new ones are read at once', async () => {
  let price = '30';
  const { asked } = await openScreen(both, {
    ...answers,
    'Goods/GetShopCar': () => ({ list: [{ ...teapot, price }] }),
    'Order/Create': () => {
      if (price === '35') return { list: [unpaid] };
      price = '35';
      throw new Refused('mall.pricechanged', 'Prices have changed.');
    },
  });
  fireEvent.click(await order());
  expect(await screen.findByText('Prices have changed.')).toBeTruthy();
  expect(await screen.findByText('70.00 USDT')).toBeTruthy();
  fireEvent.click(await order());
  await waitFor(() => expect(currentLocation().path).toBe('/pages/order/pay'));
  const [first, second] = creates(asked);
  expect([first?.sums, second?.sums]).toEqual([
    [{ coinid: 'USDT', amount: '60' }],
    [{ coinid: 'USDT', amount: '70' }],
  ]);
  expect(second?.requestId).not.toBe(first?.requestId);
});

test('refuses: of goods bought at once fewer are left than were chosen, with the way back to them', async () => {
  await openScreen('/pages/order/create?goodsid=gds_1&skuid=sku_1&quantity=3', {
    ...answers,
    'Goods/GoodsFirst': () => teapotAtOnce(2),
  });
  expect(await screen.findByText('Only 2 left')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'To the goods' }).getAttribute('href')).toBe(
    '#/pages/mall/goods?id=gds_1',
  );
});

test('refuses: to call sold out what one’s own order took, by a request whose answer was lost', async () => {
  const once = '/pages/order/create?goodsid=gds_1&skuid=sku_1&quantity=3';
  const lost: Answers = {
    ...answers,
    'Order/Create': () => {
      throw new Refused('request.unavailable', 'No answer came');
    },
  };
  await openScreen(once, { ...lost, 'Goods/GoodsFirst': () => teapotAtOnce(3) });
  fireEvent.click(await order());
  expect(await screen.findByText('No answer came')).toBeTruthy();
  cleanup();
  // Another quantity was not asked for.
  await openScreen(once.replace('=3', '=2'), { ...lost, 'Goods/GoodsFirst': () => teapotAtOnce(0) });
  expect(await screen.findByText('Sold out')).toBeTruthy();
  cleanup();
  await openScreen(once, {
    ...answers,
    'Goods/GoodsFirst': () => teapotAtOnce(0),
    'Order/Create': () => ({ list: [unpaid] }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Look for the order' }));
  await waitFor(() => expect(currentLocation().path).toBe('/pages/order/pay'));
});

test('behavior: bones while loading', async () => {
  await openScreen(both, { ...answers, 'Goods/GetShopCar': () => unanswered });
  expect(screen.getAllByText('Loading').length).toBeGreaterThan(0);
});

test('behavior: shops and coins of one cart become orders of their own, with a sum for each coin', async () => {
  const { asked } = await openScreen(both, {
    ...answers,
    'Order/Create': () => ({ list: [unpaid, { ...unpaid, id: 'ord_2', coinid: 'USDO' }] }),
  });
  expect(await screen.findByText('Lake Shop')).toBeTruthy();
  expect(screen.getByText('Hill Shop')).toBeTruthy();
  expect(screen.getByText('60.00 USDT')).toBeTruthy();
  expect(screen.getByText('You can use up to 10.00 OBL')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Note for the shop'), { target: { value: 'Ring twice' } });
  fireEvent.click(await order());
  await waitFor(() => expect(currentLocation().path).toBe('/pages/order/pay'));
  expect(currentLocation().query).toEqual({ ids: 'ord_1,ord_2' });
  expect(creates(asked)[0]).toMatchObject({
    cartids: ['crt_1', 'crt_2'],
    addressid: 'adr_1',
    note: 'Ring twice',
    sums: [
      { coinid: 'USDO', amount: '12.5' },
      { coinid: 'USDT', amount: '60' },
    ],
  });
});

test('behavior: a note is there again after a reload, only for the goods that it was written for, until they are ordered', async () => {
  const note = async () => (await screen.findByLabelText<HTMLInputElement>('Note for the shop')).value;
  const answered = {
    ...answers,
    'Goods/GoodsFirst': () => teapotAtOnce(5),
    'Order/Create': () => ({ list: [unpaid] }),
  };
  await openScreen(both, answered);
  await note();
  fireEvent.change(screen.getByLabelText('Note for the shop'), { target: { value: 'Ring twice' } });
  await openScreen('/pages/order/create?goodsid=gds_1&skuid=sku_1&quantity=1', answered);
  expect(await note()).toBe('');
  await openScreen(both, answered);
  expect(await note()).toBe('Ring twice');
  fireEvent.click(await order());
  await waitFor(() => expect(currentLocation().path).toBe('/pages/order/pay'));
  await openScreen(both, answered);
  expect(await note()).toBe('');
});

test('behavior: an address can be made in place', async () => {
  const list: (typeof address)[] = [];
  await openScreen(both, {
    ...answers,
    'Users/GetMyAddress': () => ({ list }),
    'Users/AddEditAddress': () => {
      list.push(address);
      return address;
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Add an address' }));
  expect(screen.getByRole('button', { name: 'Add an address first' })).toBeTruthy();
  const sheet = within(await screen.findByRole('dialog'));
  const type = (name: string, value: string) =>
    fireEvent.change(sheet.getByLabelText(name), { target: { value } });
  type('Recipient', 'Ada Heron');
  type('Phone', '+49 30 1234567');
  type('Address', 'Seestraße 1');
  fireEvent.click(await sheet.findByRole('button', { name: 'Save address' }));
  expect(await order()).toBeTruthy();
  expect(screen.getByText('Ada Heron')).toBeTruthy();
});

test('behavior: a request whose answer was lost is asked again, also when the cart is empty after a reload', async () => {
  let lost = true;
  const create: Answers = {
    'Order/Create': () => {
      if (lost) throw new Refused('request.unavailable', 'No answer came');
      return { list: [unpaid] };
    },
  };
  const first = await openScreen(both, { ...answers, ...create });
  fireEvent.click(await order());
  expect(await screen.findByText('No answer came')).toBeTruthy();
  lost = false;
  const again = await openScreen(both, { ...answers, ...create, 'Goods/GetShopCar': { list: [] } });
  expect(await screen.findByText('Your order may already be placed')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Look for the order' }));
  await waitFor(() => expect(currentLocation().path).toBe('/pages/order/pay'));
  // At the prices of then, whatever they are now.
  expect(creates(again.asked)[0]).toEqual({ ...creates(first.asked)[0], sums: undefined });
});

test('behavior: goods are bought at once without a cart', async () => {
  const { asked } = await openScreen('/pages/order/create?goodsid=gds_1&skuid=sku_1&quantity=3', {
    ...answers,
    'Goods/GoodsFirst': () => teapotAtOnce(9),
    'Order/Create': () => ({ list: [unpaid] }),
  });
  fireEvent.click(await order());
  await waitFor(() =>
    expect(creates(asked)[0]).toMatchObject({
      items: [{ goodsid: 'gds_1', skuid: 'sku_1', quantity: 3 }],
      addressid: 'adr_1',
    }),
  );
});
