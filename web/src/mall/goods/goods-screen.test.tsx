// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { openScreen, Refused, unanswered } from '../../app/test-screen.tsx';
import type { Answers } from '../../app/test-screen.tsx';
import { readStored } from '../../platform/storage.ts';
import { currentToasts, dismissToast } from '../../ui/toast-store.ts';
import { noShop } from '../shop/test-shop.ts';
import { cartLine, comment, done, lampPage, lampSkus } from '../test-mall.ts';

const path = '/pages/mall/goods?id=gds_lamp';
const filled: Answers = {
  'Goods/GoodsFirst': lampPage,
  'Goods/GetShopCar': { list: [] },
  'Goods/CommentByGoods': { list: [comment] },
  'Goods/isCollect': { collected: false },
  'Users/Shopinfo': noShop,
};
const open = (answers: Answers = {}, options = {}, at = path) =>
  openScreen(at, { ...filled, ...answers }, options);

afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
});

test('refuses: goods that are not there, with or without a name in the link', async () => {
  const none = () => {
    throw new Refused('mall.nogoods', 'There are no such goods');
  };
  for (const at of [path, '/pages/mall/goods']) {
    await open({ 'Goods/GoodsFirst': none }, {}, at);
    expect(await screen.findByText('These goods are not here')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to the mall' })).toBeTruthy();
  }
});

test('refuses: what could not be read says why and offers another try', async () => {
  await open({
    'Goods/GoodsFirst': () => {
      throw new Refused('request.unavailable', 'Busy right now');
    },
  });
  expect(await screen.findByText('Busy right now')).toBeTruthy();
});

test.each([
  ['withdrawn', 'No longer for sale'],
  ['hidden', 'Not available'],
  ['shopclosed', 'The shop is closed'],
] as const)('refuses: to sell what is %s, and says why in the button', async (state, reason) => {
  await open({ 'Goods/GoodsFirst': { ...lampPage, state } });
  expect(await screen.findByRole('button', { name: reason })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add to cart' })).toBeNull();
});

test('refuses: to sell a member what is from a shop of their own or of their other account, and says so in the button', async () => {
  await open({ 'Users/Shopinfo': { ...noShop, personshops: ['shp_other', lampPage.shop.id] } });
  expect(await screen.findByRole('button', { name: 'From your own shop' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add to cart' })).toBeNull();
});

test('refuses: more than are left, with the figure, and asks anew how many there are', async () => {
  const { asked } = await open(
    {
      'Goods/ShopCar_Add': () => {
        throw new Refused('mall.lessstock', 'Only 1 is left', { stock: 1 });
      },
    },
    {},
    `${path}&sku=sku_white`,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Add to cart' }));
  const sheet = await screen.findByRole('dialog');
  const before = asked.filter((one) => one.path === 'Goods/GoodsFirst').length;
  fireEvent.click(within(sheet).getByRole('button', { name: 'Add to cart' }));
  expect(await within(sheet).findByText('Only 1 is left')).toBeTruthy();
  await waitFor(() =>
    expect(asked.filter((one) => one.path === 'Goods/GoodsFirst').length).toBeGreaterThan(before),
  );
});

test('refuses: to say that something is in the cart of a visitor whose browser keeps no cookie', async () => {
  const answers = { 'Goods/ShopCar_Add': () => undefined };
  await open(answers, { visitor: true }, `${path}&sku=sku_white`);
  const add = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Add to cart' }));
    const sheet = within(await screen.findByRole('dialog'));
    fireEvent.click(sheet.getByRole('button', { name: 'Add to cart' }));
    return sheet;
  };
  const sheet = await add();
  expect(await sheet.findByText('This browser did not keep your cart')).toBeTruthy();
  expect(currentToasts()).toEqual([]);
  // What could not be looked at is not said to be missing.
  let reads = 0;
  const cart = () => {
    reads += 1;
    if (reads > 2) throw new Refused('request.unavailable', 'Busy right now');
    return { list: [] };
  };
  await open({ ...answers, 'Goods/GetShopCar': cart }, { visitor: true }, `${path}&sku=sku_white`);
  await add();
  await waitFor(() => expect(currentToasts().at(-1)?.text).toBe('Added to your cart'));
});

test.each([
  ['it is in, as was asked', 3],
  ['it is not in', 1],
])('refuses: to have somebody add twice after a lost answer: %s', async (_what, quantity) => {
  const white = { ...cartLine, quantity: 1 };
  let list = [white];
  await open(
    {
      'Goods/GetShopCar': () => ({ list }),
      'Goods/ShopCar_Add': () => {
        list = [{ ...white, quantity }];
        throw new Error('no answer');
      },
    },
    {},
    `${path}&sku=sku_white`,
  );
  expect(await screen.findByRole('link', { name: 'Cart, 1 item' })).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: 'Add to cart' }));
  const sheet = within(await screen.findByRole('dialog'));
  fireEvent.click(sheet.getByRole('button', { name: 'One more' }));
  fireEvent.click(sheet.getByRole('button', { name: 'Add to cart' }));
  if (quantity === 1) expect((await sheet.findByRole('alert')).textContent).toContain('Failed to connect');
  await waitFor(() =>
    expect(currentToasts().at(-1)?.text).toBe(quantity === 3 ? 'Added to your cart' : undefined),
  );
});

test.each([
  ['who wants no motion', 'auto', true],
  ['everybody else', 'smooth', false],
])('behavior: the rating leads to the comments; for %s the way is %s', async (_who, behavior, matches) => {
  vi.spyOn(globalThis, 'matchMedia').mockImplementation(
    (media) =>
      Object.assign(new EventTarget(), { media, matches: matches && media.includes('reduce') }) as never,
  );
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  await open();
  fireEvent.click(await screen.findByRole('button', { name: '4.6 of 5 · 23 comments' }));
  expect(scroll).toHaveBeenLastCalledWith({ behavior });
  vi.restoreAllMocks();
});

test('behavior: bones while it loads', async () => {
  await open({ 'Goods/GoodsFirst': () => unanswered });
  expect(screen.getByText('Loading')).toBeTruthy();
});

test('behavior: price, OBL, stock, rating, shop, and what buyers say with the answer of the shop', async () => {
  await open();
  expect(await screen.findByText('12.50 to 15.00 USDT')).toBeTruthy();
  expect(screen.getByText(/up to 2.00 OBL of each piece/)).toBeTruthy();
  expect(screen.getByText('12 left')).toBeTruthy();
  expect(screen.getByRole('button', { name: '4.6 of 5 · 23 comments' })).toBeTruthy();
  expect(screen.getByRole('link', { name: /Demo Shop North/ }).getAttribute('href')).toBe(
    '#/pages/mall/shop?id=shp_one',
  );
  expect(await screen.findByText('Bright enough to read by.')).toBeTruthy();
  expect(screen.getByText('4 of 5 stars')).toBeTruthy();
  expect(screen.getByText('Thank you.')).toBeTruthy();
});

test('behavior: pictures of goods and variants stand beside one another, each once, with a counter', async () => {
  await open();
  const list = await screen.findByRole('list', { name: 'Pictures' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(3);
  expect(within(list).getByRole('img', { name: 'Reading lamp, picture 1 of 3' })).toBeTruthy();
  expect(screen.getByText('1/3')).toBeTruthy();
});

test('behavior: a variant is chosen and counted before it goes into the cart', async () => {
  const { asked } = await open({ 'Goods/ShopCar_Add': () => undefined });
  fireEvent.click(await screen.findByRole('button', { name: 'Add to cart' }));
  const sheet = await screen.findByRole('dialog');
  expect(within(sheet).getByRole('button', { name: 'Choose a variant' })).toBeTruthy();
  expect(within(sheet).getByRole<HTMLInputElement>('radio', { name: /Red/ }).disabled).toBe(true);
  fireEvent.click(within(sheet).getByRole('radio', { name: /Green/ }));
  expect(location.hash).toContain('sku=sku_green');
  const quantity = within(sheet).getByLabelText('Quantity');
  for (const value of ['', '4']) fireEvent.change(quantity, { target: { value } });
  fireEvent.blur(quantity);
  fireEvent.click(within(sheet).getByRole('button', { name: 'Add to cart' }));
  await waitFor(() =>
    expect(asked.find((one) => one.path === 'Goods/ShopCar_Add')?.input).toEqual({
      goodsid: 'gds_lamp',
      skuid: 'sku_green',
      quantity: 3,
    }),
  );
  await waitFor(() => expect(currentToasts().at(-1)?.text).toBe('Added to your cart'));
});

test('behavior: bought at once leads to the checkout with variant and quantity', async () => {
  await open({ 'Goods/GoodsFirst': { ...lampPage, skus: lampSkus.slice(0, 1) } });
  fireEvent.click(await screen.findByRole('button', { name: 'Buy now' }));
  const sheet = await screen.findByRole('dialog');
  fireEvent.click(within(sheet).getByRole('button', { name: 'One more' }));
  const way = within(sheet).getByRole('link', { name: 'Buy for 25.00 USDT' });
  expect(way.getAttribute('href')).toBe('#/pages/order/create?goodsid=gds_lamp&skuid=sku_white&quantity=2');
});

test('behavior: a member collects and takes back; a visitor is led to login and comes back here', async () => {
  let collected = false;
  await open({
    'Goods/isCollect': () => ({ collected }),
    'Goods/CollectGoods': () => {
      collected = true;
      return done;
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('button', { name: 'Remove from saved goods' })).toBeTruthy();
  await open({}, { visitor: true });
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  expect(readStored('general.wantedPath')).toBe(path);
});

test('behavior: a link of the seller shows where it leads before it does', async () => {
  await open();
  fireEvent.click(await screen.findByText('How to care for it'));
  const sheet = await screen.findByRole('dialog', { name: 'Leave Openmere?' });
  expect(within(sheet).getByText('https://lamps.example/care')).toBeTruthy();
  const way = within(sheet).getByRole('link', { name: 'Open this address' });
  expect([way.getAttribute('target'), way.getAttribute('rel')]).toEqual([
    '_blank',
    'noopener noreferrer nofollow',
  ]);
});
