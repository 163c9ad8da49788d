// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import type { OperatorRole } from '@openmere/core/kit/call.ts';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { drawScreen } from '../../app/test-screen.tsx';
import { serveTest } from '../../platform/test-server.ts';
import type { Asked } from '../../platform/test-server.ts';
import { FiatLinesScreen } from './fiat-lines-screen.tsx';
import { LookAtPayables } from './look-at-payables.tsx';

afterEach(() => {
  location.hash = '';
  cleanup();
  vi.unstubAllGlobals();
});

type Payables = OutputOf<'Admin/Payables'>['payables'];
const time = '2026-05-04T12:00:00.000Z';
const payables: Payables = [
  {
    id: 'pyb_1',
    payabletype: 'bank',
    holder: 'Mira Example',
    bankname: 'Harbour Bank',
    account: 'GB33BUKB20201555555555',
    bic: 'BUKBGB22',
    time,
  },
  {
    id: 'pyb_2',
    payabletype: 'alipay',
    holder: 'Mira',
    bankname: '',
    account: 'mira@example.org',
    bic: '',
    time,
  },
];

function open(answer: () => { payables: Payables }, role: OperatorRole = 'finance'): Asked[] {
  const asked = serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role, idleminutes: 15 }),
    'Admin/Payables': answer,
  });
  drawScreen(<LookAtPayables userid="mem_one" />);
  return asked;
}

async function look(reason = 'returned by the bank'): Promise<void> {
  fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: reason } });
  fireEvent.click(screen.getByRole('button', { name: 'Where this member is paid to' }));
}

test('refuses: to show or to ask anything before a reason stands there', async () => {
  const asked = open(() => ({ payables }));
  const button = await screen.findByRole('button', { name: 'Where this member is paid to' });
  expect(button.hasAttribute('disabled')).toBe(true);
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: '  a ' } });
  expect(button.hasAttribute('disabled')).toBe(true);
  fireEvent.click(button);
  expect(asked.filter(({ path }) => path === 'Admin/Payables')).toEqual([]);
  expect(screen.queryByText('Mira Example')).toBeNull();
});

test('refuses: who is not of finance reads why there is nothing to press', async () => {
  open(() => ({ payables }), 'support');
  expect(await screen.findByText(/may read this/)).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});

test('refuses: an answer that did not come is said, and the reason stays', async () => {
  open(() => {
    throw new Error('away');
  });
  await look();
  expect(await screen.findByRole('alert')).toBeDefined();
  expect((screen.getByLabelText('Reason') as HTMLTextAreaElement).value).toBe('returned by the bank');
});

test('behavior: each account whole, line by line to copy, with its bank and when it was set', async () => {
  const asked = open(() => ({ payables }));
  await look();
  for (const text of [
    'Harbour Bank',
    'Mira Example',
    'GB33BUKB20201555555555',
    'BUKBGB22',
    'Alipay',
    'mira@example.org',
  ])
    expect(await screen.findByText(text)).toBeDefined();
  expect(screen.getAllByRole('button', { name: 'Copy' })).toHaveLength(5);
  expect(screen.getAllByText(/^Set on 2026-05-04/)).toHaveLength(2);
  expect(asked.find(({ path }) => path === 'Admin/Payables')?.input).toEqual({
    userid: 'mem_one',
    reason: 'returned by the bank',
  });
});

test('behavior: a member without any is said so', async () => {
  open(() => ({ payables: [] }));
  await look();
  expect(await screen.findByText('They have added no payment account.')).toBeDefined();
});

type Line = OutputOf<'Admin/FiatLines'>;
const line: Line = {
  id: 'ftl_1',
  day: '2026-05-04',
  bank: 'Harbour Bank',
  amount: '100',
  currency: 'EUR',
  name: 'Mira Example',
  account: '',
  bankref: '',
  text: 'OM123',
  imported: time,
  status: 'suspense',
  suspended: '108',
  credited: null,
  note: '',
  takenback: null,
  lost: null,
  orders: [],
  userid: 'mem_one',
  nickname: 'Mira',
} as Line;

test('behavior: only beside money in suspense whose member is known, where it has to go back', async () => {
  location.hash = '#/fiatlines?status=suspense';
  serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role: 'finance', idleminutes: 15 }),
    'Admin/Payables': () => ({ payables }),
    'Admin/FiatLines': () => ({
      list: [
        line,
        { ...line, id: 'ftl_2', name: 'Otto Example', userid: null, nickname: null },
        { ...line, id: 'ftl_3', name: 'Paula Example', status: 'open', suspended: null },
      ],
    }),
    'Admin/FiatBanks': () => ({ list: [] }),
  });
  drawScreen(<FiatLinesScreen />);
  for (const name of ['Mira Example', 'Otto Example', 'Paula Example'])
    fireEvent.click(await screen.findByText(name));
  expect(await screen.findAllByText("Bank's reference")).toHaveLength(3);
  expect(screen.getAllByText(/^Why you look at their bank details/)).toHaveLength(1);
});
