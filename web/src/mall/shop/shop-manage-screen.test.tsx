// @vitest-environment happy-dom
import type { InputOf, OutputOf } from '@openmere/core/calls.ts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openScreen, Refused, unanswered } from '../../app/test-screen.tsx';
import type { Answers } from '../../app/test-screen.tsx';
import * as client from '../../platform/api-client.ts';
import * as files from '../../platform/csv.ts';
import { keepDraft, readDraft } from '../../platform/drafts.ts';
import * as scaling from '../../platform/scale-picture.ts';
import { draftOf, newSku } from './goods-draft.ts';
import { previewOf } from './goods-preview.tsx';
import { noShop, ownGoods as goods, ownShop, ORDER_TIME as time, shopOrder as order } from './test-shop.ts';

const path = '/pages/mall/shopManage';
const answers: Answers = {
  'Users/Shopinfo': ownShop,
  'Order/ShopList': { list: [order] },
  'Order/ShopFirst': order,
  'Order/ShopCounts': { pendingshipment: 1, aftersale: 2, comments: 0 },
  'Order/Ship': order,
  'Goods/ShopGoods': { list: [goods] },
  'Goods/ShopGoodsFirst': { ...goods, contents: { en: '<p>Thrown by hand</p>' } },
  'Goods/ShopGoodsSave': { id: 'gds_1', version: 2 },
  'Goods/ShopTypes': { list: [{ id: 'gty_1', name: 'Home › Kitchen' }] },
};

test('behavior: bones first', async () => {
  await openScreen(path, { ...answers, 'Users/Shopinfo': () => unanswered });
  expect(screen.getAllByText('Loading').length).toBeGreaterThan(0);
});

test('behavior: an error says why', async () => {
  await openScreen(path, {
    ...answers,
    'Users/Shopinfo': () => {
      throw new Refused('request.unavailable', 'Too much to do. Try again.');
    },
  });
  expect(await screen.findByText('Too much to do. Try again.')).toBeDefined();
});

test('refuses: who has no shop is shown the way to one', async () => {
  await openScreen(path, { ...answers, 'Users/Shopinfo': noShop });
  expect(await screen.findByText('You have no shop yet')).toBeDefined();
});

test('behavior: no orders say what will come', async () => {
  await openScreen(path, { ...answers, 'Order/ShopList': { list: [] } });
  expect(await screen.findByText('No orders here')).toBeDefined();
});

test('behavior: an order to ship shows where to, and takes carrier and number', async () => {
  const { asked } = await openScreen(`${path}?part=orders&id=ord_1`, answers);
  expect(await screen.findByText(/1 Lake Road/)).toBeDefined();
  fireEvent.change(screen.getByLabelText('Carrier'), { target: { value: 'SingPost' } });
  expect(screen.getByRole('button', { name: 'Enter the tracking number' })).toBeDefined();
  fireEvent.change(screen.getByLabelText('Tracking number'), { target: { value: 'RX1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Mark as shipped' }));
  await waitFor(() =>
    expect(asked.find((one) => one.path === 'Order/Ship')?.input).toEqual({
      id: 'ord_1',
      carrier: 'SingPost',
      tracking: 'RX1',
    }),
  );
});

test.each(['Mark as shipped', 'Cancel and pay back'])(
  'refuses: to go on offering what the buyer has cancelled meanwhile (%s)',
  async (label) => {
    let now: typeof order = order;
    const refused = () => {
      now = { ...order, status: 'cancelled', refund: 'refunded', refunded: '20' };
      throw new Refused('mall.notshippable', 'Not now');
    };
    await openScreen(`${path}?part=orders&id=ord_1`, {
      ...answers,
      'Order/ShopFirst': () => now,
      'Order/Ship': refused,
      'Order/ShopCancel': refused,
    });
    fireEvent.change(await screen.findByLabelText('Carrier'), { target: { value: 'SingPost' } });
    fireEvent.change(screen.getByLabelText('Tracking number'), { target: { value: 'RX1' } });
    if (label !== 'Mark as shipped') {
      fireEvent.click(screen.getByRole('button', { name: 'I cannot ship this' }));
      fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: 'Broken' } });
    }
    fireEvent.click(screen.getByRole('button', { name: label }));
    expect(await screen.findByText('Cancelled')).toBeDefined();
    expect(screen.queryByRole('button', { name: label })).toBeNull();
  },
);

