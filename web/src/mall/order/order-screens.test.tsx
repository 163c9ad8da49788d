// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { testList } from '../../app/test-list.tsx';
import { openScreen, Refused, unanswered } from '../../app/test-screen.tsx';
import { memberInfo } from '../../member/test-member.ts';
import { ORDERS_PATH } from './order-data.ts';
import {
  asked as claimed,
  completed,
  fullOrder,
  line,
  paid,
  served,
  shipped,
  unpaid,
} from './test-orders.ts';

const detail = '/pages/order/detail?id=ord_1';
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const link = (name: string | RegExp) => screen.findByRole('link', { name });
const hrefOf = async (name: string | RegExp) => (await link(name)).getAttribute('href');

testList({ path: ORDERS_PATH, call: 'Order/List', row: unpaid, shown: 'Lake Shop', empty: 'Nothing to pay' });

test.each(['pendingshipment', 'pendingreceipt', 'completed', 'cancelled'] as const)(
  'behavior: the tab %s asks for its orders',
  async (tab) => {
    const { asked } = await openScreen(`${ORDERS_PATH}?tab=${tab}`, { 'Order/List': { list: [] } });
    await waitFor(() => expect(asked.find((one) => one.path === 'Order/List')?.input).toMatchObject({ tab }));
    expect(screen.getByRole('tab', { selected: true }).id).toContain(tab);
  },
);

test('behavior: an order in the list counts down by the clock of the server and leads to payment', async () => {
  await openScreen(ORDERS_PATH, { 'Order/List': { list: [unpaid] } });
  expect((await screen.findByRole('timer')).textContent).toMatch(/^(20 min 0 s|19 min 5\d s)$/);
  expect(await hrefOf('Pay 60.00 USDT')).toBe('#/pages/order/pay?ids=ord_1');
});

test('refuses: to count longer for orders of a page that was read earlier', async () => {
  const later = { ...unpaid, id: 'ord_2', now: '2026-11-22T10:15:00.000Z' };
  await openScreen(ORDERS_PATH, { 'Order/List': { list: [later, unpaid] } });
  const timers = await screen.findAllByRole('timer');
  for (const { textContent } of timers) expect(textContent).toMatch(/^(15 min 0 s|14 min 5\d s)$/);
});

test('behavior: what goes back is marked inside its tab', async () => {
  await openScreen(`${ORDERS_PATH}?tab=pendingreceipt`, { 'Order/List': { list: [claimed] } });
  expect(await screen.findByText('Refund requested')).toBeTruthy();
});

test('refuses: an order that cannot be read now says so and offers another try', async () => {
  await openScreen(detail, {
    'Order/First': () => {
      throw new Refused('request.unavailable', 'Busy right now');
    },
  });
  expect(await screen.findByText('Busy right now')).toBeTruthy();
  expect(await button('Try again')).toBeTruthy();
});

test('behavior: bones while loading', async () => {
  await openScreen(detail, { 'Order/First': () => unanswered });
  expect(screen.getAllByText('Loading').length).toBeGreaterThan(0);
});

test('behavior: cancelling is asked for first and says what comes back', async () => {
  const { asked } = await openScreen(detail, { ...served(paid), 'Order/Cancel': () => paid });
  fireEvent.click(await button('Cancel and get the money back'));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText(/Everything you paid comes back at once/)).toBeTruthy();
  expect(asked.some((one) => one.path === 'Order/Cancel')).toBe(false);
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel and get the money back' }));
  await waitFor(() =>
    expect(asked.find((one) => one.path === 'Order/Cancel')?.input).toEqual({ id: 'ord_1' }),
  );
});

test('refuses: what was shipped meanwhile cannot be cancelled, and the page shows it as it is', async () => {
  let reads = 0;
  await openScreen(detail, {
    ...served(paid),
    'Order/First': () => {
      reads += 1;
      return reads === 1 ? paid : shipped;
    },
    'Order/Cancel': () => {
      throw new Refused('mall.notcancellable', 'This order can no longer be cancelled.');
    },
  });
  fireEvent.click(await button('Cancel and get the money back'));
  const dialog = within(await screen.findByRole('alertdialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel and get the money back' }));
  expect(await screen.findByText('LP123456')).toBeTruthy();
});

