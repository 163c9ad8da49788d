// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen, Refused } from '../app/test-screen.tsx';
import type { Answers } from '../app/test-screen.tsx';
import { ActivityCard } from './activity-card.tsx';

const activity: OutputOf<'Activity/Info'> = {
  state: 'inprogress',
  starts: '2026-03-01T00:00:00.000Z',
  ends: '2026-03-31T12:00:00.000Z',
  now: '2026-03-02T00:00:00.000Z',
  first: { count: 99, left: 12, bonus: '100' },
  deposit: { tiers: [{ from: '100', factor: '0.25' }], most: '10000', holddays: 30 },
  own: null,
};

const open = (answers: Answers) =>
  openScreen('/pages/home/home', answers, { screen: ActivityCard, texts: ['feed'] });
const asked = ({ asked: all }: Awaited<ReturnType<typeof open>>) =>
  waitFor(() => expect(all.some(({ path }) => path === 'Activity/Info')).toBe(true));

test('refuses: to take a place where nothing is planned, is over, or could not be read', async () => {
  const nothing: typeof activity = { ...activity, state: 'none', starts: null, ends: null };
  for (const info of [nothing, { ...activity, state: 'ended' as const }]) {
    await asked(await open({ 'Activity/Info': info }));
    expect(screen.queryByRole('link')).toBeNull();
  }
  const away = () => {
    throw new Refused('request.unavailable', 'Busy right now');
  };
  await asked(await open({ 'Activity/Info': away }));
  expect(screen.queryByRole('link')).toBeNull();
});

test('behavior: what is left and until when; then what a deposit brings; before it, from when', async () => {
  await open({ 'Activity/Info': activity });
  const row = await screen.findByRole('link', { name: /Activity under way/ });
  expect(row.textContent).toContain(
    '12 of 99 places left: 100 bonus power for activating · Until Mar 31, 2026',
  );
  expect(row.getAttribute('href')).toBe('#/pages/activity/activity');
  await open({ 'Activity/Info': { ...activity, first: { ...activity.first, left: 0 } } });
  expect(await screen.findByText(/Bonus power for your first deposit from 100 USDT/)).toBeTruthy();
  await open({ 'Activity/Info': { ...activity, state: 'notstarted' } });
  expect(await screen.findByText(/From Mar 1, 2026/)).toBeTruthy();
});

test('behavior: whoever is activated is offered the deposit, and whoever has deposited nothing more', async () => {
  const own = { activated: true, countryoff: false, claimable: '100', bonuses: [] };
  await open({ 'Activity/Info': { ...activity, own } });
  expect(await screen.findByText(/Bonus power for your first deposit from 100 USDT/)).toBeTruthy();
  cleanup();
  const deposit = {
    id: 'bon_1',
    kind: 'deposit' as const,
    status: 'held' as const,
    time: activity.now,
    place: null,
    deposit: '100',
    kept: '40',
    power: '0',
    dueat: activity.ends,
    reason: null,
  };
  await open({ 'Activity/Info': { ...activity, own: { ...own, bonuses: [deposit] } } });
  expect(await screen.findByText('Until Mar 31, 2026')).toBeTruthy();
  cleanup();
  // As on the page of the activity: a refusal of an earlier one is no answer in this one.
  const refused = {
    ...deposit,
    status: 'refused' as const,
    kept: null,
    dueat: null,
    reason: 'payer' as const,
  };
  const earlier = { ...refused, time: '2026-02-28T23:59:59.000Z' };
  await open({ 'Activity/Info': { ...activity, own: { ...own, bonuses: [earlier] } } });
  expect(await screen.findByText(/Bonus power for your first deposit from 100 USDT/)).toBeTruthy();
  cleanup();
  await open({ 'Activity/Info': { ...activity, own: { ...own, bonuses: [refused] } } });
  expect(await screen.findByText('Until Mar 31, 2026')).toBeTruthy();
});

test('refuses: to offer what there is not in the reader’s country', async () => {
  for (const activated of [true, false]) {
    const own = { activated, countryoff: true, claimable: '0', bonuses: [] };
    await open({ 'Activity/Info': { ...activity, own } });
    expect(await screen.findByText('Until Mar 31, 2026')).toBeTruthy();
    cleanup();
  }
});
