// @vitest-environment happy-dom
import { makeInviteCode } from '@openmere/core/auth/invite-code.ts';
import type { OutputOf } from '@openmere/core/calls.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { config, openScreen, Refused, unanswered } from '../app/test-screen.tsx';
import type { Answers } from '../app/test-screen.tsx';
import { activatedMember as testInfo } from '../member/test-member.ts';
import { refresh } from '../platform/query.ts';
import { inviteLink } from './invite-link.ts';

const total: OutputOf<'Users/teamtotal'> = {
  total: '31500',
  large: '25000',
  small: '6500',
  members: 12,
  newtoday: 2,
  performancetoday: '310.5',
  highestlevel: 1,
  level: 0,
};
const leg: OutputOf<'Users/Tdmf'>['legs'][number] = {
  id: '6MVGA1',
  nickname: 'M***a',
  avatar: '',
  level: 1,
  activated: true,
  performance: '25000',
  performancetoday: '300',
  members: 9,
  large: true,
};
const series: OutputOf<'Users/Tdmf'> = {
  days: [
    { day: '2026-03-01', performance: '-20', newmembers: 0 },
    { day: '2026-03-02', performance: '310.5', newmembers: 2 },
  ],
  legs: [leg],
  more: { legs: 0, performance: '0' },
};
const captain: OutputOf<'Users/CaptainInfo'> = { level: 0, own: null, captain: null };
const activated: Answers = { 'Users/Info': { ...testInfo, activated: true, activation: 'activated' } };
const filled: Answers = {
  ...activated,
  'Users/teamtotal': total,
  'Users/Tdmf': series,
  'Users/CaptainInfo': captain,
};

test('refuses: who is not activated is told the one thing that is missing, on every page of it', async () => {
  for (const path of [
    'team/team',
    'team/invite/invite',
    'team/share/share',
    'home/poster/poster',
    'home/pos',
  ]) {
    await openScreen(`/pages/${path}`, {
      'Users/Info': { ...testInfo, activated: false, activation: 'none' },
    });
    const way = await screen.findByRole('link', { name: 'See what is missing' });
    expect(way.getAttribute('href')).toBe('#/pages/wallet/activate/activate');
  }
});

test('refuses: figures that did not come say why and offer another try; none stands for them', async () => {
  await openScreen('/pages/team/team', {
    ...filled,
    'Users/teamtotal': () => {
      throw new Refused('request.unavailable', 'Busy right now');
    },
  });
  expect(await screen.findByText('Busy right now')).toBeTruthy();
  expect(screen.queryByText('31,500.00')).toBeNull();
});

test('refuses: to let a figure stand as of now whose last question failed', async () => {
  let away = false;
  const answer = () => {
    if (away) throw new Refused('request.unavailable', 'Busy right now');
    return total;
  };
  await openScreen('/pages/team/team', { ...filled, 'Users/teamtotal': answer });
  await screen.findByText((text) => text.startsWith('31,500'));
  expect(screen.queryByText(/^as of /)).toBeNull();
  away = true;
  await act(() => refresh('Users/teamtotal'));
  expect(await screen.findByText(/^as of /)).toBeTruthy();
});

test('behavior: bones while it loads', async () => {
  await openScreen('/pages/team/team', { ...filled, 'Users/teamtotal': () => unanswered });
  expect((await screen.findAllByText('Loading')).length).toBeGreaterThan(0);
});

test('behavior: the overview has the figures, the way to the next level, and the legs', async () => {
  await openScreen('/pages/team/team', filled);
  expect(await screen.findByText('31,500.00 USDT')).toBeTruthy();
  expect(screen.getByText('Today (UTC) 310.50 USDT')).toBeTruthy();
  expect(screen.getByText('2 new today (UTC)')).toBeTruthy();
  expect(await screen.findByText('3,500.00 USDT more in the small region for V1')).toBeTruthy();
  const legs = within(await screen.findByRole('list', { name: 'Legs' }));
  expect(legs.getByText('V1 · 9 members')).toBeTruthy();
  expect(legs.getByText('Large')).toBeTruthy();
});

test('behavior: the team says who sees what of a member', async () => {
  await openScreen('/pages/team/team', filled);
  expect(await screen.findByText('Who can see you')).toBeTruthy();
  expect(screen.getByText(/^Whoever invited you sees your masked nickname/)).toBeTruthy();
  expect(screen.getByText(/^Every captain above you, V1 or higher/)).toBeTruthy();
  expect(screen.getByText(/^Whoever is paid a part of your fees/)).toBeTruthy();
});

test('behavior: a level that was reached today comes with the next settlement; thresholds are those of the server', async () => {
  await openScreen('/pages/team/team', {
    ...filled,
    'Ctrls/GetConfig': { list: [...config, { idx: 'team.level1', val: '6000' }] },
  });
  expect(await screen.findByText('V1 from the next 00:00 UTC on')).toBeTruthy();
});

