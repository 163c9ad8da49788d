// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openScreen, Refused } from '../../app/test-screen.tsx';
import type { Answers } from '../../app/test-screen.tsx';
import { keepDraft, readDraft } from '../../platform/drafts.ts';
import { refresh } from '../../platform/query.ts';
import { newRequestId } from '../../platform/request-id.ts';
import { currentToasts } from '../../ui/toast-store.ts';
import { mallPushes } from '../pushes.ts';
import { emptyDraft, newSku } from './goods-draft.ts';
import { ownGoods as goods, ownShop } from './test-shop.ts';

const path = '/pages/mall/shopManage';
const answers: Answers = {
  'Users/Shopinfo': ownShop,
  'Order/ShopCounts': { pendingshipment: 0, aftersale: 0, comments: 0 },
  'Goods/ShopGoods': { list: [goods] },
  'Goods/ShopGoodsSave': { id: 'gds_1', version: 2 },
  'Goods/ShopTypes': { list: [{ id: 'gty_1', name: 'Home › Kitchen' }] },
};

test('behavior: goods whose first answer was lost are not made twice; changed meanwhile they are found in the list', async () => {
  const bowl = { ...emptyDraft(), typeid: 'gty_1', names: { en: 'Green bowl' }, pictures: ['/files/a.webp'] };
  const skus = [{ ...newSku(), price: '7' }];
  keepDraft('goods-new', { fields: JSON.stringify({ ...bowl, skus, requestId: newRequestId() }) });
  let made: string | undefined;
  const { asked } = await openScreen(`${path}?part=goods&id=new`, {
    ...answers,
    'Goods/ShopGoodsSave': (input) => {
      if (made !== undefined && made !== JSON.stringify(input))
        throw new Refused('ledger.keyconflict', 'This request was already used for something else.');
      made = JSON.stringify(input);
      throw new Refused('request.unavailable', 'No answer came');
    },
  });
  const save = async () => fireEvent.click(await screen.findByRole('button', { name: 'Save goods' }));
  await save();
  expect(await screen.findByText('No answer came')).toBeDefined();
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Green bowls' } });
  await save();
  await waitFor(() => expect(location.hash).not.toContain('id=new'));
  expect(currentToasts().at(-1)?.text).toMatch(/were already added/);
  expect(asked.filter((one) => one.path === 'Goods/ShopGoodsSave')).toHaveLength(2);
  // The next ones begin empty, under another requestId.
  expect(readDraft('goods-new')).toEqual({});
});

test('refuses: to take the pictures of variants away, which are not edited here', async () => {
  const skus = [
    { ...goods.skus[0], id: 'sku_1', names: { en: 'Small' }, picurl: '/files/small.webp' },
    { ...goods.skus[0], id: 'sku_2', names: { en: 'Large' }, picurl: '' },
  ] as typeof goods.skus;
  const { asked } = await openScreen(`${path}?part=goods&id=gds_1`, {
    ...answers,
    'Goods/ShopGoodsFirst': { ...goods, skus, contents: { en: '' } },
  });
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Green cup' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save goods' }));
  const saved = () =>
    asked.flatMap(({ path: at, input }) => (at === 'Goods/ShopGoodsSave' ? [input] : []))[0];
  await waitFor(() => expect(saved()).toBeDefined());
  const sent = (saved() as { skus: { id: string; picurl?: string }[] }).skus;
  expect(sent.map(({ id, picurl }) => [id, picurl])).toEqual([
    ['sku_1', '/files/small.webp'],
    ['sku_2', undefined],
  ]);
});

test('refuses: to close what is edited beside the list when one searches in it', async () => {
  vi.spyOn(globalThis, 'matchMedia').mockImplementation(
    (media) => Object.assign(new EventTarget(), { media, matches: media.includes('1024px') }) as never,
  );
  await openScreen(`${path}?part=goods&id=gds_1`, {
    ...answers,
    'Goods/ShopGoodsFirst': { ...goods, contents: { en: '' } },
  });
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Green cup' } });
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'bowl' } });
  await waitFor(() => expect(location.hash).toContain('q=bowl'));
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Green cup');
  vi.restoreAllMocks();
});

