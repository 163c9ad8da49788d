import type { OutputOf } from '@openmere/core/calls.ts';
// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { openScreen, Refused, unanswered } from '../app/test-screen.tsx';
import { readStored } from '../platform/storage.ts';
import { useOnlyHeld } from './use-only-held.ts';

const path = '/pages/wallet/list/list';
const usdt = { coinid: 'USDT', balance: '40', lockbalance: '0', available: '40' };

const pool: OutputOf<'trade/Pool'> = {
  price: '0.25',
  change24h: '-2.41',
  reserveusdt: '123456.789',
  reserveopen: '1000000',
  lptotal: '351364.1',
  klast: '0',
  burned: '4812.37',
  volume24h: '9876.5',
  volumeopen24h: '80001',
  high24h: '0.13',
  low24h: '0.12',
  trades24h: 12,
  fees: { poolbps: 30, communitybps: 50, burnbps: 100 },
  twap: '0.125',
  tradable: true,
  block: 100,
  asof: '2026-03-01T10:00:00.000Z',
};

beforeEach(() => useOnlyHeld.setState({ onlyHeld: false }));

test('refuses: a list that could not be read offers another try', async () => {
  let away = true;
  await openScreen(path, {
    'Users/Balance': () => {
      if (away) throw new Refused('request.unavailable', 'Busy right now');
      return { list: [usdt] };
    },
  });
  expect(await screen.findByText('Busy right now')).toBeTruthy();
  away = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('list', { name: 'Your coins' })).toBeTruthy();
});

test('behavior: bones stand where the coins will be', async () => {
  await openScreen(path, { 'Users/Balance': () => unanswered });
  expect(screen.getByText('Loading')).toBeTruthy();
});

test('behavior: coins that one does not hold can be left out, and then the place may be empty', async () => {
  await openScreen(path, { 'Users/Balance': { list: [] } });
  await screen.findByRole('list', { name: 'Your coins' });
  fireEvent.click(screen.getByRole('checkbox', { name: 'Only coins you hold' }));
  expect(screen.getByText('Nothing here yet')).toBeTruthy();
});

test('behavior: with the filter only what one holds is left', async () => {
  await openScreen(path, { 'Users/Balance': { list: [usdt] } });
  await screen.findByText('40.00');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Only coins you hold' }));
  const rows = within(screen.getByRole('list', { name: 'Your coins' })).getAllByRole('link');
  expect(rows.map((row) => row.getAttribute('href'))).toEqual(['#/pages/wallet/detail/detail?coinid=USDT']);
  expect(readStored('setting.onlyHeld')).toBe('1');
});

test('behavior: OPEN shows what it is worth at the pool’s price', async () => {
  const open = { coinid: 'OPEN', balance: '500', lockbalance: '0', available: '500' };
  await openScreen(path, { 'Users/Balance': { list: [open] }, 'trade/Pool': pool });
  expect(await screen.findByText('about 125.00 USDT')).toBeTruthy();
});

test('behavior: OPEN of which some is locked still shows what it is worth', async () => {
  const open = { coinid: 'OPEN', balance: '500', lockbalance: '10', available: '490' };
  await openScreen(path, { 'Users/Balance': { list: [open] }, 'trade/Pool': pool });
  expect(await screen.findByText('about 125.00 USDT · 10.00 locked')).toBeTruthy();
});
