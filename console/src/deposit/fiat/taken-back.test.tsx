// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { drawScreen } from '../../app/test-screen.tsx';
import { serveTest } from '../../platform/test-server.ts';
import type { Asked } from '../../platform/test-server.ts';
import { FiatLinesScreen } from './fiat-lines-screen.tsx';

afterEach(() => {
  location.hash = '';
  cleanup();
  vi.unstubAllGlobals();
});

const line: OutputOf<'Admin/FiatLines'> = {
  id: 'fln_1',
  day: '2026-05-04',
  bank: 'Harbour Bank',
  amount: '100',
  currency: 'EUR',
  name: 'Mira Example',
  account: 'DE1',
  bankref: 'B1',
  text: 'OM123',
  imported: '2026-05-04T12:00:00.000Z',
  status: 'credited',
  suspended: null,
  credited: '108',
  note: '',
  takenback: { day: '2026-05-07', bankref: 'B7', text: 'returned' },
  lost: null,
  orders: [],
  userid: 'mem_one',
};

async function open(row: OutputOf<'Admin/FiatLines'>): Promise<Asked[]> {
  location.hash = '#/fiatlines?status=takenback';
  const asked = serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role: 'finance', idleminutes: 15 }),
    'Admin/FiatLines': () => ({ list: [row] }),
    'Admin/FiatBanks': () => ({ list: [] }),
    'Admin/Proposals': () => ({ list: [] }),
  });
  drawScreen(<FiatLinesScreen />);
  fireEvent.click(await screen.findByText('Mira Example'));
  await screen.findByText(/on 2026-05-07, reference B7: returned/);
  return asked;
}

test('refuses: to credit or to suspend what the bank took back; its end by two is offered', async () => {
  await open({ ...line, status: 'open', credited: null });
  expect(screen.getByText(/^The bank took this money back/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Put into suspense' })).toBeNull();
  expect(screen.queryByText(/^No order fits/)).toBeNull();
  expect(await screen.findByLabelText("How it was sent back: the bank's own reference")).toBeDefined();
  expect(screen.queryByLabelText("How it is known: the bank's own reference")).toBeNull();
});

test('refuses: a second booking of what is booked as lost', async () => {
  await open({ ...line, lost: { amount: '108', how: 'B7 of 7 May' } });
  expect(screen.getByText(/B7 of 7 May/)).toBeDefined();
  expect(screen.queryByLabelText("How it is known: the bank's own reference")).toBeNull();
});

test('behavior: the list of what was taken back is asked for, and the loss of a credited line offered', async () => {
  const asked = await open(line);
  expect(asked.find(({ path }) => path === 'Admin/FiatLines')?.input).toMatchObject({ status: 'takenback' });
  expect(screen.getByText(/^The bank took back what was credited/)).toBeDefined();
  expect(await screen.findByLabelText("How it is known: the bank's own reference")).toBeDefined();
});
