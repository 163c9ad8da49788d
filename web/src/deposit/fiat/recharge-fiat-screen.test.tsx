// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openScreen, Refused, unanswered } from '../../app/test-screen.tsx';
import type { Answers } from '../../app/test-screen.tsx';
import { memberInfo } from '../../member/test-member.ts';
import * as client from '../../platform/api-client.ts';
import { refresh } from '../../platform/query.ts';
import * as scale from '../../platform/scale-picture.ts';

const path = '/pages/wallet/recharge/rechargeFiat';
const now = '2026-05-04T10:00:00.000Z';
const order: OutputOf<'Wallet/FiatOrders'> = {
  id: 'fio_1',
  time: now,
  status: 'open',
  currency: 'EUR',
  amount: '250.40',
  usdt: '270.82',
  price: '0.9246',
  payer: 'Anna Lake',
  bank: { name: 'Bank of the Lake', holder: 'Openmere Ltd', account: 'DE02 1203 0000', bic: 'BYLADEM1001' },
  reference: 'OM7K2QX9',
  expires: '2026-05-07T10:00:00.000Z',
  now,
  slips: 0,
  reason: '',
  credited: null,
  ended: null,
};
const offered: OutputOf<'Wallet/FiatBanks'> = {
  least: '10',
  most: '5000',
  left: '1234.5',
  currencies: [
    {
      currency: 'EUR',
      decimals: 2,
      price: '0.9246',
      banks: [
        { id: 'fba_1', name: 'Bank of the Lake' },
        { id: 'fba_2', name: 'Hill Bank' },
      ],
    },
    { currency: 'JPY', decimals: 0, price: '150.75', banks: [{ id: 'fba_3', name: 'Tokyo Bank' }] },
  ],
};
const quoted = ({ currency, amount }: { currency: string; amount: string }) => ({
  quote: `held ${currency} ${amount}`,
  currency,
  amount,
  usdt: '270.82',
  rate: '0.92',
  ratetime: now,
  spreadbps: 50,
  price: '0.9246',
  until: '2026-05-04T10:15:00.000Z',
  now,
});
const answers: Answers = {
  'Users/Info': memberInfo,
  'Wallet/FiatBanks': offered,
  'Wallet/FiatOrders': { list: [] },
  'Wallet/FiatQuote': quoted,
};
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

test('behavior: bones while it loads; a plain word with the way on chain when it is not offered', async () => {
  await openScreen(path, {
    ...answers,
    'Wallet/FiatBanks': () => unanswered,
    'Wallet/FiatOrders': () => unanswered,
  });
  expect(screen.getAllByText('Loading').length).toBeGreaterThanOrEqual(1);
  expect(screen.queryByLabelText('Amount')).toBeNull();
  await openScreen(path, { ...answers, 'Wallet/FiatBanks': { ...offered, currencies: [] } });
  expect(await screen.findByText('Not offered now')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Deposit on chain' }).getAttribute('href')).toBe(
    '#/pages/wallet/recharge/rechargeChain',
  );
  expect(await screen.findByText('No deposits by bank yet')).toBeTruthy();
});

test('refuses: who may not deposit reads why, and is asked for nothing', async () => {
  await openScreen(path, {
    ...answers,
    'Wallet/FiatBanks': () => {
      throw new Refused('deposit.nocountry', 'Set your country in your account first, then deposit.');
    },
  });
  expect(await screen.findByText(/Set your country/)).toBeTruthy();
  expect(screen.queryByLabelText('Amount')).toBeNull();
});

test('refuses: to order without a name, and an amount that the server does not quote', async () => {
  const { asked } = await openScreen(path, {
    ...answers,
    'Wallet/FiatQuote': () => {
      throw new Refused('deposit.fiattoosmall', 'At least 10 USDT.', { least: '10' });
    },
  });
  await screen.findByLabelText('Amount');
  expect(
    screen.getByText('From 10.00 to 5,000.00 USDT an order; 1,234.50 USDT left within 24 hours'),
  ).toBeTruthy();
  expect(screen.getByRole('button', { name: /Enter an amount/ })).toBeTruthy();
  type('Amount', '1');
  expect(await screen.findByRole('button', { name: /Choose another amount/ })).toBeTruthy();
  await openScreen(path, answers);
  await screen.findByLabelText('Amount');
  type('Amount', '250.40');
  fireEvent.click(await screen.findByRole('button', { name: /Enter the name on your bank account/ }));
  expect(asked.some((one) => one.path === 'Wallet/FiatOrder')).toBe(false);
});