test('behavior: a parcel on its way shows who carries it, and receipt needs a long press', async () => {
  const { asked } = await openScreen(detail, { ...served(shipped), 'Order/Receive': () => completed });
  expect(await screen.findByText('Lake Post')).toBeTruthy();
  expect(screen.getByText('LP123456')).toBeTruthy();
  expect(await hrefOf(/Ask for a refund/)).toBe('#/pages/order/afterSale?id=ord_1');
  fireEvent.click(await button('Hold to confirm receipt'));
  expect(await button('Press again to confirm receipt')).toBeTruthy();
  expect(asked.some((one) => one.path === 'Order/Receive')).toBe(false);
});

test('behavior: while a refund is asked for, nothing completes and nothing can be received', async () => {
  await openScreen(detail, served(claimed));
  expect(await screen.findByText(/The automatic completion is stopped/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Hold to confirm/ })).toBeNull();
  expect(await hrefOf('View request')).toBe('#/pages/order/afterSale?id=ord_1');
});

test('behavior: a part that went back is shown in both coins', async () => {
  const back = { ...completed, refund: 'refunded', refunded: '12' } as const;
  await openScreen(detail, served(back));
  expect(await screen.findByText('11.00 USDT')).toBeTruthy();
  expect(screen.getByText('1.00 OBL')).toBeTruthy();
});

test('behavior: the page of one’s own leads to the orders that wait for something', async () => {
  await openScreen('/pages/mine/mine', {
    'Users/Info': () => memberInfo,
    'Ctrls/GetAppVersion': () => ({
      version: '1.0.0',
      required: '1.0.0',
      update: 'none',
      build: '1',
      url: '',
    }),
  });
  expect(await hrefOf('To pay')).toBe(`#${ORDERS_PATH}?tab=pendingpayment`);
  expect(await hrefOf('To receive')).toBe(`#${ORDERS_PATH}?tab=pendingreceipt`);
});

const counts = { pendingpayment: 2, pendingshipment: 0, pendingreceipt: 1, tocomment: 100 };

test('behavior: the page of one’s own says how many wait, and where', async () => {
  await openScreen('/pages/mine/mine', { 'Users/Info': () => memberInfo, 'Order/Counts': () => counts });
  expect(await hrefOf('2 To pay')).toBe(`#${ORDERS_PATH}?tab=pendingpayment`);
  expect(await hrefOf('To ship')).toBe(`#${ORDERS_PATH}?tab=pendingshipment`);
  expect(await hrefOf('99+ To comment')).toBe(`#${ORDERS_PATH}?tab=completed&tocomment=1`);
});

test('behavior: all orders begin where one waits, or with those that are completed', async () => {
  const none = { pendingpayment: 0, pendingshipment: 0, pendingreceipt: 0, tocomment: 0 };
  for (const [some, at] of [
    [{ pendingreceipt: 1, tocomment: 2 }, 'tab=pendingreceipt'],
    [{}, 'tab=completed'],
  ] as const) {
    const answers = { 'Users/Info': () => memberInfo, 'Order/Counts': () => ({ ...none, ...some }) };
    await openScreen('/pages/mine/mine', answers);
    await waitFor(async () => expect(await hrefOf('See all')).toBe(`#${ORDERS_PATH}?${at}`));
    cleanup();
  }
});

test('behavior: the tabs say how many wait in them, and follow what is pushed', async () => {
  await openScreen(ORDERS_PATH, { 'Order/List': { list: [] }, 'Order/Counts': () => counts });
  expect(await screen.findByRole('tab', { name: 'To pay 2' })).toBeTruthy();
  expect(screen.getByRole('tab', { name: 'To receive 1' })).toBeTruthy();
  expect(screen.getByRole('tab', { name: 'To ship' })).toBeTruthy();
  expect(screen.getByRole('tab', { name: 'Completed' })).toBeTruthy();
});

test('behavior: of the completed ones those that wait for a comment alone', async () => {
  const { asked } = await openScreen(`${ORDERS_PATH}?tab=completed`, {
    'Order/List': ({ tocomment }) => ({ list: tocomment === '1' ? [] : [completed] }),
    'Order/Counts': () => ({ ...counts, tocomment: 3 }),
  });
  expect(await screen.findByText('Lake Shop')).toBeTruthy();
  fireEvent.click(await button('To comment 3'));
  expect(await screen.findByText('Nothing to comment on')).toBeTruthy();
  const inputs = asked.filter((one) => one.path === 'Order/List').map(({ input }) => input);
  expect(inputs).toMatchObject([{ tab: 'completed' }, { tocomment: '1' }]);
  expect(inputs[1]).not.toHaveProperty('tab');
});