test('behavior: a level that is no longer held goes with the next settlement, and it says what keeps it', async () => {
  await openScreen('/pages/team/team', { ...filled, 'Users/teamtotal': { ...total, level: 1 } });
  expect(await screen.findByText('V0 from the next 00:00 UTC on')).toBeTruthy();
  expect(screen.getByText('3,500.00 USDT more in the small region for V1')).toBeTruthy();
});

test('behavior: how much of which use counts, and what each level needs and gets, are those of the server', async () => {
  const set = { 'team.weightMall': '5000', 'reward.teamRates': '900,1600,2200,2800,3400,4000' };
  const list = Object.entries(set).map(([idx, val]) => ({ idx, val }));
  await openScreen('/pages/team/team', { ...filled, 'Ctrls/GetConfig': { list: [...config, ...list] } });
  const rowOf = async (label: string) => (await screen.findByText(label)).closest('div')?.textContent;
  await waitFor(async () => expect(await rowOf('Purchases in the mall')).toBe('Purchases in the mall50%'));
  expect(await rowOf('USDO minted from OPEN')).toBe('USDO minted from OPEN100%');
  expect(await rowOf('Community nodes')).toBe('Community nodes0%');
  expect(await rowOf('V2')).toBe('V250,000.00 USDT16%');
  expect(screen.getAllByText('V1').map((label) => label.closest('div')?.textContent)).toContain(
    'V110,000.00 USDT9%',
  );
});

test('behavior: without anybody the first step is to invite; what the captain says stands above', async () => {
  const page = { name: 'North shore', notice: 'Call on Monday', avatar: '', changed: null };
  await openScreen('/pages/team/team', {
    ...filled,
    'Users/Tdmf': { ...series, legs: [] },
    'Users/CaptainInfo': { ...captain, captain: { ...page, nickname: 'A***a', level: 2 } },
  });
  expect(await screen.findByText('Nobody has joined yet')).toBeTruthy();
  expect(await screen.findByText('Call on Monday')).toBeTruthy();
  expect(screen.getByText('Captain A***a, V2')).toBeTruthy();
});

test('behavior: the series is a picture with its sum, and the same figures as a table', async () => {
  const { asked } = await openScreen('/pages/team/datas/datas', filled);
  expect(await screen.findByRole('img', { name: 'Performance by day, 290.50 USDT in all' })).toBeTruthy();
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('Performance (USDT)'),
    expect.stringContaining('310.502'),
    expect.stringContaining('20.000'),
  ]);
  fireEvent.click(screen.getByRole('radio', { name: 'New members' }));
  expect(await screen.findByRole('img', { name: 'New members by day, 2 in all' })).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: '90 days' }));
  await waitFor(() => expect(asked.at(-1)?.input).toEqual({ days: '90' }));
});

