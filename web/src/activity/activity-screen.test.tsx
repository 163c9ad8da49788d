// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen, Refused, unanswered } from '../app/test-screen.tsx';
import { queryClient } from '../platform/query.ts';

const path = '/pages/activity/activity';
type Info = OutputOf<'Activity/Info'>;
const at = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

const running: Info = {
  state: 'inprogress',
  starts: at(-48),
  ends: at(48),
  now: at(0),
  first: { count: 99, left: 12, bonus: '100' },
  deposit: {
    tiers: [
      { from: '100', factor: '0.25' },
      { from: '1000', factor: '1' },
    ],
    most: '10000',
    holddays: 7,
  },
  own: { activated: false, countryoff: false, claimable: '0', bonuses: [] },
};

test('behavior: bones first', async () => {
  await openScreen(path, { 'Activity/Info': () => unanswered });
  expect(screen.getAllByText('Loading').length).toBeGreaterThan(0);
});

test('behavior: an error says why and tries again', async () => {
  await openScreen(path, {
    'Activity/Info': () => {
      throw new Refused('request.unavailable', 'Busy right now');
    },
  });
  expect(await screen.findByText('Busy right now')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('behavior: nothing planned says so', async () => {
  const none: Info = { ...running, state: 'none', starts: null, ends: null };
  await openScreen(path, { 'Activity/Info': none });
  expect(await screen.findByText('No activity is planned')).toBeTruthy();
});

test('behavior: what is left, the tiers, and the way to the first step', async () => {
  await openScreen(path, { 'Activity/Info': running });
  expect(await screen.findByText('12 of 99 places left')).toBeTruthy();
  expect(screen.getByText('From 1,000.00 USDT')).toBeTruthy();
  expect(screen.getByText('0.25 power per USDT')).toBeTruthy();
  expect(screen.getByRole('timer').textContent).toMatch(/^Ends in 4[78] h/);
  expect(screen.getByRole('link', { name: 'Activate account' }).getAttribute('href')).toBe(
    '#/pages/wallet/activate/activate',
  );
  expect(screen.getByText('You have no bonus yet.')).toBeTruthy();
});

test('behavior: an amount that is typed says the bonus it would have, and where there is none', async () => {
  await openScreen(path, { 'Activity/Info': running });
  const field = await screen.findByLabelText('See the bonus for an amount');
  fireEvent.change(field, { target: { value: '99' } });
  expect(await screen.findByText('The deposit bonus begins at 100.00 USDT.')).toBeTruthy();
  fireEvent.change(field, { target: { value: '500' } });
  expect(
    await screen.findByText(/^125.00 bonus power, if this is your first deposit of at least 100.00 USDT/),
  ).toBeTruthy();
  fireEvent.change(field, { target: { value: '50000' } });
  expect(await screen.findByText(/^10,000.00 bonus power/)).toBeTruthy();
});

test('refuses: to preview a bonus by the clock of the device, or where it was given before', async () => {
  // The server's clock is four days behind: here it is over, there it is not.
  const behind = { ...running, starts: at(-200), ends: at(-40), now: at(-96) };
  await openScreen(path, { 'Activity/Info': behind });
  expect(await screen.findByLabelText('See the bonus for an amount')).toBeTruthy();
  await openScreen(path, { 'Activity/Info': { ...running, now: at(50) } });
  expect(await screen.findByText('12 of 99 places left')).toBeTruthy();
  expect(screen.queryByLabelText('See the bonus for an amount')).toBeNull();
  const own: Info['own'] = {
    activated: true,
    countryoff: false,
    claimable: '0',
    bonuses: [
      {
        id: 'bon_1',
        kind: 'deposit',
        status: 'given',
        time: at(-900),
        place: null,
        deposit: '600',
        kept: '600',
        power: '300',
        dueat: at(-700),
        reason: null,
      },
    ],
  };
  await openScreen(path, { 'Activity/Info': { ...running, own } });
  expect(await screen.findByText(/^You have this bonus already/)).toBeTruthy();
  expect(screen.queryByLabelText('See the bonus for an amount')).toBeNull();
  expect(screen.getByText(/^You have no place/)).toBeTruthy();
});

test('behavior: the order of places is listed under hashes, and one’s own is marked', async () => {
  const [mine, other] = ['ab'.repeat(32), 'cd'.repeat(32)];
  const list = [
    { place: 1, hash: other, time: at(-3), block: 900, logindex: 4 },
    { place: 2, hash: mine, time: at(-2), block: null, logindex: null },
  ];
  const own = { text: '2026-03-01T00:00:00.000Z mem_1', hash: mine };
  await openScreen(path, {
    'Activity/Info': running,
    'Activity/Places': { round: at(-48), list, own },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'See the order of places' }));
  expect(await screen.findByText('2 (you)')).toBeTruthy();
  expect(screen.getByText('cdcdcdcdcdcdcdcd…')).toBeTruthy();
  expect(screen.getByText(/ · Block 900, log 4$/)).toBeTruthy();
  expect(screen.getByText('2026-03-01T00:00:00.000Z mem_1')).toBeTruthy();
});

test('behavior: one’s own bonuses say what there is in them, until when, and why not', async () => {
  const common = { time: at(-1), place: null, deposit: null, kept: null, dueat: null, reason: null };
  const own: Info['own'] = {
    activated: true,
    countryoff: true,
    claimable: '100',
    bonuses: [
      { ...common, id: 'bon_1', kind: 'first', status: 'refused', power: '0', reason: 'device' },
      {
        ...common,
        id: 'bon_2',
        kind: 'deposit',
        status: 'held',
        power: '250',
        deposit: '600',
        kept: '500',
        dueat: at(90),
      },
    ],
  };
  const claimed = { count: 1, claimed: [{ coinid: 'POWER', amount: '100' }], more: false };
  const kind = { total: '9', claimed: '0', count: 1 };
  const totals = [
    { ...kind, kind: 'bonus' as const, coinid: 'POWER', claimable: '100' },
    { ...kind, kind: 'bonus' as const, coinid: 'POY', claimable: '2.5' },
    { ...kind, kind: 'dynamic' as const, coinid: 'POY', claimable: '7' },
  ];
  const { asked } = await openScreen(path, {
    'Activity/Info': { ...running, own },
    'Users/linqu': claimed,
    'Users/mytotal': { list: totals },
  });
  expect(await screen.findByText(/logged in from the same browser/)).toBeTruthy();
  const help = screen.getAllByRole('link', { name: 'Ask customer service' });
  expect(help.map((link) => link.getAttribute('href'))).toEqual([
    expect.stringMatching(/^#\/pages\/service\/service\?about=bonus%3Abon_1&question=Activation%3A\+Someone/),
    '#/pages/service/service?about=bonus%3Abon_2',
  ]);
  expect(screen.getByText('First deposit of 600.00 USDT')).toBeTruthy();
  expect(screen.getByText('250.00 bonus power')).toBeTruthy();
  expect(screen.getByText(/^500.00 USDT has stayed so far/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Activate account' })).toBeNull();
  // The same press claims what bonus power brought, which uses it up.
  expect(await screen.findByText(/^This also claims 2.50 POY that your bonus power brought/)).toBeTruthy();
  const changed = ['Users/GetMyEnergy', 'Cast/Info', 'Users/TotalMy', 'Users/Rewards'];
  for (const call of changed) queryClient.setQueryData([call, {}], {});
  fireEvent.click(screen.getByRole('button', { name: 'Claim 100.00 power' }));
  await waitFor(() =>
    expect(asked).toContainEqual({ path: 'Users/linqu', input: expect.objectContaining({ kind: 'bonus' }) }),
  );
  await waitFor(() => {
    expect(changed.filter((call) => !queryClient.getQueryState([call, {}])?.isInvalidated)).toEqual([]);
    expect(asked.filter((one) => one.path === 'Users/mytotal')).toHaveLength(2);
  });
});