test('behavior: goods are read anew each time they are opened', async () => {
  let now = { ...goods, contents: { en: '' } };
  await openScreen(`${path}?part=goods&id=gds_1`, {
    ...answers,
    'Goods/ShopGoods': () => ({ list: [now] }),
    'Goods/ShopGoodsFirst': () => now,
    'Goods/ShopStock': () => {
      now = { ...now, skus: now.skus.map((sku) => ({ ...sku, stock: sku.stock + 10 })) };
      return { stock: 15 };
    },
    'Goods/ShopGoodsSave': () => {
      throw new Refused('mall.changedmeanwhile', 'This was changed meanwhile.');
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: '+10' }));
  expect(await screen.findByText('Stock: 15')).toBeDefined();
  now = { ...now, version: 2, names: { en: 'Red cup' } };
  fireEvent.change(screen.getByLabelText('Price in USDT'), { target: { value: '11' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save goods' }));
  expect(await screen.findByText('This was changed meanwhile.')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  fireEvent.click(await screen.findByRole('button', { name: /Blue cup/ }));
  expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('Red cup');
  expect(screen.getByText('Stock: 15')).toBeDefined();
});

test('behavior: what is typed stays when the goods are read again meanwhile, and is saved over what was seen', async () => {
  let version = 1;
  const { asked } = await openScreen(`${path}?part=goods&id=gds_1`, {
    ...answers,
    'Goods/ShopGoodsFirst': () => ({ ...goods, version, contents: { en: '' } }),
  });
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Green cup' } });
  version = 2;
  await act(async () => {
    await refresh('Goods/ShopGoodsFirst');
    // Screens are told by a timer of the library.
    await new Promise((done) => setTimeout(done, 10));
  });
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Green cup');
  fireEvent.click(screen.getByRole('button', { name: 'Save goods' }));
  await waitFor(() =>
    expect(asked.find((one) => one.path === 'Goods/ShopGoodsSave')?.input).toMatchObject({
      version: 1,
      names: { en: 'Green cup' },
    }),
  );
});

test('refuses: to put back a price that was typed while a change of stock was on its way', async () => {
  let answer = (_: { stock: number }): void => undefined;
  await openScreen(`${path}?part=goods&id=gds_1`, {
    ...answers,
    'Goods/ShopGoodsFirst': { ...goods, contents: { en: '' } },
    'Goods/ShopStock': () => new Promise((done) => (answer = done)),
  });
  fireEvent.click(await screen.findByRole('button', { name: '+10' }));
  const price = screen.getByLabelText<HTMLInputElement>('Price in USDT');
  fireEvent.change(price, { target: { value: '12' } });
  await act(async () => answer({ stock: 15 }));
  expect(await screen.findByText('Stock: 15')).toBeDefined();
  expect(price.value).toBe('12');
});

test('refuses: to leave an old figure of stock standing where it is not known what came of a change', async () => {
  let stock = 5;
  await openScreen(`${path}?part=goods&id=gds_1`, {
    ...answers,
    'Goods/ShopGoodsFirst': () => ({
      ...goods,
      skus: goods.skus.map((sku) => ({ ...sku, stock })),
      contents: { en: '' },
    }),
    'Goods/ShopStock': () => {
      stock += 10;
      throw new Refused('request.unavailable', 'No answer came');
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: '+10' }));
  expect(await screen.findByText('Stock: 15')).toBeDefined();
  expect(currentToasts().at(-1)?.text).toBe('No answer came');
});

test('refuses: to count a change twice that is pressed again where nothing answered, and to take a new one for it', async () => {
  let isAway = false;
  const requests: string[] = [];
  await openScreen(`${path}?part=goods&id=gds_1`, {
    ...answers,
    'Goods/ShopGoodsFirst': () => {
      if (isAway) throw new Refused('request.unavailable', 'No answer came');
      return { ...goods, contents: { en: '' } };
    },
    'Goods/ShopStock': ({ requestId }) => {
      requests.push(requestId);
      if (isAway) throw new Refused('request.unavailable', 'No answer came');
      return { stock: 15 };
    },
  });
  const more = await screen.findByRole('button', { name: '+10' });
  for (const away of [true, false, false]) {
    isAway = away;
    const before = requests.length;
    fireEvent.click(more);
    await waitFor(() => expect(requests.length).toBe(before + 1));
    await waitFor(() => expect(more.getAttribute('aria-busy')).not.toBe('true'));
  }
  expect(requests[1]).toBe(requests[0]);
  expect(requests[2]).not.toBe(requests[0]);
});

test('refuses: to open a shop again that was closed from another device, when only its text is saved', async () => {
  const { asked } = await openScreen(`${path}?part=shop`, {
    ...answers,
    'Goods/ShopSave': () => undefined,
  });
  fireEvent.change(await screen.findByLabelText('About the shop'), { target: { value: 'Back in May' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  const saved = () => asked.find((one) => one.path === 'Goods/ShopSave')?.input;
  await waitFor(() => expect(saved()).toEqual({ about: 'Back in May', clear: [] }));
});

test('refuses: to keep a form for an answer that stands under its comment: what the server said was lost', async () => {
  const comment = { id: 'cmt_1', time: goods.time, nickname: 'M***a', avatar: '', stars: 4, pictures: [] };
  const said = { ...comment, text: 'Pours well', sku: '', goods: { id: 'gds_1', name: 'Cup', picurl: '' } };
  let answer: { time: string; text: string } | null = null;
  await openScreen(`${path}?part=comments`, {
    ...answers,
    'Goods/ShopComments': () => ({ list: [{ ...said, answer }] }),
    'Goods/CommentAnswer': () => {
      answer = { time: goods.time, text: 'Thank you.' };
      throw new Refused('request.unavailable', 'No answer came');
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Answer' }));
  fireEvent.change(screen.getByLabelText('Your answer'), { target: { value: 'Thank you.' } });
  fireEvent.click(screen.getByRole('button', { name: 'Publish the answer' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Publish the answer' })).toBeNull());
  expect(screen.getByText('Thank you.')).toBeDefined();
});

test.each([
  ['statement', 'Goods/ShopStatement', 'Nothing sold in this month'],
  ['goods', 'Goods/ShopGoods', 'Blue cup'],
])(
  'behavior: what happens to an order is seen at once where the %s of the shop is open',
  async (part, call, shown) => {
    const { asked } = await openScreen(`${path}?part=${part}`, {
      ...answers,
      'Goods/ShopStatement': { month: '2026-05', first: '2026-05', last: '2026-05', coins: [] },
    });
    expect(await screen.findByText(shown)).toBeDefined();
    const reads = () => asked.filter((one) => one.path === call).length;
    const before = reads();
    await act(() => mallPushes.order());
    expect(reads()).toBe(before + 1);
  },
);
