// @vitest-environment happy-dom
import { balanceChanged } from '@openmere/core/asset/contract.ts';
import type { OutputOf } from '@openmere/core/calls.ts';
import { formatPush } from '@openmere/core/kit/push.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { config, openScreen, Refused, unanswered } from '../app/test-screen.tsx';
import { activatedMember } from '../member/test-member.ts';
import { info } from '../minting/test-minting.ts';
import { receivePush } from '../platform/live.ts';
import { queryClient, refresh } from '../platform/query.ts';
import { filled } from './test-rewards.ts';
import { lastDays } from './totals.ts';

const path = '/pages/award/award';
const nothing = {
  'Users/TotalMy': { list: [] },
  'Users/mytotal': { list: [] },
  'Users/TotalDayMy': { list: [] },
  'Users/Rewards': { list: [] },
};

test('refuses: to call a sum zero that could not be read; it can be asked again', async () => {
  let away = true;
  await openScreen(path, {
    ...filled,
    'Users/TotalMy': () => {
      if (away) throw new Refused('request.unavailable', 'Busy right now');
      return { list: [] };
    },
  });
  expect(await screen.findByText('Busy right now')).toBeTruthy();
  expect(screen.queryByText('Ready to claim')).toBeNull();
  away = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Ready to claim')).toBeTruthy();
});

test('refuses: to let a figure stand as of now whose last question failed', async () => {
  let away = false;
  const answer = () => {
    if (away) throw new Refused('request.unavailable', 'Busy right now');
    return { list: [] };
  };
  await openScreen(path, { ...nothing, 'Cast/Info': info, 'Users/TotalMy': answer });
  await screen.findByText('Ready to claim');
  expect(screen.queryByText(/^as of /)).toBeNull();
  away = true;
  await act(() => refresh('Users/TotalMy'));
  expect(await screen.findByText(/^as of /)).toBeTruthy();
});

test('refuses: to claim where nothing is; says why, what would come, and offers the first step', async () => {
  const lacking = { ...info, mining: false, missing: '38.000000000000000001' };
  await openScreen(path, { ...nothing, 'Cast/Info': lacking });
  expect(
    await screen.findByRole('button', { name: /^No quantity .* you need 38\.01 more personal hash power\./ }),
  ).toBeTruthy();
  await openScreen(path, { ...nothing, 'Cast/Info': { ...info, mining: true, missing: '0' } });
  const button = await screen.findByRole('button', {
    name: /^No quantity .* Fees paid today are settled at/,
  });
  expect(button.getAttribute('aria-disabled') ?? String((button as HTMLButtonElement).disabled)).toBe('true');
  expect(await screen.findByText('No rewards yet')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Invite someone' }).getAttribute('href')).toBe(
    '#/pages/team/invite/invite',
  );
  expect(screen.getByText('No income in the last 30 days.')).toBeTruthy();
});

test('refuses: to offer what was claimed on another device', async () => {
  let claimable = '4.5';
  const one = { coinid: 'USDT', total: '4.5', claimed: '0', yesterday: '0' };
  await openScreen(path, {
    ...nothing,
    'Cast/Info': info,
    'Users/TotalMy': () => ({ list: [{ ...one, claimable }] }),
  });
  await screen.findByRole('button', { name: 'Claim 4.50 USDT' });
  claimable = '0';
  act(() => receivePush({}, formatPush(balanceChanged, { list: [] })));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Claim 4.50 USDT' })).toBeNull());
});

