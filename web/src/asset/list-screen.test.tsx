// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen, Refused, unanswered } from '../app/test-screen.tsx';

const path = '/pages/wallet/list/list';
const usdt = { coinid: 'USDT', balance: '40', lockbalance: '0', available: '40' };

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
});
