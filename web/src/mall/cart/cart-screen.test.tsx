// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openScreen, Refused, unanswered } from '../../app/test-screen.tsx';
import type { Answers } from '../../app/test-screen.tsx';
import { currentToasts, dismissToast } from '../../ui/toast-store.ts';
import { cartLine } from '../test-mall.ts';
import type { CartLine } from './use-cart.ts';

const path = '/pages/mall/cart';
const other: CartLine = {
  ...cartLine,
  id: 'crt_2',
  goodsid: 'gds_tea',
  skuid: 'sku_tea',
  name: 'Green tea',
  skuname: '',
  shop: { id: 'shp_two', name: 'Demo Shop South' },
  price: '4',
  obl: '0',
  priceadded: '4',
  quantity: 1,
};

/** A server that keeps a cart. */
function cart(...lines: CartLine[]): Answers & { lines: CartLine[] } {
  const kept = { lines };
  return {
    ...kept,
    get lines() {
      return kept.lines;
    },
    'Goods/GetShopCar': () => ({ list: kept.lines }),
    'Goods/ShopCar_Edit': ({ id, quantity }) => {
      kept.lines = kept.lines.map((line) =>
        line.id === id ? { ...line, quantity: Number(quantity) } : line,
      );
    },
    'Goods/ShopCar_Del': ({ ids }) => {
      kept.lines = kept.lines.filter((line) => !ids.includes(line.id));
    },
    'Goods/ShopCar_Add': ({ skuid, quantity }) => {
      const line = skuid === other.skuid ? other : cartLine;
      kept.lines = [...kept.lines, { ...line, quantity: Number(quantity) }];
    },
  };
}

async function open(answers: Answers & { lines?: CartLine[] }, options = {}) {
  const { lines: _lines, ...calls } = answers;
  return openScreen(path, calls, options);
}

afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
});

test('refuses: a cart that could not be read says why, and is not shown as empty', async () => {
  await open({
    'Goods/GetShopCar': () => {
      throw new Refused('request.unavailable', 'Busy right now');
    },
  });
  expect(await screen.findByText('Busy right now')).toBeTruthy();
  expect(screen.queryByText('Your cart is empty')).toBeNull();
});

test('refuses: the checkout while nothing is chosen, or more than is left', async () => {
  await open(cart({ ...cartLine, quantity: 9, stock: 3, state: 'lessstock' }));
  expect(await screen.findByText(/Only 3 are left/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Fewer are left than you chose' })).toBeTruthy();
  fireEvent.click(screen.getByRole('checkbox', { name: 'Choose Reading lamp' }));
  expect(screen.getByRole('button', { name: 'Choose what to buy' })).toBeTruthy();
});

test('refuses: to choose again what was left out, on the way back from the checkout or after a reload', async () => {
  const server = cart(cartLine, other);
  await open(server);
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Choose Green tea' }));
  expect(await screen.findByRole('link', { name: 'Check out 1 item' })).toBeTruthy();
  cleanup();
  await open(server);
  expect(await screen.findByRole('link', { name: 'Check out 1 item' })).toBeTruthy();
  cleanup();
  // Put in anew it is meant.
  await open(cart(cartLine, { ...other, id: 'crt_9' }));
  expect(await screen.findByRole('link', { name: 'Check out 2 items' })).toBeTruthy();
});

test('refuses: a quantity that the server refused says why and goes back to what it was', async () => {
  await open({
    ...cart(cartLine),
    'Goods/ShopCar_Edit': () => {
      throw new Refused('mall.lessstock', 'Only 2 are left', { stock: 2 });
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'One more' }));
  expect(await screen.findByText('Only 2 are left')).toBeTruthy();
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>('Quantity of Reading lamp').value).toBe('2'),
  );
});

