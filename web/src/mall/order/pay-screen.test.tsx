// @vitest-environment happy-dom
import type { InputOf, OutputOf } from '@openmere/core/calls.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { config, openScreen, Refused, sealingKey, unanswered } from '../../app/test-screen.tsx';
import type { Answers } from '../../app/test-screen.tsx';
import { writeStored } from '../../platform/storage.ts';
import type { FullOrder } from './order-data.ts';
import { balances, completed, fullOrder, paid, served } from './test-orders.ts';

const path = '/pages/order/pay?ids=ord_1';
const inUsdo: FullOrder = fullOrder({ id: 'ord_2', coinid: 'USDO', total: '20', oblmost: '0' });

const sealed = async (answers: Answers): Promise<Answers> => ({
  ...answers,
  'Ctrls/GetConfig': { list: [...config, await sealingKey()] },
});
async function confirm(amount: string): Promise<void> {
  const name = `Pay ${amount}`;
  const button = await screen.findByRole('button', { name });
  // The balance is on its way.
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
  fireEvent.click(button);
  const sheet = within(await screen.findByRole('dialog'));
  fireEvent.change(sheet.getByLabelText('Payment password'), { target: { value: 'reed-warbler' } });
  fireEvent.click(sheet.getByRole('button', { name }));
}
const paysOf = (asked: readonly { path: string; input: unknown }[]) =>
  asked.filter((one) => one.path === 'Order/Pay').map((one) => one.input as InputOf<'Order/Pay'>);