test('behavior: more legs than one page are read on, to the last one', async () => {
  const page = (number: number, legs: number) => ({
    ...series,
    legs: [{ ...leg, id: `6MVG0${number}`, nickname: `L***${number}` }],
    more: { legs, performance: '7' },
  });
  const { asked } = await openScreen('/pages/team/datas/datas', {
    ...filled,
    'Users/Tdmf': (input: { page?: unknown }) =>
      page(Number(input.page ?? 1), [2_500, 2_499, 0][Number(input.page ?? 1) - 1] ?? 0),
  });
  expect(await screen.findByText('At least 2,500 more legs')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Load more' }));
  expect(await screen.findByText('L***2')).toBeTruthy();
  expect(screen.getByText('2,499 more legs')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Load more' }));
  expect(await screen.findByText('L***3')).toBeTruthy();
  for (const name of ['L***1', 'L***2']) expect(screen.getByText(name)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  expect(
    asked.filter(({ path }) => path === 'Users/Tdmf').map(({ input }) => (input as { page?: number }).page),
  ).toEqual([undefined, 2, 3]);
});

test('behavior: a day of the series is the UTC day, also where the device is a day ahead', async () => {
  vi.stubEnv('TZ', 'Pacific/Auckland');
  await openScreen('/pages/team/datas/datas', filled);
  expect(await screen.findByRole('rowheader', { name: 'Mar 2, 2026' })).toBeTruthy();
  expect(screen.getByRole('rowheader', { name: 'Mar 1, 2026' })).toBeTruthy();
  vi.unstubAllEnvs();
});

test('behavior: the invitation shows the code, its check character, and the link that fills it in', async () => {
  expect(inviteLink('https://a.example/', '6MVGA1')).toBe('https://a.example/?invcode=6MVGA1');
  await openScreen('/pages/team/invite/invite', activated);
  const { invitationcode: code } = testInfo;
  expect(await screen.findByText(new RegExp(`\\?invcode=${code}$`))).toBeTruthy();
  expect(screen.getByText(new RegExp(`last character, ${code.slice(-1)}`))).toBeTruthy();
  expect(screen.getByText(/can lose all their value/)).toBeTruthy();
});

test('behavior: nodes of the team by kind, and who holds them', async () => {
  const node = { id: '6MVGA1', nickname: 'M***a', avatar: '', type: 'gold' as const };
  await openScreen('/pages/team/medal/medal', {
    'Users/nodeTeamTotal': { genesis: 0, gold: 1, diamond: 0, nodes: [node] },
  });
  expect(await screen.findByText('M***a')).toBeTruthy();
  expect(screen.getAllByText('Gold')).toHaveLength(2);
  await openScreen('/pages/team/medal/medal', {
    'Users/nodeTeamTotal': { genesis: 0, gold: 0, diamond: 0, nodes: [] },
  });
  expect(await screen.findByText('No nodes in your team yet')).toBeTruthy();
});

test('refuses: a captain’s page below V1 says from when on it opens', async () => {
  for (const path of ['captain', 'edit']) {
    await openScreen(`/pages/team/captain/${path}`, { 'Users/CaptainInfo': captain });
    expect(await screen.findByText('Open from V1 on')).toBeTruthy();
  }
});

const own = { name: 'North shore', notice: '', avatar: '', changed: null };
const asCaptain: Answers = { 'Users/CaptainInfo': { level: 1, own, captain: null } };
const { large: _large, ...person } = leg;
const below = {
  ...person,
  generation: 1,
  registered: '2026-03-01T10:00:00.000Z',
  own: '12',
  email: 'm***@***',
  phone: '',
  directs: 3,
};

test('behavior: a captain goes down generation by generation, and finds who is named whole', async () => {
  const { asked } = await openScreen('/pages/team/captain/captain', {
    ...asCaptain,
    'Users/CaptainUsers': { list: [below], total: 1 },
  });
  const row = await screen.findByRole('link', { name: /M\*\*\*a/ });
  expect(row.getAttribute('href')).toBe('#/pages/team/captain/captain?under=6MVGA1');
  fireEvent.change(screen.getByLabelText('Nickname, code or wallet'), { target: { value: ' Maria ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Find' }));
  await waitFor(() => expect(location.hash).toContain('search=Maria'));
  expect(asked.map(({ path }) => path)).toContain('Users/CaptainUsers');
  await openScreen('/pages/team/captain/captain?search=Maria', {
    ...asCaptain,
    'Users/CaptainUsers': { list: [below], total: 1 },
  });
  expect(await screen.findByText('m***@***')).toBeTruthy();
});

test('behavior: a captain reads on page by page; what was shown stays, and a page that fails says so', async () => {
  const people = Array.from({ length: 45 }, (_, at) => {
    const id = makeInviteCode(Uint8Array.of(at % 32, Math.floor(at / 32), 0, 0, 0));
    return { ...below, id, nickname: `P***${at}` };
  });
  let fails = false;
  const { asked } = await openScreen('/pages/team/captain/captain', {
    ...asCaptain,
    'Users/CaptainUsers': async ({ page = 1, pageSize = 20 }) => {
      if (fails) throw new Refused('request.unavailable', 'Busy right now');
      const from = (Number(page) - 1) * Number(pageSize);
      if (page !== 1) await new Promise((resolve) => setTimeout(resolve, 50));
      return { list: people.slice(from, from + Number(pageSize)), total: people.length };
    },
  });
  const more = await screen.findByRole('button', { name: 'More (20 of 45)' });
  fails = true;
  fireEvent.click(more);
  expect(await screen.findByText('Busy right now')).toBeTruthy();
  fails = false;
  fireEvent.click(await screen.findByRole('button', { name: 'More (20 of 45)' }));
  // No bones in place of the first ones.
  expect(screen.getByText('P***0')).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: 'More (40 of 45)' }));
  expect(screen.getByText('P***39')).toBeTruthy();
  expect(await screen.findByText('P***44')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^More/ })).toBeNull();
  const sizes = asked
    .filter(({ path }) => path === 'Users/CaptainUsers')
    .map(({ input }) => input['pageSize']);
  expect(new Set(sizes)).toEqual(new Set([20]));
});

