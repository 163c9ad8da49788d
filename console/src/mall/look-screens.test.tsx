// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import type { OperatorRole } from '@openmere/core/kit/call.ts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { drawScreen } from '../app/test-screen.tsx';
import { serveTest } from '../platform/test-server.ts';
import type { Asked } from '../platform/test-server.ts';
import { CommentsScreen } from './comments-screen.tsx';
import { DisputesScreen } from './disputes-screen.tsx';
import { GoodsScreen } from './goods-screen.tsx';
import { OrdersScreen } from './orders-screen.tsx';

afterEach(() => {
  location.hash = '';
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const time = '2026-05-04T12:00:00.000Z';
const goods: OutputOf<'Admin/Goods'> = {
  id: 'gds_1',
  time,
  name: 'Teapot',
  picurl: '',
  shop: { id: 'shp_1', name: 'Lake Pottery' },
  type: 'Kitchen',
  coinid: 'USDT',
  price: '10',
  pricemax: '12.5',
  stock: 3,
  sold: 7,
  state: 'forsale',
  hidden: null,
};
const comment: OutputOf<'Admin/GoodsComments'> = {
  id: 'cmt_1',
  time,
  goods: { id: 'gds_1', name: 'Teapot' },
  by: { userid: 'mem_1', nickname: 'Mira' },
  stars: 1,
  text: 'Never buy here',
  pictures: [],
  answer: 'We are sorry',
  hidden: { by: 'operator-two', time, reason: 'Insults the shop' },
};
const row: OutputOf<'Admin/Orders'> = {
  id: 'ord_1',
  serial: '20260504-ABCDEFGH',
  time,
  status: 'completed',
  refund: 'none',
  coinid: 'USDT',
  total: '20',
  refunded: '0',
  goods: 'Teapot × 2',
  shop: { id: 'shp_1', name: 'Lake Pottery' },
  buyer: { userid: 'mem_1', nickname: 'Mira' },
  seller: { userid: 'mem_2', nickname: 'Tom' },
};
const whole: OutputOf<'Admin/Order'> = {
  ...row,
  shop: { ...row.shop, logo: '' },
  paid: '20',
  oblpaid: '0',
  oblmost: '0',
  oblearned: '0.5',
  oblcoming: '1.5',
  lines: [],
  payby: null,
  shipby: null,
  receiveby: null,
  now: time,
  carrier: 'Post',
  tracking: 'AB 1',
  paidat: time,
  shippedat: time,
  completedat: time,
  cancelledat: null,
  cancelreason: '',
  note: '',
  aftersale: null,
  events: [{ time, kind: 'created', by: 'buyer', text: '', pictures: [] }],
  division: { shop: '19', margin: '0.5', fee: '0.5', ratebps: 500 },
  entries: [
    {
      id: 'je_1',
      time,
      kind: 'order-pay',
      postings: [
        { source: 'member:mem_1:available', destination: 'member:mem_1:held', coinid: 'USDT', amount: '20' },
      ],
    },
  ],
};

function open(element: ReactNode, role: OperatorRole = 'content'): Asked[] {
  const asked = serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role, idleminutes: 15 }),
    'Admin/Goods': () => ({ list: [goods] }),
    'Admin/GoodsHide': () => goods,
    'Admin/GoodsComments': () => ({ list: [comment] }),
    'Admin/GoodsCommentHide': () => comment,
    'Admin/Orders': () => ({ list: [row] }),
    'Admin/Order': () => whole,
  });
  drawScreen(element);
  return asked;
}
const inputOf = (asked: Asked[], path: string) => asked.find((one) => one.path === path)?.input;

test('behavior: goods are taken out of the mall with a reason', async () => {
  location.hash = '#/goods';
  const asked = open(<GoodsScreen />);
  fireEvent.click(await screen.findByText('Teapot'));
  expect(screen.getByText('10 USDT – 12.5 USDT')).toBeDefined();
  const hide = await screen.findByRole('button', { name: 'Take out of the mall' });
  expect(hide.hasAttribute('disabled')).toBe(true);
  fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: 'A counterfeit' } });
  fireEvent.click(hide);
  await waitFor(() =>
    expect(inputOf(asked, 'Admin/GoodsHide')).toEqual({ id: 'gds_1', hide: '1', reason: 'A counterfeit' }),
  );
});

