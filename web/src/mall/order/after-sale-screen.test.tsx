// @vitest-environment happy-dom
import type { InputOf } from '@openmere/core/calls.ts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openScreen, Refused, unanswered } from '../../app/test-screen.tsx';
import { uploadPicture } from '../../platform/api-client.ts';
import type { FullOrder } from './order-data.ts';
import { asked as claimed, completed, paid, served, shipped } from './test-orders.ts';

vi.mock('../../platform/scale-picture.ts', () => ({ scalePicture: async (picture: Blob) => picture }));
vi.mock('../../platform/api-client.ts', async (load) => ({
  ...(await load<object>()),
  uploadPicture: vi.fn(),
}));

const path = '/pages/order/afterSale?id=ord_1';
const button = (name: string | RegExp) => screen.findByRole('button', { name });

function inStatus(
  status: NonNullable<FullOrder['aftersale']>['status'],
  change: Partial<FullOrder> = {},
): FullOrder {
  if (!claimed.aftersale) throw new Error('the sample has a request');
  return { ...claimed, ...change, aftersale: { ...claimed.aftersale, status } };
}

test('refuses: what could not be read offers another try', async () => {
  await openScreen(path, {
    'Order/First': () => {
      throw new Refused('request.unavailable', 'Busy right now');
    },
  });
  expect(await screen.findByText('Busy right now')).toBeTruthy();
});

test.each(['mall.noorder', 'request.invalid'])(
  'refuses: an order that is not here (%s), with the way to those that are',
  async (code) => {
    const none = { 'Order/First': () => Promise.reject(new Refused(code, 'No')) };
    for (const at of [path, '/pages/order/afterSale', '/pages/order/detail']) {
      await openScreen(at, none);
      expect(await screen.findByText('This order is not here')).toBeTruthy();
      expect(screen.getByRole('link', { name: 'View orders' }).getAttribute('href')).toBe(
        '#/pages/order/order',
      );
      cleanup();
    }
  },
);

test('refuses: before shipping one cancels, afterwards nothing can be asked for', async () => {
  await openScreen(path, served(paid));
  expect(await screen.findByText('No refund can be requested now')).toBeTruthy();
  await openScreen(path, served(completed));
  expect(await screen.findByText('No refund can be requested now')).toBeTruthy();
});

test('refuses: more than was paid', async () => {
  await openScreen(path, served(shipped));
  fireEvent.change(await screen.findByLabelText('Amount'), { target: { value: '60.000001' } });
  expect(await button('At most 60.00 USDT')).toBeTruthy();
});

test('refuses: to ask for coins back that come back as OBL, unsaid', async () => {
  await openScreen(path, served(shipped));
  fireEvent.change(await screen.findByLabelText('Amount'), { target: { value: '30' } });
  const row = (label: string) => screen.getByText(label).closest('div')?.textContent;
  expect(row('Comes back to you')).toContain('27.50 USDT');
  expect(row('Comes back in OBL')).toContain('2.50 OBL');
  cleanup();
  await openScreen(path, served({ ...shipped, paid: '60', oblpaid: '0' }));
  expect(await screen.findByLabelText('Amount')).toBeTruthy();
  expect(screen.queryByText('Comes back in OBL')).toBeNull();
});

test('refuses: what the server does not take stands in the form, and the same request is sent again', async () => {
  const { asked } = await openScreen(path, {
    ...served(shipped),
    'Order/AfterSale': () => {
      throw new Refused('request.unavailable', 'No answer came');
    },
  });
  fireEvent.change(await screen.findByLabelText('What happened?'), { target: { value: 'Broken lid' } });
  fireEvent.click(await button('Ask for 60.00 USDT back'));
  expect(await screen.findByText('No answer came')).toBeTruthy();
  fireEvent.click(await button('Ask for 60.00 USDT back'));
  const sent = () => asked.filter((one) => one.path === 'Order/AfterSale').map((one) => one.input);
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[0]).toEqual(sent()[1]);
  expect(sent()[0]).toMatchObject({ id: 'ord_1', kind: 'refund', amount: '60', text: 'Broken lid' });
});

test('refuses: to take a second request for the first one, whose answer was lost and which is over', async () => {
  const again = 'Ask for 60.00 USDT back';
  const lost = {
    'Order/AfterSale': () => {
      throw new Refused('request.unavailable', 'No answer came');
    },
  };
  const ask = async (order: FullOrder, answer: object) => {
    const { asked } = await openScreen(path, { ...served(order), ...answer });
    fireEvent.change(await screen.findByLabelText('What happened?'), { target: { value: 'Broken lid' } });
    fireEvent.click(await button(again));
    const sent = () => asked.find((one) => one.path === 'Order/AfterSale')?.input['requestId'];
    await waitFor(() => expect(sent()).toBeDefined());
    cleanup();
    return sent();
  };
  const first = await ask(shipped, lost);
  const over = inStatus('withdrawn', { refund: 'none' });
  expect(await ask(over, lost)).not.toBe(first);
});