test('behavior: a captain edits the page; what the rule refuses is said at its field and not sent', async () => {
  const { asked } = await openScreen('/pages/team/captain/edit', {
    ...asCaptain,
    'Users/CaptainEdit': own,
  });
  const name = await screen.findByLabelText('Team name');
  fireEvent.change(name, { target: { value: 'www.example' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/without links or hidden characters/)).toBeTruthy();
  expect(asked.some(({ path }) => path === 'Users/CaptainEdit')).toBe(false);
  fireEvent.change(name, { target: { value: 'South shore' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(asked.find(({ path }) => path === 'Users/CaptainEdit')?.input).toMatchObject({
      name: 'South shore',
    }),
  );
});

test('behavior: a captain who empties name and notice takes them off', async () => {
  const { asked } = await openScreen('/pages/team/captain/edit', { ...asCaptain, 'Users/CaptainEdit': own });
  for (const label of ['Team name', 'Notice'])
    fireEvent.change(await screen.findByLabelText(label), { target: { value: ' ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(asked.find(({ path }) => path === 'Users/CaptainEdit')?.input['clear']).toEqual([
      'name',
      'notice',
    ]),
  );
});

test('behavior: a captain takes the team’s picture off by name', async () => {
  const { asked } = await openScreen('/pages/team/captain/edit', {
    ...asCaptain,
    'Users/CaptainInfo': { level: 1, own: { ...own, avatar: '/files/abcdefgh12.webp' }, captain: null },
    'Users/CaptainEdit': own,
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  await waitFor(() =>
    expect(asked.find(({ path }) => path === 'Users/CaptainEdit')?.input).toEqual({ clear: ['avatar'] }),
  );
});

test('behavior: the poster is drawn here with code, link and disclosure; a failed save offers another try', async () => {
  const words: string[] = [];
  const pen = new Proxy({} as Record<string, unknown>, {
    get: (kept, key) =>
      kept[String(key)] ??
      ((...given: unknown[]) => (key === 'fillText' ? words.push(String(given[0])) : { width: 10 })),
    set: (kept, key, value) => ((kept[String(key)] = value), true),
  });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
  const broken = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(null));
  for (const path of ['/pages/home/poster/poster', '/pages/home/pos']) {
    words.length = 0;
    await openScreen(path, activated);
    expect(await screen.findByRole('img', { name: new RegExp(testInfo.invitationcode) })).toBeTruthy();
    await waitFor(() => expect(words.join(' ')).toContain('can lose all their value'));
    for (const letter of testInfo.invitationcode) expect(words).toContain(letter);
    fireEvent.click(screen.getByRole('button', { name: 'Save poster' }));
    expect(await screen.findByText('Save failed. Please try again.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Save again' })).toBeTruthy();
  }
  broken.mockRestore();
});

test.each(['/pages/team/share/share', '/pages/home/poster/poster', '/pages/home/pos'])(
  'refuses: to promise a reward at %s where the country has no referral rewards',
  async (path) => {
    const words: string[] = [];
    const pen = new Proxy({} as Record<string, unknown>, {
      get: (kept, key) =>
        kept[String(key)] ??
        ((...given: unknown[]) => (key === 'fillText' ? words.push(String(given[0])) : { width: 10 })),
      set: (kept, key, value) => ((kept[String(key)] = value), true),
    });
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
    const off = { list: [...config, { idx: 'reward.referralOffCountries', val: 'SG' }] };
    const here = { ...testInfo, activated: true, activation: 'activated', country: 'SG' } as const;
    await openScreen(path, { ...filled, 'Users/Info': here, 'Ctrls/GetConfig': off });
    const name = /lose all their value\.$/;
    if (path.includes('share')) expect(await screen.findByText(/Tell this to whomever/)).toBeTruthy();
    else expect(await screen.findByRole('img', { name })).toBeTruthy();
    expect(screen.queryByText(/rewarded|you may receive/)).toBeNull();
    // The picture is drawn anew once the country is known.
    if (!path.includes('share')) await waitFor(() => expect(words.at(-1)).toMatch(name));
  },
);

test.each(['/pages/team/team', '/pages/team/invite/invite'])(
  'behavior: %s says that the country has no referral rewards, and only there',
  async (path) => {
    const off = {
      'Ctrls/GetConfig': { list: [...config, { idx: 'reward.referralOffCountries', val: 'FR,SG' }] },
    };
    const here: Answers = { ...filled, 'Users/Info': { ...testInfo, country: 'SG' } };
    const isInvite = path.endsWith('invite');
    await openScreen(path, { ...here, ...off });
    expect(await screen.findByText('No referral rewards in your country')).toBeTruthy();
    // The figures and the way to invite are still there.
    expect(await screen.findByText(isInvite ? 'Say it openly' : 'Team performance')).toBeTruthy();
    expect(screen.queryByText(/As the inviter you may receive/)).toBeNull();
    for (const answers of [
      { ...here, ...off, 'Users/Info': { ...testInfo, country: 'PT' } },
      { ...here, ...off, 'Users/Info': { ...testInfo, country: null } },
      here,
    ]) {
      await openScreen(path, answers);
      expect(
        await screen.findByText(isInvite ? /As the inviter you may receive/ : 'Team performance'),
      ).toBeTruthy();
      expect(screen.queryByText('No referral rewards in your country')).toBeNull();
    }
  },
);