/** The buyer asks for all of it back. */
const claimed: typeof order = {
  ...order,
  status: 'pendingreceipt',
  refund: 'refunding',
  carrier: 'SingPost',
  tracking: 'RX1',
  shippedat: time,
  events: [
    { time, kind: 'shipped', by: 'shop', text: 'SingPost RX1', pictures: [] },
    { time, kind: 'claimed', by: 'buyer', text: 'It is broken', pictures: [] },
  ],
  aftersale: {
    id: 'aft_1',
    time,
    kind: 'refund',
    amount: '20',
    given: null,
    status: 'requested',
    text: 'It is broken',
    pictures: [],
    answerby: '2026-05-07T12:00:00.000Z',
    reason: '',
  },
};
const actsOf = (asked: readonly { path: string; input: unknown }[]) =>
  asked.filter((one) => one.path === 'Order/AfterSaleAct').map((one) => one.input);

test('refuses: to pay back by one press, and sends twice what is asked twice as one request', async () => {
  let lost = true;
  const { asked } = await openScreen(`${path}?part=orders&id=ord_1`, {
    ...answers,
    'Order/ShopFirst': () => claimed,
    'Order/AfterSaleAct': () => {
      if (lost) throw new Refused('request.unavailable', 'No answer came');
      return claimed;
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Pay back 20.00 USDT' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(actsOf(asked)).toEqual([]);
  fireEvent.click(dialog.getByRole('button', { name: 'Pay back 20.00 USDT' }));
  // Told in the question, which stays.
  expect(await dialog.findByText('No answer came')).toBeDefined();
  lost = false;
  fireEvent.click(dialog.getByRole('button', { name: 'Pay back 20.00 USDT' }));
  await waitFor(() => expect(actsOf(asked)).toHaveLength(2));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(actsOf(asked)[0]).toMatchObject({ id: 'ord_1', act: 'agree', aftersale: claimed.aftersale?.id });
  expect(actsOf(asked)[1]).toEqual(actsOf(asked)[0]);
});

test('behavior: a shop may still pay back what an operator looks at, and shows its own pictures', async () => {
  vi.spyOn(client, 'uploadPicture').mockResolvedValue({ url: '/files/evidence1.webp' } as never);
  vi.spyOn(scaling, 'scalePicture').mockImplementation((file) => Promise.resolve(file));
  const disputed = { ...claimed, aftersale: { ...claimed.aftersale, status: 'disputed', answerby: null } };
  const { asked } = await openScreen(`${path}?part=orders&id=ord_1`, {
    ...answers,
    'Order/ShopFirst': () => disputed as typeof order,
    'Order/AfterSaleAct': () => claimed,
  });
  expect(await screen.findByRole('button', { name: 'Pay back 20.00 USDT' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Refuse' })).toBeNull();
  // What was said, and not the number of the parcel, which stands in its field.
  expect(screen.getByText('It is broken')).toBeDefined();
  expect(screen.queryByText('SingPost RX1')).toBeNull();
  fireEvent.change(screen.getByLabelText('Your answer'), { target: { value: 'It was whole' } });
  const input = document.querySelector('input[type=file]') as HTMLInputElement;
  fireEvent.change(input, { target: { files: [new File(['x'], 'cup.png', { type: 'image/png' })] } });
  await screen.findByAltText('Picture 1');
  fireEvent.click(screen.getByRole('button', { name: 'Send a message' }));
  await waitFor(() =>
    expect(actsOf(asked)[0]).toMatchObject({
      act: 'message',
      text: 'It was whole',
      pictures: ['/files/evidence1.webp'],
    }),
  );
});

test('behavior: a return is called one; to refuse without a word asks for it at the field; what is written survives a reload', async () => {
  const returned = { ...claimed, aftersale: { ...claimed.aftersale, kind: 'returnrefund' } } as typeof order;
  const shown = { ...answers, 'Order/ShopFirst': () => returned, 'Order/AfterSaleAct': () => returned };
  const { asked } = await openScreen(`${path}?part=orders&id=ord_1`, shown);
  expect(await screen.findByText('The buyer asks to return the goods')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Refuse' }));
  const field = screen.getByLabelText('Your answer');
  expect(screen.getByText('Say why')).toBeDefined();
  expect(document.activeElement).toBe(field);
  fireEvent.change(field, { target: { value: 'It was whole' } });
  expect(screen.queryByText('Say why')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Pay back 20.00 USDT' }));
  expect(await screen.findByText(/also if the goods are not back yet/)).toBeDefined();
  cleanup();
  const again = await openScreen(`${path}?part=orders&id=ord_1`, shown);
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Your answer')).value).toBe('It was whole');
  fireEvent.click(screen.getByRole('button', { name: 'Refuse' }));
  await waitFor(() => expect(actsOf(again.asked)[0]).toMatchObject({ act: 'refuse', text: 'It was whole' }));
  expect(actsOf(asked)).toEqual([]);
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('Your answer').value).toBe(''));
});

test('behavior: back from an order leads to the list that it was opened from', async () => {
  const { asked } = await openScreen(`${path}?part=orders`, answers);
  fireEvent.click(await screen.findByRole('button', { name: /^After-sales/ }));
  await waitFor(() => expect(location.hash).toContain('tab=aftersale'));
  fireEvent.click(await screen.findByRole('button', { name: /Blue cup/ }));
  await waitFor(() => expect(location.hash).toContain('id=ord_1'));
  fireEvent.click(await screen.findByRole('button', { name: 'Back' }));
  await waitFor(() => expect(location.hash).not.toContain('id=ord_1'));
  expect(location.hash).toContain('tab=aftersale');
  expect(asked.findLast((one) => one.path === 'Order/ShopList')?.input).toMatchObject({ aftersale: '1' });
});

test('behavior: back from a goods leads to what was looked for', async () => {
  const { asked } = await openScreen(`${path}?part=goods`, answers);
  fireEvent.change(await screen.findByLabelText('Find by name'), { target: { value: 'cup' } });
  fireEvent.click(screen.getByRole('button', { name: 'For sale' }));
  fireEvent.click(await screen.findByRole('button', { name: /Blue cup/ }));
  await waitFor(() => expect(location.hash).toContain('id=gds_1'));
  fireEvent.click(await screen.findByRole('button', { name: 'Back' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Find by name')).value).toBe('cup');
  expect(screen.getByRole('button', { name: 'For sale', pressed: true })).toBeDefined();
  expect(asked.findLast((one) => one.path === 'Goods/ShopGoods')?.input).toMatchObject({
    search: 'cup',
    state: 'forsale',
  });
});

const readKept = () =>
  JSON.parse(readDraft('goods-new')['fields'] ?? '{}') as { requestId: string; names: { en: string } };

test('behavior: goods are listed, and one is changed with the version that was seen', async () => {
  const { asked } = await openScreen(`${path}?part=goods&id=gds_1`, answers);
  const price = await screen.findByLabelText('Price in USDT');
  fireEvent.change(price, { target: { value: '12,5' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save goods' }));
  await waitFor(() =>
    expect(asked.find((one) => one.path === 'Goods/ShopGoodsSave')?.input).toMatchObject({
      id: 'gds_1',
      version: 1,
      skus: [{ id: 'sku_1', price: '12.5', obl: '0' }],
    }),
  );
});

/** Key by key, as a person does: each key comes behind what the field shows. */
function typeText(field: HTMLInputElement, text: string): void {
  fireEvent.change(field, { target: { value: '' } });
  for (const key of text) fireEvent.change(field, { target: { value: field.value + key } });
}

test('behavior: a mark that groups is none that makes a price a thousandth, typed or pasted, in either way of writing', async () => {
  const priceOf = async (locale: 'en' | 'es', change: (field: HTMLInputElement) => void) => {
    const { asked } = await openScreen(`${path}?part=goods&id=gds_1`, answers, { locale });
    change(await screen.findByLabelText<HTMLInputElement>(/^(Price|Precio) /));
    fireEvent.click(screen.getByRole('button', { name: /^(Save goods|Guardar artículo)$/ }));
    await waitFor(() => expect(asked.some((one) => one.path === 'Goods/ShopGoodsSave')).toBe(true));
    const saved = asked.find((one) => one.path === 'Goods/ShopGoodsSave')?.input;
    return (saved as InputOf<'Goods/ShopGoodsSave'>).skus[0]?.price;
  };
  const paste = (text: string) => (field: HTMLInputElement) =>
    fireEvent.change(field, { target: { value: text } });
  expect(await priceOf('en', (field) => typeText(field, '1,500'))).toBe('1500');
  expect(await priceOf('en', (field) => typeText(field, '1,500.50'))).toBe('1500.50');
  expect(await priceOf('en', paste('1,500.00'))).toBe('1500.00');
  expect(await priceOf('es', (field) => typeText(field, '1.500'))).toBe('1500');
  expect(await priceOf('es', paste('1.500'))).toBe('1500');
  expect(await priceOf('en', paste('１５'))).toBe('15');
});

test('behavior: new goods survive a reload until they are saved, under the same requestId', async () => {
  await openScreen(`${path}?part=goods&id=new`, answers);
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Green bowl' } });
  fireEvent.change(screen.getByLabelText('Price in USDT'), { target: { value: '7.' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add a variant' }));
  const { requestId } = readKept();
  cleanup();
  await openScreen(`${path}?part=goods&id=new`, answers);
  expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('Green bowl');
  expect(screen.getAllByLabelText<HTMLInputElement>('Price in USDT').map(({ value }) => value)).toEqual([
    '7',
    '',
  ]);
  expect(screen.getAllByLabelText('Variant')).toHaveLength(2);
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Green bowls' } });
  expect(readKept()).toMatchObject({ requestId, names: { en: 'Green bowls' } });
});

test('refuses: kept goods of another shape, as an older version might have left', async () => {
  keepDraft('goods-new', {
    fields: JSON.stringify({ names: ['Green bowl'], skus: [{ price: 7 }], pictures: 'a', isForSale: 'no' }),
  });
  await openScreen(`${path}?part=goods&id=new`, answers);
  expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('');
  expect(screen.getByLabelText<HTMLInputElement>('Price in USDT').value).toBe('');
  expect(screen.getByRole('switch', { name: /^For sale/, checked: true })).toBeDefined();
});

test('behavior: each part and each tab says how much waits in it', async () => {
  await openScreen(path, answers);
  for (const name of ['Orders 3', 'To ship 1', 'After-sales 2', 'Comments'])
    expect(await screen.findByRole('button', { name })).toBeDefined();
});

test('behavior: a text that is emptied and a logo that is removed are taken off', async () => {
  const shop = { ...ownShop.shop, logo: '/files/logo.webp' } as NonNullable<typeof ownShop.shop>;
  const { asked } = await openScreen(`${path}?part=shop`, {
    ...answers,
    'Users/Shopinfo': { ...ownShop, shop },
    'Goods/ShopSave': () => undefined,
  });
  fireEvent.change(await screen.findByLabelText('About the shop'), { target: { value: ' ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Remove picture 1' }));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(asked.find((one) => one.path === 'Goods/ShopSave')?.input['clear']).toEqual(['about', 'logo']),
  );
});

test('behavior: a file is looked at first, and each wrong row is said', async () => {
  const found = {
    hash: 'a'.repeat(64),
    rows: 1,
    goods: 1,
    variants: 1,
    withoutpicture: 0,
    moreproblems: false,
    done: false,
  };
  vi.spyOn(client, 'uploadFile').mockResolvedValue({
    ...found,
    problems: [
      { line: 2, column: 'price', problem: 'badprice', text: '0' },
      { line: 4, column: '', problem: 'cells', text: '11' },
    ],
  } as never);
  await openScreen(`${path}?part=goods&id=file`, answers);
  const field = await screen.findByLabelText('Choose the file');
  fireEvent.change(field, { target: { files: [new File(['x'], 'goods.csv')] } });
  expect(await screen.findByText(/Line 2, price/)).toBeDefined();
  expect(screen.getByText(/^Line 4: More cells/)).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Add 1 item/ })).toBeNull();
});

test('behavior: the example file names a category that is there', async () => {
  const saved = vi.spyOn(files, 'saveCsv').mockImplementation(() => undefined);
  await openScreen(`${path}?part=goods&id=file`, answers);
  fireEvent.click(await screen.findByRole('button', { name: 'Download an example' }));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  expect(saved.mock.calls[0]?.[1].split('\r\n')[1]).toContain('cup,Home › Kitchen,USDT');
});

test('behavior: orders and goods are listed, with what they are and how it stands with them', async () => {
  await openScreen(path, answers);
  expect(await screen.findByText('2 × Blue cup')).toBeDefined();
  await openScreen(`${path}?part=goods`, answers);
  expect(await screen.findByText('5 in stock, 3 sold')).toBeDefined();
});

const comment: OutputOf<'Goods/ShopComments'> = {
  id: 'cmt_1',
  time,
  nickname: 'M***a',
  avatar: '',
  stars: 4,
  text: 'Pours well',
  pictures: [],
  sku: '',
  answer: null,
  goods: { id: 'gds_1', name: 'Blue cup', picurl: '' },
};

test('behavior: a comment is answered once, knowing that it stays', async () => {
  const { asked } = await openScreen(`${path}?part=comments`, {
    ...answers,
    'Goods/ShopComments': { list: [comment] },
    'Goods/CommentAnswer': comment,
  });
  expect(await screen.findByText('Pours well')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Answer' }));
  expect(screen.getByText('Everybody reads it. It cannot be changed afterwards.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Write an answer' })).toBeDefined();
  fireEvent.change(screen.getByLabelText('Your answer'), { target: { value: 'Thank you.' } });
  fireEvent.click(screen.getByRole('button', { name: 'Publish the answer' }));
  await waitFor(() =>
    expect(asked.find((one) => one.path === 'Goods/CommentAnswer')?.input).toEqual({
      id: 'cmt_1',
      text: 'Thank you.',
    }),
  );
});

test('behavior: the statement of a month adds up, and leads to the month before, not beyond its first', async () => {
  const statement = (month: string): OutputOf<'Goods/ShopStatement'> => ({
    month,
    first: '2026-04',
    last: '2026-05',
    coins:
      month === '2026-05'
        ? [
            {
              coinid: 'USDT',
              orders: 2,
              sales: '20',
              refunds: '4',
              commission: '0.8',
              received: '15.2',
              held: '30',
            },
          ]
        : [],
  });
  await openScreen(`${path}?part=statement`, {
    ...answers,
    'Goods/ShopStatement': (input: { month?: string }) => statement(input.month ?? '2026-05'),
  });
  expect(await screen.findByText('May 2026')).toBeDefined();
  expect(screen.getByText(/^The commission is 5% of each sale/)).toBeDefined();
  expect(screen.getByText('15.20 USDT')).toBeDefined();
  expect(screen.getByText('−0.80 USDT')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Next month' }).hasAttribute('disabled')).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Previous month' }));
  expect(await screen.findByText('Nothing sold in this month')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Previous month' }).hasAttribute('disabled')).toBe(true);
});

test('behavior: goods are seen as buyers will, as they are typed and before they are saved', async () => {
  const { asked } = await openScreen(`${path}?part=goods&id=gds_1`, answers);
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Green cup' } });
  fireEvent.click(screen.getByRole('button', { name: 'See it as buyers will' }));
  expect(await screen.findByRole('heading', { name: 'Green cup' })).toBeDefined();
  expect(screen.getByText('10.00 USDT')).toBeDefined();
  expect(screen.getByText('5 left')).toBeDefined();
  // The text is cleaned and drawn by what draws it for buyers.
  expect(screen.getByText('Description', { selector: 'h2' })).toBeDefined();
  expect(asked.some((one) => one.path === 'Goods/ShopGoodsSave')).toBe(false);
});

test('behavior: a preview knows prices from to, stock, and what is not typed to its end', () => {
  const draft = { ...draftOf({ ...goods, contents: { en: '<p>Thrown by hand</p>' } }), isForSale: false };
  const skus = ['12', '7.5', '3.'].map((price) => ({ ...newSku(), price, stock: '2' }));
  expect(previewOf({ ...draft, skus }, 'ja')).toMatchObject({
    name: 'Blue cup',
    price: '0',
    pricemax: '12',
    stock: 6,
    content: '<p>Thrown by hand</p>',
    state: 'withdrawn',
  });
});