test('refuses: what the server refuses stands over the button, and nothing is called claimed', async () => {
  await openScreen(path, {
    ...filled,
    'Users/linqu': () => {
      throw new Refused('reward.nothing', 'No quantity available to claim.');
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Claim everything' }));
  const sheet = within(await screen.findByRole('dialog'));
  fireEvent.click(sheet.getByRole('button', { name: 'Claim everything' }));
  expect(await sheet.findByText('No quantity available to claim.')).toBeTruthy();
  expect(sheet.queryByText('Claimed')).toBeNull();
});

test('refuses: to be closed while it is claimed: what came would pass for that of the next claim', async () => {
  let give: (claimed: OutputOf<'Users/linqu'>) => void = () => undefined;
  await openScreen(path, {
    ...filled,
    'Users/linqu': () =>
      new Promise((resolve) => {
        give = resolve;
      }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Claim everything' }));
  const sheet = within(await screen.findByRole('dialog'));
  fireEvent.click(sheet.getByRole('button', { name: 'Claim everything' }));
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  const close = sheet.queryByRole('button', { name: 'Close' });
  if (close) fireEvent.click(close);
  await act(async () => give({ count: 1, claimed: [{ coinid: 'USDT', amount: '3.2' }], more: false }));
  expect(await within(screen.getByRole('dialog')).findByText('Claimed')).toBeTruthy();
});

test('behavior: bones while loading', async () => {
  await openScreen(path, { ...filled, 'Users/TotalMy': () => unanswered, 'Users/mytotal': () => unanswered });
  expect(screen.getAllByText('Loading').length).toBeGreaterThan(1);
});

test('behavior: all is claimed at once: what it is, then what came', async () => {
  const { asked } = await openScreen(path, {
    ...filled,
    'Users/linqu': {
      count: 3,
      claimed: [
        { coinid: 'POWER', amount: '100' },
        { coinid: 'POY', amount: '2' },
        { coinid: 'USDT', amount: '3.2' },
      ],
      more: false,
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Claim everything' }));
  const sheet = within(await screen.findByRole('dialog'));
  expect(sheet.getByText('3.20 USDT')).toBeTruthy();
  expect(sheet.getByText('2.00 POY')).toBeTruthy();
  fireEvent.click(sheet.getByRole('button', { name: 'Claim everything' }));
  expect(await sheet.findByText('Claimed')).toBeTruthy();
  // Dollars first, whatever is more in number.
  expect(screen.getByRole('dialog').textContent).toMatch(/3\.20.*2\.00.*100/);
  const claim = asked.find((one) => one.path === 'Users/linqu');
  expect(Object.keys(claim?.input ?? {})).toEqual(['requestId']);
  await waitFor(() => expect(asked.filter((one) => one.path === 'Users/TotalMy').length).toBeGreaterThan(1));
});

test('behavior: more than one request claims is claimed in several, and what came is their sum', async () => {
  let answers = 0;
  const ids = new Set<unknown>();
  await openScreen(path, {
    ...filled,
    'Users/linqu': (input: { requestId?: unknown }) => {
      ids.add(input.requestId);
      answers += 1;
      // The second request's answer is lost once.
      if (answers === 2) throw new Refused('request.unavailable', 'Busy right now');
      const amount = ids.size === 1 ? '3' : '0.2';
      return { count: 5_000, claimed: [{ coinid: 'USDT', amount }], more: ids.size === 1 };
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Claim everything' }));
  const sheet = within(await screen.findByRole('dialog'));
  fireEvent.click(sheet.getByRole('button', { name: 'Claim everything' }));
  expect(await sheet.findByText('Already claimed: 3.00 USDT. Press again for the rest.')).toBeTruthy();
  fireEvent.click(sheet.getByRole('button', { name: 'Claim everything' }));
  expect(await sheet.findByText('Claimed')).toBeTruthy();
  expect(ids.size).toBe(2);
});

test('behavior: hash power that a claim uses up is said before it, and nothing where none is', async () => {
  const total = { total: '9', claimed: '0', count: 1, coinid: 'POY' };
  const list: OutputOf<'Users/mytotal'>[] = [
    { ...total, kind: 'dynamic', claimable: '2.5' },
    { ...total, kind: 'bonus', claimable: '1' },
    { ...total, kind: 'bonus', coinid: 'POWER', claimable: '100' },
    { ...total, kind: 'yield', claimable: '4' },
  ];
  await openScreen(path, { ...filled, 'Users/mytotal': { list } });
  fireEvent.click(await screen.findByRole('button', { name: 'Claim everything' }));
  expect(await screen.findByText(/^Claiming uses up 3.50 hash power/)).toBeTruthy();
  expect(screen.queryByText(/costs nothing/)).toBeNull();
  await openScreen(path, filled);
  fireEvent.click(await screen.findByRole('button', { name: 'Claim everything' }));
  expect(await screen.findByText(/There is no fee/)).toBeTruthy();
  expect(screen.queryByText(/^Claiming uses up/)).toBeNull();
});

test('behavior: after a claim nothing shows the power, the credits and the bonuses of before', async () => {
  await openScreen(path, {
    ...filled,
    'Users/linqu': { count: 1, claimed: [{ coinid: 'POWER', amount: '100' }], more: false },
  });
  const changed = [
    'Activity/Info',
    'Users/GetMyEnergy',
    'Cast/Info',
    'Cast/Deductions',
    'Users/CreditDetail',
  ];
  for (const call of changed) queryClient.setQueryData([call, {}], {});
  fireEvent.click(await screen.findByRole('button', { name: 'Claim everything' }));
  const sheet = within(await screen.findByRole('dialog'));
  fireEvent.click(sheet.getByRole('button', { name: 'Claim everything' }));
  await waitFor(() => {
    expect(changed.filter((call) => !queryClient.getQueryState([call, {}])?.isInvalidated)).toEqual([]);
  });
});

test('behavior: a kind says what it is, what it brought, and claims its own', async () => {
  const { asked } = await openScreen(`${path}?kind=team`, {
    ...filled,
    'Users/linqu': { count: 1, claimed: [{ coinid: 'USDT', amount: '1.28' }], more: false },
  });
  expect(await screen.findByText(/Up to 40% by your level/)).toBeTruthy();
  expect(screen.getByText('So far: 10.00 USDT')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Claim 1.28 USDT' }));
  const sheet = within(await screen.findByRole('dialog'));
  fireEvent.click(sheet.getByRole('button', { name: 'Claim 1.28 USDT' }));
  expect(await sheet.findByText('Claimed')).toBeTruthy();
  expect(asked.find((one) => one.path === 'Users/linqu')?.input).toMatchObject({ kind: 'team' });
  expect(asked.find((one) => one.path === 'Users/Rewards')?.input).toMatchObject({ kind: 'team' });
});

test('behavior: the kinds of fees always have a place, others once there is something', async () => {
  await openScreen(path, filled);
  const group = within(await screen.findByRole('group', { name: 'Kind of reward' }));
  expect(group.getAllByRole('button').map((chip) => chip.textContent)).toEqual([
    'All',
    'Direct',
    'Indirect',
    'Team',
    'Management',
    'Leadership',
    'Contribution',
    'Daily yield',
  ]);
});

test('behavior: income in another coin than USDT is drawn, and several can be chosen from', async () => {
  const day = new Date().toISOString().slice(0, 10);
  const list = [
    { day, coinid: 'OPEN', total: '7' },
    { day, coinid: 'POY', total: '2.5' },
  ];
  await openScreen(path, { ...filled, 'Users/TotalDayMy': { list } });
  expect(await screen.findByRole('cell', { name: '2.50 POY', hidden: true })).toBeTruthy();
  expect(screen.queryByText('No income in the last 30 days.')).toBeNull();
  const coins = within(screen.getByRole('group', { name: 'Last 30 days' }));
  expect(coins.getAllByRole('button').map((chip) => chip.textContent)).toEqual(['POY', 'OPEN']);
  fireEvent.click(coins.getByRole('button', { name: 'OPEN' }));
  expect(await screen.findByRole('cell', { name: '7.00 OPEN', hidden: true })).toBeTruthy();
});

test('refuses: to head the chart with nothing of a day that is not settled yet', async () => {
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  await openScreen(path, {
    ...filled,
    'Users/TotalDayMy': { list: [{ day, coinid: 'USDT', total: '3.2' }] },
  });
  const chart = await screen.findByRole('img', { name: 'Last 30 days' });
  const written = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });
  expect(chart.previousElementSibling?.textContent).toContain(`${written.format(new Date(day))} · 3.20 USDT`);
});

test('behavior: the chart can be read as a table of thirty days, days without income as zero', async () => {
  await openScreen(path, filled);
  const table = within(await screen.findByRole('table', { hidden: true }));
  expect(table.getAllByRole('row', { hidden: true })).toHaveLength(31);
});

test('property: the last days end today, or at the newest day of a clock that is ahead', () => {
  const now = Date.parse('2026-03-02T05:00:00Z');
  const rows = [
    { day: '2026-03-01', coinid: 'USDT', total: '1' },
    { day: '2026-03-01', coinid: 'POY', total: '9' },
  ];
  expect(lastDays(rows, 'USDT', now).slice(-2)).toEqual([
    { day: '2026-03-01', total: '1' },
    { day: '2026-03-02', total: '0' },
  ]);
  const ahead = [...rows, { day: '2026-03-20', coinid: 'USDT', total: '2' }];
  expect(lastDays(ahead, 'USDT', now).at(-1)).toEqual({ day: '2026-03-20', total: '2' });
  expect(lastDays(ahead, 'USDT', now)).toHaveLength(30);
});

test('behavior: where the country has no referral rewards the page says so; what was earned can be claimed', async () => {
  const off = [...config, { idx: 'reward.referralOffCountries', val: 'SG' }];
  const here = { ...filled, 'Users/Info': { ...activatedMember, country: 'SG' } };
  await openScreen(path, { ...here, 'Ctrls/GetConfig': { list: off } });
  expect(await screen.findByText('No referral rewards in your country')).toBeTruthy();
  expect(await screen.findByText('Ready to claim')).toBeTruthy();
  await openScreen(path, here);
  expect(await screen.findByText('Ready to claim')).toBeTruthy();
  expect(screen.queryByText('No referral rewards in your country')).toBeNull();
});

test('refuses: to call inviting the first step where it brings nothing', async () => {
  await openScreen(path, {
    ...nothing,
    'Users/Info': { ...activatedMember, country: 'SG' },
    'Ctrls/GetConfig': { list: [...config, { idx: 'reward.referralOffCountries', val: 'SG' }] },
  });
  expect(await screen.findByText('No rewards yet')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Invite someone' })).toBeNull();
  expect(screen.queryByText(/part of the fees they pay comes to you/)).toBeNull();
});

test('behavior: the rates are those that the operators have set', async () => {
  const list = [
    ...config,
    { idx: 'reward.parts', val: 'direct:25,indirect:15,team:40,management:10,leadership:5,contribution:5' },
    { idx: 'reward.teamRates', val: '500,1000,1600,2200,2800,3350' },
    { idx: 'reward.leadershipLevel', val: '5' },
  ];
  const set = { ...filled, 'Users/Rewards': { list: [] }, 'Ctrls/GetConfig': { list } };
  await openScreen(`${path}?kind=direct`, set);
  expect(await screen.findByText(/^25% of the referral part/)).toBeTruthy();
  await openScreen(`${path}?kind=team`, set);
  expect(await screen.findByText(/^Up to 33.5% by your level/)).toBeTruthy();
  await openScreen(`${path}?kind=leadership`, set);
  expect(await screen.findByText(/^A weekly pool for V5 and above/)).toBeTruthy();
});