test('behavior: the quote says what it gives, at which rate; the order goes by that quote and opens', async () => {
  const { asked } = await openScreen(path, { ...answers, 'Wallet/FiatOrder': order });
  await screen.findByLabelText('Amount');
  type('Amount', '250.40');
  expect(await screen.findByText('270.82 USDT')).toBeTruthy();
  expect(screen.getByText(/^Rate 0.92 plus 0.50?%, set /)).toBeTruthy();
  type('Name on your bank account', '  Anna Lake ');
  fireEvent.click(screen.getByRole('button', { name: 'Order 250.40 EUR' }));
  await waitFor(() => expect(asked.some((one) => one.path === 'Wallet/FiatOrder')).toBe(true));
  expect(asked.find((one) => one.path === 'Wallet/FiatOrder')?.input).toMatchObject({
    quote: 'held EUR 250.40',
    payer: 'Anna Lake',
  });
  await waitFor(() => expect(location.hash).toContain('id=fio_1'));
});

test('behavior: another currency has its own banks and places', async () => {
  await openScreen(path, answers);
  await screen.findByLabelText('Amount');
  expect(screen.getByRole('button', { name: 'Bank: Bank of the Lake' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Currency: EUR' }));
  fireEvent.click(await screen.findByRole('button', { name: 'JPY' }));
  expect(await screen.findByRole('button', { name: 'Bank: Tokyo Bank' })).toBeTruthy();
  type('Amount', '15000');
  expect(await screen.findByRole('button', { name: /Enter the name/ })).toBeTruthy();
});

test('refuses: to name an account to send money to where none should be sent, and says why; a slip of what was sent is taken', async () => {
  let record: typeof order = { ...order, stop: 'Depositing by bank is not offered this way right now.' };
  await openScreen(`${path}?id=fio_1`, { ...answers, 'Wallet/FiatOrders': () => ({ list: [record] }) });
  expect(await screen.findByText('Do not send money for this order')).toBeTruthy();
  expect(
    screen.getByText(/^Depositing by bank is not offered this way right now. If you have sent the money/),
  ).toBeTruthy();
  expect(screen.queryByText('Transfer the money')).toBeNull();
  // Of the order, and in the list of all.
  expect(screen.getAllByText('Do not pay')).toHaveLength(2);
  expect(screen.queryByText('To be paid')).toBeNull();
  expect(screen.queryByText('DE02 1203 0000')).toBeNull();
  expect(screen.getByText('OM7K2QX9')).toBeTruthy();
  expect(screen.getByLabelText('Send a photo of the slip')).toBeTruthy();
  record = { ...record, status: 'matched', stop: undefined } as typeof order;
  await refresh('Wallet/FiatOrders');
  expect(await screen.findByText(/Your money is on our account/)).toBeTruthy();
});

test('behavior: an order says reference, bank and time left, and moves on by itself', async () => {
  let record = order;
  await openScreen(`${path}?id=fio_1`, { ...answers, 'Wallet/FiatOrders': () => ({ list: [record] }) });
  expect(await screen.findByText('OM7K2QX9')).toBeTruthy();
  expect(screen.getByText('DE02 1203 0000')).toBeTruthy();
  expect(screen.getByText('BYLADEM1001')).toBeTruthy();
  expect(screen.getByText('Transfer the money')).toBeTruthy();
  record = { ...order, status: 'slip', slips: 1 };
  await refresh('Wallet/FiatOrders');
  expect(await screen.findByText(/We have your slip/)).toBeTruthy();
  expect(screen.getByText('1 picture sent. Only our staff can see it.')).toBeTruthy();
  record = { ...order, status: 'matched' };
  await refresh('Wallet/FiatOrders');
  expect(await screen.findByText(/Your money is on our account/)).toBeTruthy();
  // Nobody sends twice: the bank's details are gone once the money is there.
  expect(screen.queryByText('DE02 1203 0000')).toBeNull();
  record = { ...order, status: 'credited', credited: '270.82' };
  await refresh('Wallet/FiatOrders');
  expect(await screen.findByText('It is in your Openmere balance now.')).toBeTruthy();
});

test('behavior: a photo of a phone is made small before it is sent as a slip; what is no picture goes as it is, to be refused', async () => {
  const small = new Blob(['small'], { type: 'image/jpeg' });
  const scaled = vi
    .spyOn(scale, 'scalePicture')
    .mockResolvedValueOnce(small)
    .mockResolvedValueOnce(undefined);
  const sent = vi.spyOn(client, 'uploadFile').mockResolvedValue({} as never);
  await openScreen(`${path}?id=fio_1`, { ...answers, 'Wallet/FiatOrders': { list: [order] } });
  const field = await screen.findByLabelText('Send a photo of the slip');
  for (const [index, file] of [new File(['8 MB'], 'slip.jpg'), new File(['text'], 'slip.heic')].entries()) {
    fireEvent.change(field, { target: { files: [file] } });
    await waitFor(() => expect(sent).toHaveBeenCalledTimes(index + 1));
    expect(scaled).toHaveBeenLastCalledWith(file);
    expect(sent).toHaveBeenLastCalledWith('Wallet/FiatProof', index === 0 ? small : file, { id: 'fio_1' });
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Send a photo of the slip' })).toHaveProperty(
        'disabled',
        false,
      ),
    );
  }
  vi.restoreAllMocks();
});

test('behavior: what was rejected says why, what ended says what holds now, and an unknown id says so', async () => {
  const show = (record: typeof order | undefined) =>
    openScreen(`${path}?id=fio_1`, { ...answers, 'Wallet/FiatOrders': { list: record ? [record] : [] } });
  await show({ ...order, status: 'rejected', reason: 'Another person paid.' });
  expect(await screen.findByText(/^Another person paid\. If you have sent/)).toBeTruthy();
  const help = screen.getByRole('link', { name: 'Get help with this' });
  expect(help.getAttribute('href')).toBe(`#/pages/service/service?about=fiat:${order.id}`);
  expect(screen.queryByText('DE02 1203 0000')).toBeNull();
  await show({ ...order, status: 'expired' });
  expect(await screen.findByText(/Do not send it now/)).toBeTruthy();
  expect(screen.getByText('OM7K2QX9')).toBeTruthy();
  expect(screen.queryByText('DE02 1203 0000')).toBeNull();
  await show(undefined);
  expect(await screen.findByText('No such order')).toBeTruthy();
});

test('behavior: a failure is said, with another try', async () => {
  let fails = true;
  await openScreen(`${path}?id=fio_1`, {
    ...answers,
    'Wallet/FiatOrders': () => {
      if (fails) throw new Refused('request.unavailable', 'Busy right now');
      return { list: [order] };
    },
  });
  const [again] = await screen.findAllByRole('button', { name: 'Try again' });
  expect(screen.getAllByText('Busy right now').length).toBeGreaterThan(0);
  fails = false;
  if (again) fireEvent.click(again);
  expect(await screen.findByText('OM7K2QX9')).toBeTruthy();
});

test('behavior: a half-typed order is there again after a reload, and gone once it is made', async () => {
  const answered = { ...answers, 'Wallet/FiatOrder': order };
  const name = 'Name on your bank account';
  const field = async (label: string) => (await screen.findByLabelText<HTMLInputElement>(label)).value;
  await openScreen(path, answered);
  await screen.findByLabelText('Amount');
  fireEvent.click(screen.getByRole('button', { name: 'Bank: Bank of the Lake' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Hill Bank' }));
  type('Amount', '250.40');
  type(name, 'Anna Lake');
  await openScreen(path, answered);
  expect(await field('Amount')).toBe('250.40');
  expect(await field(name)).toBe('Anna Lake');
  expect(screen.getByRole('button', { name: 'Bank: Hill Bank' })).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: 'Order 250.40 EUR' }));
  await waitFor(() => expect(location.hash).toContain('id=fio_1'));
  await openScreen(path, answered);
  expect(await field('Amount')).toBe('');
  expect(await field(name)).toBe('');
});

test('behavior: an order whose answer was lost is sent again as it was, after a reload at another quote, too', async () => {
  let tries = 0;
  const held = {
    ...answers,
    'Wallet/FiatQuote': (input: { currency: string; amount: string }) => ({
      ...quoted(input),
      quote: `quote of try ${tries}`,
    }),
    'Wallet/FiatOrder': () => {
      tries += 1;
      if (tries === 1) throw new TypeError('the connection was lost');
      if (tries === 3) throw new Refused('deposit.fiatquoteold', 'This quote is too old.');
      return order;
    },
  };
  const press = async () => fireEvent.click(await screen.findByRole('button', { name: 'Order 250.40 EUR' }));
  const sent: unknown[] = [];
  const open = async () => {
    const { asked } = await openScreen(path, held);
    await screen.findByLabelText('Amount');
    return () => sent.push(...asked.filter((one) => one.path === 'Wallet/FiatOrder').map((one) => one.input));
  };
  let note = await open();
  type('Amount', '250.40');
  type('Name on your bank account', 'Anna Lake');
  await press();
  expect(await screen.findByText(/Failed to connect/)).toBeTruthy();
  note();
  note = await open();
  await press();
  await waitFor(() => expect(location.hash).toContain('id=fio_1'));
  note();
  expect(sent[1]).toEqual(sent[0]);

  // What was answered is over: the next one is another request, and so is the one after a refusal.
  note = await open();
  type('Amount', '250.40');
  type('Name on your bank account', 'Anna Lake');
  await press();
  expect(await screen.findByText('This quote is too old.')).toBeTruthy();
  await press();
  await waitFor(() => expect(location.hash).toContain('id=fio_1'));
  note();
  const ids = sent.map((one) => (one as { requestId: string }).requestId);
  expect(new Set(ids).size).toBe(3);
});