test('behavior: the goods and the shop are one press away', async () => {
  await openScreen(detail, served(fullOrder()));
  expect(await hrefOf('Teapot')).toBe('#/pages/mall/goods?id=gds_1');
  expect(await hrefOf('Lake Shop')).toBe('#/pages/mall/shop?id=shp_1');
});
test('behavior: each line of a completed order is commented on once, with stars, text and pictures', async () => {
  const twice = { ...completed, lines: [line, { ...line, id: 'oln_2', name: 'Cup', commented: true }] };
  const { asked } = await openScreen(detail, {
    ...served(twice),
    'Goods/Comment/Comment': () => ({
      id: 'cmt_1',
      time: unpaid.time,
      nickname: 'H***n',
      avatar: '',
      stars: 4,
      text: 'Pours well',
      pictures: [],
      sku: 'Blue',
      answer: null,
    }),
  });
  expect(await screen.findByText('Commented')).toBeTruthy();
  fireEvent.click(await button('Write a comment'));
  const sheet = within(await screen.findByRole('dialog'));
  expect(sheet.getByRole('button', { name: 'Choose the stars' })).toBeTruthy();
  fireEvent.click(sheet.getByRole('radio', { name: '4 stars' }));
  fireEvent.change(sheet.getByLabelText('Your comment'), { target: { value: 'Pours well' } });
  fireEvent.click(sheet.getByRole('button', { name: 'Publish comment' }));
  await waitFor(() =>
    expect(asked.find((one) => one.path === 'Goods/Comment/Comment')?.input).toEqual({
      orderid: 'ord_1',
      lineid: 'oln_1',
      stars: 4,
      text: 'Pours well',
      pictures: [],
    }),
  );
});

test('refuses: to keep a form for a comment that stands there: its answer was lost', async () => {
  let now = completed;
  await openScreen(detail, {
    'Order/First': () => now,
    'Goods/Comment/Comment': () => {
      now = { ...completed, lines: [{ ...line, commented: true }] };
      throw new Refused('request.unavailable', 'No answer came');
    },
  });
  fireEvent.click(await button('Write a comment'));
  const sheet = within(await screen.findByRole('dialog'));
  fireEvent.click(sheet.getByRole('radio', { name: '5 stars' }));
  fireEvent.change(sheet.getByLabelText('Your comment'), { target: { value: 'Pours well' } });
  fireEvent.click(sheet.getByRole('button', { name: 'Publish comment' }));
  expect(await screen.findByText('Commented')).toBeTruthy();
});

test('refuses: a comment that would come too late is not offered', async () => {
  const at = (days: number) => new Date(Date.parse(completed.now) - days * 86_400_000).toISOString();
  await openScreen(detail, served({ ...completed, completedat: at(91) }));
  await screen.findByText('Teapot');
  expect(screen.queryByRole('button', { name: 'Write a comment' })).toBeNull();
  cleanup();
  await openScreen(detail, served({ ...completed, completedat: at(89) }));
  expect(await button('Write a comment')).toBeTruthy();
});

test('behavior: a comment in a sheet that was closed by mistake, and after a reload, is still there', async () => {
  await openScreen(detail, served(completed));
  fireEvent.click(await button('Write a comment'));
  fireEvent.click(await screen.findByRole('radio', { name: '4 stars' }));
  fireEvent.change(screen.getByLabelText('Your comment'), { target: { value: 'Pours well' } });
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
  cleanup();
  await openScreen(detail, served(completed));
  fireEvent.click(await button('Write a comment'));
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Your comment')).value).toBe('Pours well');
  expect(screen.getByRole('button', { name: 'Publish comment' })).toBeTruthy();
});

test('behavior: the question whether to cancel has one answer that keeps the order', async () => {
  await openScreen(detail, served(paid));
  fireEvent.click(await button('Cancel and get the money back'));
  const names = within(await screen.findByRole('alertdialog'))
    .getAllByRole('button')
    .map((one) => one.textContent);
  expect(names).toEqual(['Cancel and get the money back', 'Keep the order']);
});

test('behavior: who paid reads until when it should be shipped, and afterwards that cancelling brings everything back', async () => {
  const shipby = '2026-11-25T10:12:00.000Z';
  await openScreen(detail, served({ ...paid, shipby }));
  expect(await screen.findByText(/To be shipped by/)).toBeTruthy();
  await openScreen(detail, served({ ...paid, shipby, now: '2026-11-25T10:12:00.000Z' }));
  expect(
    await screen.findByText(/It should have been shipped by .* cancel and get everything back/),
  ).toBeTruthy();
});