test('refuses: to ask while a picture is under way, which would be missing', async () => {
  const { promise, resolve } = Promise.withResolvers<{ url: string; width: number; height: number }>();
  vi.mocked(uploadPicture).mockReturnValue(promise);
  await openScreen(path, served(shipped));
  fireEvent.change(await screen.findByLabelText('What happened?'), { target: { value: 'Broken lid' } });
  const files = [new File(['x'], 'lid.png', { type: 'image/png' })];
  fireEvent.change(document.querySelector('input[type="file"]')!, { target: { files } });
  expect((await button('Sending')).getAttribute('aria-disabled')).toBe('true');
  resolve({ url: '/files/one.webp', width: 9, height: 9 });
  expect(await button('Ask for 60.00 USDT back')).toBeTruthy();
});

test('behavior: what was written for a refund survives a reload', async () => {
  await openScreen(path, served(shipped));
  fireEvent.change(await screen.findByLabelText('What happened?'), { target: { value: 'Broken lid' } });
  fireEvent.change(screen.getByLabelText('Amount'), { target: { value: '20' } });
  cleanup();
  await openScreen(path, served(shipped));
  expect((await screen.findByLabelText<HTMLTextAreaElement>('What happened?')).value).toBe('Broken lid');
  expect(await button('Ask for 20.00 USDT back')).toBeTruthy();
});

test('behavior: bones while loading', async () => {
  await openScreen(path, { 'Order/First': () => unanswered });
  expect(screen.getAllByText('Loading').length).toBeGreaterThan(0);
});

test('behavior: a request counts down to the answer, shows what was said, and can be written to and withdrawn', async () => {
  const { asked } = await openScreen(path, { ...served(claimed), 'Order/AfterSaleAct': () => claimed });
  expect(await screen.findByText('The shop has been asked')).toBeTruthy();
  expect(screen.getByRole('timer')).toBeTruthy();
  expect(screen.getByText('The lid is broken.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Let Openmere decide' })).toBeNull();
  fireEvent.click(await button('Withdraw request'));
  const sheet = within(await screen.findByRole('dialog'));
  fireEvent.click(sheet.getByRole('button', { name: 'Withdraw request' }));
  await waitFor(() => expect(asked.some((one) => one.path === 'Order/AfterSaleAct')).toBe(true));
  const act = asked.find((one) => one.path === 'Order/AfterSaleAct')?.input as InputOf<'Order/AfterSaleAct'>;
  expect(act).toMatchObject({ id: 'ord_1', act: 'withdraw', aftersale: claimed.aftersale?.id });
});

test('behavior: after a refusal Openmere can be asked to decide', async () => {
  await openScreen(path, served(inStatus('refused')));
  expect(await screen.findByText('The shop declined')).toBeTruthy();
  expect(await button('Let Openmere decide')).toBeTruthy();
});

test('refuses: a fourth request, and leads to it no more', async () => {
  const events = Array.from({ length: 3 }, () => ({
    time: '2026-05-04T12:00:00.000Z',
    kind: 'claimed' as const,
    by: 'buyer' as const,
    text: 'Again',
    pictures: [],
  }));
  const order = inStatus('withdrawn', { refund: 'none', events });
  await openScreen(path, served(order));
  expect(await screen.findByText('You withdrew the request')).toBeTruthy();
  expect(screen.queryByLabelText('What happened?')).toBeNull();
  cleanup();
  await openScreen('/pages/order/detail?id=ord_1', served(order));
  expect(await screen.findByText('View request')).toBeTruthy();
  expect(screen.queryByText('Something is wrong? Ask for a refund')).toBeNull();
});

test('behavior: a request that was let lie says so, and not that somebody withdrew it', async () => {
  const [first] = claimed.events;
  if (!first) throw new Error('the sample has events');
  const events = [
    ...claimed.events,
    { ...first, kind: 'withdrawn' as const, by: 'system' as const, text: '' },
  ];
  await openScreen(path, served(inStatus('withdrawn', { refund: 'none', events })));
  expect(await screen.findByText('The request was closed')).toBeTruthy();
  expect(screen.queryByText('You withdrew the request')).toBeNull();
});

test('behavior: after a withdrawal it can be asked for again', async () => {
  await openScreen(path, served(inStatus('withdrawn', { refund: 'none' })));
  expect(await screen.findByText('You withdrew the request')).toBeTruthy();
  expect(await screen.findByLabelText('What happened?')).toBeTruthy();
});

test('behavior: a decision is explained to the last unit', async () => {
  const order = inStatus('decided', {
    status: 'completed',
    refund: 'refunded',
    refunded: '20.000000000000000001',
  });
  if (order.aftersale) order.aftersale.reason = 'The lid came broken.';
  await openScreen(path, served(order));
  expect(await screen.findByText('Openmere has decided')).toBeTruthy();
  expect(screen.getByText('18.333333333333333334 USDT')).toBeTruthy();
  expect(screen.getByText('1.666666666666666667 OBL')).toBeTruthy();
  expect(screen.getByText('39.999999999999999999 USDT')).toBeTruthy();
  expect(screen.getByText('The lid came broken.')).toBeTruthy();
});
