// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { testList } from '../app/test-list.tsx';
import { openScreen, Refused } from '../app/test-screen.tsx';
import type { Answers } from '../app/test-screen.tsx';
import { usePreferences } from '../platform/preferences.ts';

const path = '/pages/wallet/transfer/recode/recode';
const sent: OutputOf<'Wallet/Transfers'> = {
  id: 'tra_1',
  time: '2026-03-01T10:00:00.000Z',
  type: 'out',
  coinid: 'USDT',
  address: 'H4R9TW',
  amount: '40',
  received: '39.8',
  fee: '0.2',
  hash: null,
  chaintype: 'ledger',
  status: 'done',
  counterpart: 'Ta** W**',
  note: '',
  description: 'To Ta** W**',
};
const got = { ...sent, id: 'tra_2', type: 'in', address: 'A** K**', description: 'From A** K**' };

const answersWith = (list: (typeof sent)[]): Answers => ({
  'Wallet/Transfers': { list },
  'Wallet/Contacts': { list: [] },
});

testList({
  path,
  call: 'Wallet/Transfers',
  row: sent,
  shown: 'To Ta** W**',
  empty: 'No transfers yet',
  answers: { 'Wallet/Contacts': { list: [] } },
});

test('refuses: to say that there is no transfer while the ledger still looks for one behind many other records', async () => {
  const cursors: unknown[] = [];
  let found = (): void => undefined;
  const late = new Promise<void>((done) => (found = done));
  await openScreen(path, {
    'Wallet/Transfers': async ({ cursor }: { cursor?: string }) => {
      cursors.push(cursor);
      if (cursor === undefined) return { list: [], cursor: 'further' };
      if (cursor === 'further') return { list: [], cursor: 'furthest' };
      await late;
      return { list: [sent] };
    },
    'Wallet/Contacts': { list: [] },
  });
  await waitFor(() => expect(cursors).toEqual([undefined, 'further', 'furthest']));
  expect(screen.queryByText('No transfers yet')).toBeNull();
  found();
  expect(await screen.findByText('To Ta** W**')).toBeTruthy();
});

test('refuses: to ask without end for what does not come: it says why, and goes on where it is asked to', async () => {
  let asked = 0;
  let away = true;
  await openScreen(path, {
    'Wallet/Transfers': ({ cursor }: { cursor?: string }) => {
      asked += 1;
      if (cursor === undefined) return { list: [], cursor: 'further' };
      if (away) throw new Refused('request.unavailable', 'Busy right now');
      return { list: [sent] };
    },
    'Wallet/Contacts': { list: [] },
  });
  expect(await screen.findByText('Busy right now')).toBeTruthy();
  expect(screen.queryByText('No transfers yet')).toBeNull();
  const before = asked;
  await new Promise((done) => setTimeout(done, 300));
  expect(asked).toBe(before);
  away = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('To Ta** W**')).toBeTruthy();
});

test('behavior: without transfers the first step is one', async () => {
  await openScreen(path, { 'Wallet/Transfers': { list: [] } });
  expect((await screen.findByRole('link', { name: 'Transfer' })).getAttribute('href')).toBe(
    '#/pages/wallet/transfer/transferChain',
  );
});

test('behavior: what was sent leaves whole, what was received arrives without the fee; each has its slip', async () => {
  await openScreen(path, answersWith([sent, got]));
  const rows = await screen.findAllByRole('button', { name: /USDT/ });
  expect(rows.map((row) => /[−+][\d.]+/.exec(row.textContent)?.[0])).toEqual(['−40.00', '+39.80']);
  const [, second] = rows;
  if (second) fireEvent.click(second);
  const slip = within(await screen.findByRole('article'));
  expect(slip.getByText('Received')).toBeTruthy();
  expect(slip.getByText('tra_2')).toBeTruthy();
  expect(slip.queryByText('Fee')).toBeNull();
  expect(location.hash).toBe(`#${path}?id=tra_2`);
});

test('behavior: with amounts hidden neither a row nor its slip shows one', async () => {
  onTestFinished(() => usePreferences.setState({ hideAmounts: false }));
  usePreferences.setState({ hideAmounts: true });
  await openScreen(path, answersWith([sent]));
  const row = await screen.findByRole('button', { name: /To Ta/ });
  expect(row.textContent).not.toMatch(/40\.00/);
  fireEvent.click(row);
  const slip = await screen.findByRole('article');
  expect(within(slip).getByText('Amount hidden')).toBeTruthy();
  expect(slip.textContent).not.toMatch(/40\.00|39\.80|0\.20/);
});

test('refuses: an address of no transfer of one’s own', async () => {
  await openScreen(`${path}?id=tra_gone`, answersWith([]));
  expect(await screen.findByText('No such transfer')).toBeTruthy();
});

test('behavior: an old one is asked for by its id alone; its note is read, and its receiver can be kept', async () => {
  const old = { ...sent, id: 'tra_old', note: 'Dinner & drinks' };
  const { asked } = await openScreen(`${path}?id=tra_old`, {
    ...answersWith([]),
    'Wallet/Transfers': ({ id }) => (id === 'tra_old' ? { list: [old] } : { list: [sent], cursor: 'next' }),
    'Wallet/ContactSave': ({ target, name }) => ({ target, name, time: sent.time }),
  });
  expect(await screen.findByText('Dinner & drinks')).toBeTruthy();
  const read = asked.flatMap((one) => (one.path === 'Wallet/Transfers' ? [one.input] : []));
  expect(read.filter((input) => !('pageSize' in Object(input)))).toEqual([{ id: 'tra_old' }]);
  expect(read.filter((input) => 'cursor' in Object(input))).toEqual([]);
  fireEvent.click(await screen.findByRole('button', { name: 'Save as contact' }));
  const sheet = within(await screen.findByRole('dialog'));
  expect(sheet.getByRole('button', { name: 'Enter a name' })).toBeTruthy();
  fireEvent.change(sheet.getByLabelText('Name'), { target: { value: 'Tanja' } });
  fireEvent.click(sheet.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(asked.find((one) => one.path === 'Wallet/ContactSave')?.input).toEqual({
      target: 'H4R9TW',
      name: 'Tanja',
    }),
  );
});

test('behavior: what the list has shown already is not asked for again', async () => {
  const { asked } = await openScreen(path, answersWith([sent, got]));
  const [, second] = await screen.findAllByRole('button', { name: /USDT/ });
  if (second) fireEvent.click(second);
  expect(await screen.findByRole('article')).toBeTruthy();
  expect(asked.filter(({ input }) => 'id' in Object(input))).toEqual([]);
});

test('behavior: further pages are read by their cursor', async () => {
  const { asked } = await openScreen(path, {
    'Wallet/Transfers': ({ cursor }) =>
      cursor === undefined ? { list: [sent], cursor: 'next' } : { list: [got] },
  });
  await screen.findByText('To Ta** W**');
  const more = screen.queryByRole('button', { name: 'Load more' });
  if (more) fireEvent.click(more);
  expect(await screen.findByText('From A** K**')).toBeTruthy();
  expect(asked.map((one) => (one.input as { cursor?: string }).cursor)).toEqual([undefined, 'next']);
});