test('refuses: to take what a closed shop sells for gone, and to offer to throw it away', async () => {
  await open(cart(cartLine, { ...other, state: 'closed' }));
  expect(await screen.findByText('The shop is closed')).toBeTruthy();
  expect(screen.queryByText('No longer for sale.')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Remove from cart' })).toBeNull();
  expect(screen.getByRole('checkbox', { name: 'Choose Green tea' })).toHaveProperty('disabled', true);
  expect(screen.getByRole('link', { name: 'Check out 1 item' })).toBeTruthy();
});

test('refuses: to be silent about what found no room at login', async () => {
  const lines = Array.from({ length: 100 }, (_, n) => ({ ...other, id: `crt_${n}`, skuid: `sku_${n}` }));
  await open(cart(cartLine, other));
  expect(await screen.findByText('Reading lamp')).toBeTruthy();
  expect(screen.queryByText('Your cart is full')).toBeNull();
  cleanup();
  await open(cart(...lines));
  expect(await screen.findByText('Your cart is full')).toBeTruthy();
  expect(screen.getByText(/^It holds 100 different items\..* waits on this device/)).toBeTruthy();
}, 20_000);

test('behavior: bones while it loads; an empty one leads to the mall', async () => {
  await open({ 'Goods/GetShopCar': () => unanswered });
  expect(screen.getByText('Loading')).toBeTruthy();
  await open(cart());
  expect(await screen.findByText('Your cart is empty')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to the mall' }).getAttribute('href')).toBe('#/pages/mall/mall');
});

test('behavior: two shops, one sum, and the checkout of what is chosen by its variants', async () => {
  await open(cart(cartLine, other));
  expect(await screen.findByText('29.00 USDT')).toBeTruthy();
  expect(screen.getByText('2 shops: one payment, and an order for each shop.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Check out 2 items' }).getAttribute('href')).toBe(
    '#/pages/order/create?skus=sku_white%2Csku_tea',
  );
  fireEvent.click(screen.getByRole('checkbox', { name: 'Demo Shop South' }));
  expect(await screen.findByRole('link', { name: 'Check out 1 item' })).toBeTruthy();
  fireEvent.click(screen.getByRole('checkbox', { name: 'Choose all' }));
  expect(await screen.findByRole('link', { name: 'Check out 2 items' })).toBeTruthy();
});

test('behavior: two coins are two sums, and it is said that each is paid on its own', async () => {
  await open(cart(cartLine, { ...other, coinid: 'USDO' }));
  expect(await screen.findByText('25.00 USDT', { selector: 'strong' })).toBeTruthy();
  expect(screen.getByText('4.00 USDO', { selector: 'strong' })).toBeTruthy();
  expect(screen.getByText('Two coins: each is paid on its own.')).toBeTruthy();
});

test('behavior: what changed is said plainly: the price, what is sold out, what is gone', async () => {
  await open(
    cart(
      { ...cartLine, priceadded: '10' },
      { ...other, state: 'soldout', stock: 0 },
      { ...other, id: 'crt_3', skuid: 'sku_x', name: 'Old tea', state: 'gone', stock: 0 },
    ),
  );
  expect(
    await screen.findByText('The price changed: 10.00 USDT when you added it, 12.50 USDT now.'),
  ).toBeTruthy();
  expect(screen.getByText('Sold out since you added it.')).toBeTruthy();
  expect(screen.getByText('No longer for sale.')).toBeTruthy();
  expect(screen.getByText('25.00 USDT', { selector: 'strong' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Remove from cart' }));
  await waitFor(() => expect(screen.queryByText('Old tea')).toBeNull());
  expect(screen.getByText('Reading lamp')).toBeTruthy();
  // Nothing of it could be put back.
  await waitFor(() => expect(currentToasts().at(-1)?.text).toMatch(/^(2|Removed)/));
  expect(currentToasts().at(-1)?.action).toBeUndefined();
});

test('behavior: a quantity is typed key by key and saved once, after a pause', async () => {
  const server = cart({ ...cartLine, stock: 99 });
  const { asked } = await open(server);
  const field = await screen.findByLabelText<HTMLInputElement>('Quantity of Reading lamp');
  for (const value of ['', '1', '12']) fireEvent.change(field, { target: { value } });
  expect(await screen.findByText('150.00 USDT', { selector: 'strong' })).toBeTruthy();
  const saved = asked
    .filter((one) => one.path === 'Goods/ShopCar_Edit')
    .map(({ input }) => input['quantity']);
  expect(saved).toEqual([12]);
  expect(server.lines[0]?.quantity).toBe(12);
});

test('behavior: fewer are left: one press takes what there is', async () => {
  const server = cart({ ...cartLine, quantity: 9, stock: 3, state: 'lessstock' });
  await open(server);
  fireEvent.click(await screen.findByRole('button', { name: 'Take 3' }));
  await waitFor(() => expect(server.lines[0]?.quantity).toBe(3));
});

test('behavior: a line is deleted at once, and put back by "Undo"', async () => {
  await open(cart(cartLine, other));
  fireEvent.click(await screen.findByRole('button', { name: 'Remove Reading lamp' }));
  await waitFor(() => expect(screen.queryByText('Reading lamp')).toBeNull());
  await waitFor(() => expect(currentToasts().at(-1)?.text).toBe('Removed from your cart'));
  currentToasts().at(-1)?.action?.onPress();
  const line = (await screen.findByText('Reading lamp')).closest('li');
  expect(within(line as HTMLElement).getByLabelText<HTMLInputElement>('Quantity of Reading lamp').value).toBe(
    '2',
  );
});

test('behavior: of what is short now as many come back as there are', async () => {
  const server = cart({ ...cartLine, quantity: 9, stock: 3, state: 'lessstock' });
  await open(server);
  fireEvent.click(await screen.findByRole('button', { name: 'Remove Reading lamp' }));
  await waitFor(() => expect(currentToasts().at(-1)?.action).toBeDefined());
  currentToasts().at(-1)?.action?.onPress();
  await waitFor(() => expect(server.lines[0]?.quantity).toBe(3));
});

test('behavior: a visitor sees the same cart; the way on says that it leads through login', async () => {
  await open(cart(cartLine), { visitor: true });
  expect(await screen.findByRole('link', { name: 'Log in and check out' })).toBeTruthy();
});
