// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openScreen, Refused, unanswered } from '../../app/test-screen.tsx';
import type { Answers } from '../../app/test-screen.tsx';
import { currentToasts } from '../../ui/toast-store.ts';
import { config, hash, trade } from '../trade/test-trade.ts';

const path = '/pages/swap/detail/detail';
const sold = {
  ...trade,
  id: 'trd_2',
  type: 'sell' as const,
  quantity: '1000',
  amount: '98.01',
  burned: '10',
  fee: '0.4925',
  status: 'seen' as const,
};
const foreign = { ...sold, id: 'trd_3', mine: false };

function serverFor(
  rows: (input: { scope?: string; type?: string; id?: string }) => (typeof trade)[],
): Answers {
  return {
    'Ctrls/GetConfig': config,
    'trade/Trades': (input) => ({ list: rows(input) }),
  };
}

test('refuses: what cannot be read is said, and asked again', async () => {
  let away = true;
  await openScreen(
    path,
    serverFor(() => {
      if (away) throw new Refused('request.unavailable', 'Busy right now');
      return [trade];
    }),
  );
  expect(await screen.findByText('Busy right now')).toBeTruthy();
  away = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('992.10 OPEN')).toBeTruthy();
});

test('refuses: a trade that is not on record', async () => {
  await openScreen(
    `${path}?id=trd_9`,
    serverFor(() => []),
  );
  expect(await screen.findByText('Trade not found')).toBeTruthy();
});

test('behavior: while it is on its way there are bones', async () => {
  await openScreen(path, { 'trade/Trades': () => unanswered });
  expect(screen.getAllByText('Loading').length).toBeGreaterThan(0);
});

test('behavior: without trades it says what will stand here, and leads to the form', async () => {
  await openScreen(
    path,
    serverFor(() => []),
  );
  expect(await screen.findByText('No trades yet')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Trade' }).getAttribute('href')).toBe('#/pages/swap/swap/swap');
  fireEvent.click(screen.getByRole('tab', { name: 'All trades' }));
  expect(await screen.findByText('Nobody has traded yet')).toBeTruthy();
});

test('behavior: one’s own and all, bought and sold, asked from the server', async () => {
  const { asked } = await openScreen(
    path,
    serverFor(({ scope, type }) =>
      (scope === 'all' ? [trade, foreign] : [trade, sold]).filter((row) => !type || row.type === type),
    ),
  );
  expect(await screen.findByText('1,000.00 OPEN')).toBeTruthy();
  expect(screen.getAllByText('at 0.100796 USDT')).toHaveLength(2);
  fireEvent.click(screen.getByRole('button', { name: 'Buy' }));
  await waitFor(() => expect(screen.queryByText('1,000.00 OPEN')).toBeNull());
  fireEvent.click(screen.getByRole('tab', { name: 'All trades' }));
  fireEvent.click(screen.getByRole('button', { name: 'All' }));
  await waitFor(() => expect(screen.getAllByText('mine')).toHaveLength(1));
  const inputs = asked.filter((one) => one.path === 'trade/Trades').map((one) => one.input);
  expect(inputs).toContainEqual(expect.objectContaining({ scope: 'mine', type: 'buy' }));
  expect(inputs).toContainEqual(expect.objectContaining({ scope: 'all' }));
});

test('behavior: one trade has all its figures and its transaction', async () => {
  await openScreen(
    path,
    serverFor(({ id }) => (id === undefined || id === sold.id ? [sold] : [])),
  );
  fireEvent.click(await screen.findByRole('button', { name: /1,000\.00 OPEN/ }));
  expect(await screen.findByText('Being confirmed')).toBeTruthy();
  for (const text of ['98.01 USDT', '0.4925 USDT', '10.00 OPEN', 'Can still change until it is final'])
    expect(screen.getByText(text)).toBeTruthy();
  const link = await screen.findByRole('link', { name: 'Open in the block explorer' });
  expect(link.getAttribute('href')).toBe(`https://explorer.test/tx/${hash}`);
});

test('behavior: one’s own trades are saved as a table, page by page', async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:stage';
  });
  await openScreen(path, {
    'Ctrls/GetConfig': config,
    'trade/Trades': ({ cursor }) => (cursor ? { list: [sold] } : { list: [trade], cursor: 'next' }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Save my trades as CSV' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  const lines = (await saved[0]?.text())?.replace('\uFEFF', '').split('\r\n') ?? [];
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain('buy,992.1,100,');
  expect(lines[2]).toContain('sell,1000,98.01,');
  vi.restoreAllMocks();
});

test('behavior: a table that is cut says so', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:stage');
  const full = { list: Array.from({ length: 2000 }, () => trade), cursor: 'next' };
  await openScreen(path, {
    'Ctrls/GetConfig': config,
    'trade/Trades': ({ pageSize }) => (pageSize === 200 ? full : { list: [trade] }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Save my trades as CSV' }));
  const said = 'The file has your newest 20000 trades. Older ones did not fit.';
  await waitFor(() => expect(currentToasts().at(-1)?.text).toBe(said), { timeout: 4000 });
  vi.restoreAllMocks();
});
