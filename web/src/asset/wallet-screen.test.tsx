// @vitest-environment happy-dom
import { locales } from '@openmere/core/kit/language.ts';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen, Refused, unanswered } from '../app/test-screen.tsx';
import { findText } from '../platform/i18n.ts';
import { usePreferences } from '../platform/preferences.ts';
import { queryClient } from '../platform/query.ts';
import { readStored } from '../platform/storage.ts';

const path = '/pages/wallet/wallet';
const usdt = { coinid: 'USDT', balance: '1234.567890123', lockbalance: '20', available: '1214.567890123' };
const poy = { coinid: 'POY', balance: '10', lockbalance: '0', available: '10' };
const open = { coinid: 'OPEN', balance: '500', lockbalance: '0', available: '500' };

test('refuses: what could not be read is a dash and a reason with a retry, never a zero', async () => {
  let away = true;
  await openScreen(path, {
    'Users/Balance': () => {
      if (away) throw new Refused('request.unavailable', 'Busy right now');
      return { list: [usdt] };
    },
  });
  expect(await screen.findByText('Busy right now')).toBeTruthy();
  expect(screen.getByText('Not known right now')).toBeTruthy();
  expect(screen.queryByText(/^0/)).toBeNull();
  away = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: /USDT/ })).toBeTruthy();
});

test('behavior: while balances are on their way the rows stand as bones', async () => {
  await openScreen(path, { 'Users/Balance': () => unanswered });
  expect(screen.getByRole('heading', { name: 'Wallet' })).toBeTruthy();
  expect(screen.getAllByText('Loading')).not.toHaveLength(0);
  expect(screen.queryByRole('list', { name: 'Your coins' })).toBeNull();
});

test('behavior: a new member sees every ledger coin at nothing, and where to start', async () => {
  await openScreen(path, { 'Users/Balance': { list: [] } });
  const list = within(await screen.findByRole('list', { name: 'Your coins' }));
  expect(list.getAllByRole('link').length).toBeGreaterThan(3);
  expect(screen.getByRole('link', { name: 'Deposit' }).getAttribute('href')).toBe(
    '#/pages/wallet/recharge/recharge',
  );
});

test.each([
  ['Hash power', '#/pages/wallet/cast/cast'],
  ['USDO', '#/pages/wallet/usdoCast/usdoCast'],
  ['Community nodes', '#/pages/wallet/subscribe/subscribe'],
])('behavior: %s has its way from here', async (name, href) => {
  await openScreen(path, { 'Users/Balance': { list: [] } });
  const links = await screen.findAllByRole('link', { name: new RegExp(`^${name}`) });
  expect(links.map((link) => link.getAttribute('href'))).toContain(href);
});

test('behavior: the total adds only coins that are worth one dollar, cut and not rounded', async () => {
  await openScreen(path, { 'Users/Balance': { list: [usdt, open, poy] } });
  expect(await screen.findByText('1,244.56 USDT')).toBeTruthy();
  expect(screen.getByText('20.00 locked')).toBeTruthy();
  const row = screen.getByRole('link', { name: /USDT/ });
  expect(row.getAttribute('href')).toBe('#/pages/wallet/detail/detail?coinid=USDT');
});

test('refuses: a balance of yesterday as that of now, when it cannot be asked for', async () => {
  let away = false;
  await openScreen(path, {
    'Users/Balance': () => {
      if (away) throw new Refused('request.unavailable', 'Busy right now');
      return { list: [usdt] };
    },
  });
  expect(await screen.findByText('1,234.56 USDT')).toBeTruthy();
  expect(screen.queryByText(/^as of/)).toBeNull();
  away = true;
  const readAt = new Date(2026, 0, 3, 10, 12).getTime();
  act(() => void queryClient.setQueryData(['Users/Balance', {}], { list: [usdt] }, { updatedAt: readAt }));
  // No socket, and older than a moment.
  expect(await screen.findByText('as of Jan 3, 10:12')).toBeTruthy();
  await act(() => queryClient.refetchQueries({ queryKey: ['Users/Balance'] }));
  expect(screen.getByText('as of Jan 3, 10:12')).toBeTruthy();
});

test('behavior: the eye hides every amount, also from a screen reader', async () => {
  await openScreen(path, { 'Users/Balance': { list: [usdt] } });
  await screen.findByText('20.00 locked');
  fireEvent.click(screen.getByRole('button', { name: 'Hide amounts' }));
  expect(screen.queryByText(/1,234/)).toBeNull();
  expect(screen.queryByText(/locked/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Show amounts' }));
  expect(screen.getByText('20.00 locked')).toBeTruthy();
  expect(usePreferences.getState().hideAmounts).toBe(false);
});

test('behavior: the two places of one’s money are explained until it was read, with the way between them', async () => {
  await openScreen(path, { 'Users/Balance': { list: [usdt] } });
  expect(await screen.findByText('Your money has two places')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'From wallet to Openmere' }).getAttribute('href')).toBe(
    '#/pages/wallet/recharge/rechargeChain',
  );
  expect(screen.getByRole('link', { name: 'From Openmere to wallet' }).getAttribute('href')).toBe(
    '#/pages/wallet/withdraw/withdrawChain',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText('Your money has two places')).toBeNull();
  expect(readStored('general.placesRead')).toBe('1');
});

test('behavior: the wallet says how long a deposit takes (specification §9)', async () => {
  for (const locale of locales) {
    await openScreen(path, { 'Users/Balance': { list: [usdt] } }, { locale });
    const note = findText('asset.inLedgerText') ?? '';
    expect(note, locale).toMatch(/\b2\b.{1,8}10/);
    expect(screen.getByText(note)).toBeTruthy();
  }
});
