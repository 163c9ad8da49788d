// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { isOpenPath } from '../app/routes.ts';
import { openScreen, Refused, unanswered } from '../app/test-screen.tsx';

const path = '/pages/wallet/status/status';
const status: OutputOf<'Wallet/Status'> = {
  reviews: { waiting: 3, medianseconds: 2700 },
  paused: [],
  halts: [],
  changes: [],
};
const halt = {
  kind: 'other' as const,
  reason: 'We are checking something.',
  since: '2026-05-04T12:00:00.000Z',
};

test('refuses: to show what could not be read', async () => {
  await openScreen(path, {
    'Wallet/Status': () => {
      throw new Refused('request.unavailable', 'Busy right now');
    },
  });
  expect(await screen.findByText('Busy right now')).toBeTruthy();
});

test('behavior: bones while loading; a visitor reads what waits and how long it takes', async () => {
  expect(isOpenPath(path)).toBe(true);
  await openScreen(path, { 'Wallet/Status': () => unanswered }, { visitor: true });
  expect(screen.getByText('Loading')).toBeTruthy();
  await openScreen(path, { 'Wallet/Status': status }, { visitor: true });
  expect(await screen.findByText('Payouts are running')).toBeTruthy();
  expect(screen.getByText('3 withdrawals')).toBeTruthy();
  expect(screen.getByText('45 minutes')).toBeTruthy();
  expect(screen.getByText('No pause in the last 90 days.')).toBeTruthy();
  expect(screen.getByText('No rule was changed.')).toBeTruthy();
  expect(screen.queryByText('Paused right now')).toBeNull();
});

test('behavior: too few reviews give no time; a halt that is open stands first', async () => {
  await openScreen(path, {
    'Wallet/Status': {
      ...status,
      reviews: { waiting: 1, medianseconds: null },
      halts: [
        { ...halt, ended: null },
        { ...halt, since: '2026-05-01T12:00:00.000Z', ended: '2026-05-01T13:00:00.000Z' },
      ],
    },
  });
  expect(await screen.findByText('Payouts are paused')).toBeTruthy();
  expect(screen.getByText('Fewer than 10 in the last 30 days: no time is given.')).toBeTruthy();
  expect(screen.getByText('Still paused')).toBeTruthy();
  expect(screen.getAllByText('We are checking something.')).toHaveLength(2);
});

test('behavior: what the guard has paused says since when, and why where that was told', async () => {
  const { since } = halt;
  const paused: OutputOf<'Wallet/Status'>['paused'] = [
    { what: 'trade', since, reason: 'The price in the pool moved too fast.' },
    { what: 'node', since, reason: null },
  ];
  await openScreen(path, { 'Wallet/Status': { ...status, paused } }, { visitor: true });
  expect(await screen.findByText('Paused right now')).toBeTruthy();
  expect(screen.getByText('Trading').closest('div')?.textContent).toMatch(/Paused since .*too fast\./);
  expect(screen.getByText('Subscribing to nodes').closest('div')?.textContent).toMatch(/2026[^.]*\.$/);
});

test('behavior: of two open reasons, found together, the oldest is the one that is told, as everywhere', async () => {
  const open = { ...halt, ended: null };
  const first = { ...open, reason: 'We are checking our books.' };
  await openScreen(path, { 'Wallet/Status': { ...status, halts: [open, open, first] } });
  expect(await screen.findByText(/^Paused since .* We are checking our books\./)).toBeTruthy();
  expect(screen.getAllByText('Still paused')).toHaveLength(3);
});

test('behavior: a changed rule says what it is about, what stood before, and since when', async () => {
  const time = '2026-05-04T12:00:00.000Z';
  await openScreen(path, {
    'Wallet/Status': {
      ...status,
      changes: [
        { idx: 'withdraw.fee', type: 'amount', before: '1', after: '2', time },
        { idx: 'transfer.feeBps', type: 'bps', before: '50', after: '75', time },
        { idx: 'minting.thresholdInclusive', type: 'flag', before: '0', after: '1', time },
        { idx: 'activity.starts', type: 'time', before: '', after: '2026-06-01T00:00:00Z', time },
      ],
    },
  });
  expect((await screen.findByText('fee')).parentElement?.textContent).toBe('Withdrawals · fee');
  expect(screen.getByText('threshold inclusive').parentElement?.textContent).toBe(
    'Hash power · threshold inclusive',
  );
  expect(screen.getByText('1.00 → 2.00')).toBeTruthy();
  expect(screen.getByText('0.5% → 0.75%')).toBeTruthy();
  expect(screen.getByText('Off → On')).toBeTruthy();
  expect(screen.getByText(/^— → .*2026/)).toBeTruthy();
});