test('behavior: a hidden comment says by whom and why, and is shown again', async () => {
  location.hash = '#/comments?hidden=1';
  const asked = open(<CommentsScreen />, 'risk');
  fireEvent.click(await screen.findByText('Never buy here'));
  expect(await screen.findByText(/Hidden by operator-two/)).toBeDefined();
  expect(screen.getByText('Insults the shop')).toBeDefined();
  fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: 'It was fair' } });
  fireEvent.click(screen.getByRole('button', { name: 'Show it again' }));
  await waitFor(() => expect(inputOf(asked, 'Admin/GoodsCommentHide')).toMatchObject({ hide: '0' }));
  expect(inputOf(asked, 'Admin/GoodsComments')).toMatchObject({ hidden: '1' });
});

test('behavior: orders of a shop between two days; one shows how its money was divided', async () => {
  location.hash = '#/orders?search=shp_1&from=2026-05-01&to=2026-05-04&status=completed';
  const asked = open(<OrdersScreen />, 'finance');
  fireEvent.click(await screen.findByText('20260504-ABCDEFGH'));
  expect(
    await screen.findByText('19 USDT to the shop, 0.5 USDT behind OBL, 0.5 USDT fee of use'),
  ).toBeDefined();
  expect(screen.getByText('Order paid: amount held')).toBeDefined();
  expect(inputOf(asked, 'Admin/Orders')).toMatchObject({
    shopid: 'shp_1',
    status: 'completed',
    from: '2026-05-01T00:00:00.000Z',
    to: '2026-05-05T00:00:00.000Z',
  });
});

const disputed: OutputOf<'Admin/Disputes'> = {
  id: 'aft_1',
  orderid: row.id,
  serial: row.serial,
  time,
  buyer: row.buyer,
  seller: row.seller,
  coinid: 'USDT',
  total: '20',
  amount: '20',
  given: null,
  status: 'disputed',
  reason: '',
};

const aftersale = {
  id: 'aft_1',
  time,
  kind: 'returnrefund' as const,
  amount: '20',
  given: null,
  status: 'disputed' as const,
  text: 'Broken',
  pictures: [],
  answerby: null,
  reason: '',
};

test('refuses: to let decide on what was written until it was opened, or what is decided already', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let now: OutputOf<'Admin/Dispute'> = { ...whole, aftersale };
  serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role: 'risk', idleminutes: 15 }),
    'Admin/Disputes': () => ({ list: [disputed] }),
    'Admin/Dispute': () => now,
  });
  drawScreen(<DisputesScreen />);
  await vi.waitFor(() => fireEvent.click(screen.getByText(disputed.serial)));
  await vi.waitFor(() => expect(screen.getByText('Give 20 USDT back')).toBeDefined());
  const said = { time, kind: 'message' as const, by: 'buyer' as const, pictures: [] };
  now = { ...now, events: [...now.events, { ...said, text: 'It has come after all' }] };
  vi.advanceTimersByTime(15_000);
  await vi.waitFor(() => expect(screen.getByText('It has come after all')).toBeDefined());
  now = { ...now, aftersale: { ...aftersale, status: 'agreed', given: '20' } };
  vi.advanceTimersByTime(15_000);
  await vi.waitFor(() => expect(screen.queryByText('Give 20 USDT back')).toBeNull());
});

test('refuses: to give back more than the order’s total; says whether the goods are to return', async () => {
  serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role: 'risk', idleminutes: 15 }),
    'Admin/Disputes': () => ({ list: [disputed] }),
    'Admin/Dispute': () => ({ ...whole, aftersale }),
  });
  drawScreen(<DisputesScreen />);
  fireEvent.click(await screen.findByText(disputed.serial));
  expect(await screen.findByText('20 USDT · money back, the goods return to the shop')).toBeDefined();
  fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: 'A crack' } });
  const amount = screen.getByLabelText('Back to the buyer, of 20 USDT');
  fireEvent.change(amount, { target: { value: '20.000000000000000001' } });
  expect(await screen.findByText('At most 20 USDT, the total of the order')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Give — back' }).hasAttribute('disabled')).toBe(true);
  fireEvent.change(amount, { target: { value: '20' } });
  expect(screen.getByRole('button', { name: 'Give 20 USDT back' }).hasAttribute('disabled')).toBe(false);
});