test('refuses: what could not be read offers another try', async () => {
  await openScreen(path, {
    ...served(),
    'Order/First': () => {
      throw new Refused('request.unavailable', 'Busy right now');
    },
  });
  expect(await screen.findByText('Busy right now')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('refuses: to pay more than there is, and says how much is missing', async () => {
  await openScreen(path, served(fullOrder({ total: '130' })));
  expect(await screen.findByRole('button', { name: '30.00 USDT missing' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Get USDT' })).toBeTruthy();
});

test('refuses: more OBL than the goods allow or the member has', async () => {
  await openScreen(path, served(fullOrder()));
  fireEvent.change(await screen.findByLabelText('Use OBL'), { target: { value: '9' } });
  expect(await screen.findByText('At most 8.00 OBL: that is what you have.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'That is more OBL than possible' })).toBeTruthy();
});

test('refuses: to fail for good where what was kept of a payment is damaged', async () => {
  writeStored('general.drafts', '{"order.pay":{"input":"x"},"order.create":{"input":"x"}}');
  await openScreen(path, served(fullOrder()));
  expect(await screen.findByLabelText('Use OBL')).toHaveProperty('value', '');
  await openScreen('/pages/order/create?skus=sku_9', { ...served(), 'Goods/GetShopCar': { list: [] } });
  expect(await screen.findByRole('link', { name: 'Go to the cart' })).toBeTruthy();
});

test('refuses: an order that nobody can pay any more', async () => {
  const late = fullOrder({ status: 'cancelled', cancelreason: 'expired', payby: null });
  await openScreen(path, served(late));
  expect(await screen.findByText('Nothing left to pay here')).toBeTruthy();
});

test('refuses: to call an order paid that was given back, or to promise that the shop ships what has arrived', async () => {
  await openScreen(path, served({ ...paid, status: 'cancelled', cancelreason: 'member', refunded: '60' }));
  expect(await screen.findByText('Nothing left to pay here')).toBeTruthy();
  expect(screen.queryByText(/^Paid/)).toBeNull();
  await openScreen(path, served(completed));
  expect(await screen.findByText('Paid 55.00 USDT + 5.00 OBL')).toBeTruthy();
  expect(screen.queryByText(/The shop ships next/)).toBeNull();
});

test('refuses: to pass over an order that was not paid, or came back, beside one that was paid', async () => {
  const pair = '/pages/order/pay?ids=ord_1,ord_2';
  const late: FullOrder = { ...inUsdo, status: 'cancelled', cancelreason: 'expired', payby: null };
  const pond = { id: 'shp_2', name: 'Pond Shop', logo: '' };
  await openScreen(pair, served(paid, { ...late, shop: pond }));
  expect(await screen.findByText('Paid 55.00 USDT + 5.00 OBL')).toBeTruthy();
  const notice = (name: string) => screen.getByText(name).parentElement?.textContent;
  expect(notice('Pond Shop')).toBe('Pond ShopIt was not paid in time.');
  expect(screen.getByRole('link', { name: 'View orders' }).getAttribute('href')).toBe(
    '#/pages/order/order?tab=pendingshipment',
  );
  // Also while another one of them is still to be paid.
  await openScreen(pair, served(fullOrder(), { ...late, shop: pond }));
  expect(await screen.findByRole('button', { name: 'Pay 60.00 USDT' })).toBeTruthy();
  expect(notice('Pond Shop')).toBe('Pond ShopIt was not paid in time.');
  // Paid and given back: it is not said that nothing was paid.
  const back: FullOrder = { ...paid, status: 'cancelled', cancelreason: 'shop', refunded: '60' };
  await openScreen(path, served(back));
  expect(await screen.findByText('The shop cancelled it. What you paid is back.')).toBeTruthy();
  expect(screen.queryByText(/Nothing was paid/)).toBeNull();
});

test('refuses: to call an order that OBL has paid whole "paid with nothing"', async () => {
  await openScreen(path, served({ ...paid, paid: '0', oblpaid: '60' }));
  expect(await screen.findByText('Paid 60.00 OBL')).toBeTruthy();
});

test('refuses: to say that there is no OBL, or to wait without end, where the balance cannot be read', async () => {
  let away = true;
  await openScreen(path, {
    ...served(fullOrder()),
    'Users/Balance': () => {
      if (away) throw new Refused('request.unavailable', 'Busy right now');
      return { list: balances };
    },
  });
  expect(await screen.findByText('Busy right now')).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Pay/ }).getAttribute('aria-busy')).toBeNull();
  expect(screen.queryByText(/you have none/)).toBeNull();
  away = false;
  fireEvent.click(screen.getByText('Try again'));
  expect(await screen.findByText('At most 8.00 OBL: that is what you have.')).toBeTruthy();
});

test('refuses: to ask for a payment again that was made, where its answer was lost', async () => {
  let now = fullOrder();
  await openScreen(
    path,
    await sealed({
      ...served(now),
      'Order/First': () => now,
      'Order/Pay': () => {
        now = paid;
        throw new Error('lost');
      },
    }),
  );
  await confirm('60.00 USDT');
  expect(await screen.findByText('Paid 55.00 USDT + 5.00 OBL')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('refuses: OBL that the pool does not cover is said at its field', async () => {
  const { asked } = await openScreen(
    path,
    await sealed({
      ...served(fullOrder()),
      'Order/Pay': () => {
        throw new Refused('mall.badobl', 'At most 3 OBL can be used now.', { most: '3' });
      },
    }),
  );
  fireEvent.change(await screen.findByLabelText('Use OBL'), { target: { value: '5' } });
  await confirm('55.00 USDT');
  expect(await screen.findByText('At most 3 OBL can be used now.')).toBeTruthy();
  expect(paysOf(asked)[0]?.obl).toBe('5');
});

test('refuses: to let one shop that has closed keep the orders of the others from being paid', async () => {
  const pond = fullOrder({
    id: 'ord_2',
    total: '20',
    oblmost: '0',
    shop: { id: 'shp_2', name: 'Pond Shop', logo: '' },
  });
  const answers = await sealed({
    ...served(fullOrder(), pond),
    'Order/Pay': ({ ids }) => {
      if (ids.includes('ord_2'))
        throw new Refused('mall.shopclosed', 'Pond Shop: the shop is closed.', { name: 'Pond Shop' });
      return { list: [paid] };
    },
  });
  const { asked } = await openScreen('/pages/order/pay?ids=ord_1,ord_2', answers);
  await confirm('80.00 USDT');
  expect(await screen.findByText('Pond Shop is closed at the moment')).toBeTruthy();
  await confirm('60.00 USDT');
  await waitFor(() => expect(paysOf(asked).map(({ ids }) => ids)).toEqual([['ord_1', 'ord_2'], ['ord_1']]));
  // Alone it is refused where it is confirmed.
  await openScreen('/pages/order/pay?ids=ord_2', answers);
  await confirm('20.00 USDT');
  expect(await screen.findByText('Pond Shop: the shop is closed.')).toBeTruthy();
  expect(screen.getByRole('dialog')).toBeTruthy();
});

test('behavior: bones while loading, and the countdown runs by the clock of the server', async () => {
  await openScreen(path, { ...served(), 'Order/First': () => unanswered });
  expect(screen.getAllByText('Loading').length).toBeGreaterThan(0);
  await openScreen(path, served(fullOrder()));
  expect((await screen.findByRole('timer')).textContent).toMatch(/^(20 min 0 s|19 min 5\d s)$/);
});

test('behavior: price, OBL part, what is paid and what is earned are explained', async () => {
  await openScreen(path, served(fullOrder()));
  fireEvent.change(await screen.findByRole('slider'), { target: { value: '100' } });
  expect(await screen.findByText('− 8.00 OBL')).toBeTruthy();
  expect(screen.getByText('52.00 USDT')).toBeTruthy();
  expect(screen.getByText('1.50 OBL')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Pay 52.00 USDT' })).toBeTruthy();
});

test('behavior: paying in USDT says what it would cost of a deposit bonus that waits; with enough left, or in another coin, nothing', async () => {
  const held = {
    id: 'bon_1',
    kind: 'deposit' as const,
    status: 'held' as const,
    time: '2026-03-01T00:00:00.000Z',
    place: null,
    deposit: '100',
    kept: '90',
    power: '0',
    dueat: '2026-03-08T00:00:00.000Z',
    reason: null,
  };
  const info: OutputOf<'Activity/Info'> = {
    state: 'inprogress',
    starts: '2026-03-01T00:00:00.000Z',
    ends: '2026-03-31T00:00:00.000Z',
    now: '2026-03-02T00:00:00.000Z',
    first: { count: 99, left: 12, bonus: '100' },
    deposit: { tiers: [{ from: '100', factor: '0.25' }], most: '10000', holddays: 7 },
    own: { activated: true, countryoff: false, claimable: '0', bonuses: [held] },
  };
  await openScreen(path, { ...served(fullOrder()), 'Activity/Info': info });
  expect(await screen.findByText(/90\.00 USDT so far\. This would lower it to 40\.00 USDT\./)).toBeTruthy();
  const cheap = await openScreen(path, { ...served(fullOrder({ total: '10' })), 'Activity/Info': info });
  await waitFor(() => expect(cheap.asked.some((one) => one.path === 'Activity/Info')).toBe(true));
  expect(await screen.findByRole('button', { name: 'Pay 10.00 USDT' })).toBeTruthy();
  expect(screen.queryByText(/deposit bonus/)).toBeNull();
  const other = await openScreen('/pages/order/pay?ids=ord_2', { ...served(inUsdo), 'Activity/Info': info });
  expect(await screen.findByRole('button', { name: /20\.00 USDO/ })).toBeTruthy();
  expect(other.asked.some((one) => one.path === 'Activity/Info')).toBe(false);
});

test('behavior: a lost answer is asked again with the same request, also after a reload', async () => {
  let lost = true;
  const answers = await sealed({
    ...served(fullOrder()),
    'Order/Pay': () => {
      if (lost) throw new Refused('request.unavailable', 'No answer came');
      return { list: [paid] };
    },
  });
  const first = await openScreen(path, answers);
  fireEvent.change(await screen.findByLabelText('Use OBL'), { target: { value: '5' } });
  await confirm('55.00 USDT');
  expect(await screen.findByText('No answer came')).toBeTruthy();
  const kept = localStorage.getItem(localStorage.key(0) ?? '');
  expect(kept).not.toContain('reed-warbler');
  lost = false;
  const again = await openScreen(path, answers);
  expect((await screen.findByLabelText<HTMLInputElement>('Use OBL')).value).toBe('5');
  await confirm('55.00 USDT');
  await waitFor(() => expect(paysOf(again.asked)).toHaveLength(1));
  expect(paysOf(again.asked)[0]?.requestId).toBe(paysOf(first.asked)[0]?.requestId);
});

test('behavior: another amount is another request', async () => {
  const answers = await sealed({
    ...served(fullOrder()),
    'Order/Pay': () => {
      throw new Refused('auth.wrongpaypassword', 'Wrong payment password');
    },
  });
  const first = await openScreen(path, answers);
  await confirm('60.00 USDT');
  expect(await screen.findByText('Wrong payment password')).toBeTruthy();
  const second = await openScreen(path, answers);
  fireEvent.change(await screen.findByLabelText('Use OBL'), { target: { value: '1' } });
  await confirm('59.00 USDT');
  await waitFor(() => expect(paysOf(second.asked)).toHaveLength(1));
  expect(paysOf(first.asked)[0]?.requestId).not.toBe(paysOf(second.asked)[0]?.requestId);
});

test('behavior: orders of two coins are two payments, one after the other', async () => {
  writeStored('general.drafts', '{}');
  await openScreen('/pages/order/pay?ids=ord_1,ord_2', served(fullOrder(), inUsdo));
  expect(await screen.findByText(/First what costs USDO, then USDT/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Pay 20.00 USDO' })).toBeTruthy();
  await openScreen('/pages/order/pay?ids=ord_1,ord_2', served(paid, inUsdo));
  expect(await screen.findByText('Paid 55.00 USDT + 5.00 OBL')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Pay 20.00 USDO' })).toBeTruthy();
});

test('behavior: what was paid says so, also when the page is opened again', async () => {
  await openScreen(path, served(paid));
  expect(await screen.findByText('Paid 55.00 USDT + 5.00 OBL')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'View orders' }).getAttribute('href')).toBe(
    '#/pages/order/detail?id=ord_1',
  );
});
