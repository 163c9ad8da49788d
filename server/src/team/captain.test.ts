import { skeletonOf } from '@openmere/core/member/nickname.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertMedal, moveMedal } from '../node/store.ts';
import { TEST_CHAIN_ID } from '../platform/chain/test-anvil.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { openTestApp, reasonIn } from '../test/app.ts';
import type { TestApp } from '../test/app.ts';
import { coin } from '../test/context.ts';
import { addMember } from '../test/people.ts';
import type { TestMember } from '../test/people.ts';
import { FigureCount } from './count-figures.ts';
import { recordUses } from './record-use.ts';

let app: TestApp;
let anna: TestMember;
let ben: TestMember;
let cleo: TestMember;
let dora: TestMember;
let stranger: TestMember;
beforeAll(async () => {
  app = await openTestApp();
  anna = await addMember(app, { activated: true });
  ben = await addMember(app, { inviter: anna, activated: true });
  cleo = await addMember(app, { inviter: ben, activated: true });
  await sql`update member set nickname = 'Cleo', nickname_key = ${skeletonOf('Cleo')} where id = ${cleo.id}`.execute(
    app.owner,
  );
  dora = await addMember(app, { inviter: anna });
  stranger = await addMember(app, { activated: true });
  const uses = [ben, cleo, cleo, stranger].map((member, at) => ({
    memberId: member.id,
    kind: 'swap' as const,
    value: BigInt(at + 1) * coin,
    time: new Date(),
  }));
  await inTransaction(app.db, (tx) => recordUses({ tx }, uses));
  await new FigureCount(app).count();
}, 60_000);
afterAll(() => app.close());

async function ask(member: TestMember, path: string, input: object = {}) {
  const token = await app.session(member.id);
  return app.post('member', path, input, { token });
}
async function codeOf({ id }: TestMember): Promise<string> {
  const { rows } = await sql<{
    code: string;
  }>`select invitation_code as code from member where id = ${id}`.execute(app.db);
  return rows[0]?.code ?? '';
}
const setLevel = (member: TestMember, level: number) =>
  sql`update member set vip_level = ${level} where id = ${member.id}`.execute(app.owner);
const asCaptain = async (input: object = {}) => (await ask(anna, 'Users/CaptainUsers', input)).envelope;

test('refuses: below V1 to see the downline and to edit the page', async () => {
  for (const path of ['Users/CaptainUsers', 'Users/CaptainEdit'])
    expect(reasonIn(await ask(ben, path, {}))).toBe('team.notcaptain');
  expect((await ask(ben, 'Users/CaptainInfo')).envelope.data).toEqual({ level: 0, own: null, captain: null });
});

test('refuses: names and notices that lead outside, hide or run on, and somebody else’s picture', async () => {
  await setLevel(anna, 1);
  for (const [input, reason] of [
    [{ name: 'x'.repeat(31) }, 'team.badname'],
    [{ name: 'a\u202eb' }, 'team.badname'],
    [{ name: 'see www.example' }, 'team.badname'],
    [{ notice: 'x'.repeat(301) }, 'team.badnotice'],
    [{ notice: 'join t.me/abc.com' }, 'team.badnotice'],
    [{ notice: '<b>' }, 'team.badnotice'],
    [{ avatar: '/files/abcdefgh.webp' }, 'team.badavatar'],
    [{ avatar: 'https://example.org/a.webp' }, 'team.badavatar'],
  ] as const)
    expect(reasonIn(await ask(anna, 'Users/CaptainEdit', input))).toBe(reason);
});

test('refuses: to look at anybody outside the downline, by whatever name', async () => {
  await setLevel(anna, 1);
  const under = await codeOf(stranger);
  expect(reasonIn(await ask(anna, 'Users/CaptainUsers', { under }))).toBe('team.notinteam');
  expect(reasonIn(await ask(anna, 'Users/CaptainUsers', { under: '000000' }))).toBe('team.notinteam');
  for (const search of [under, stranger.address ?? '', `Member ${stranger.id.slice(-6)}`, 'Member', anna.id])
    expect(await asCaptain({ search })).toMatchObject({ list: [], total: 0 });
});

test('behavior: totals, today and the highest level; the small region is what the largest leg leaves', async () => {
  await setLevel(cleo, 2);
  await new FigureCount(app).count();
  const { data } = (await ask(anna, 'Users/teamtotal')).envelope;
  expect(data).toMatchObject({ total: '6', large: '6', small: '0', members: 2, newtoday: 2 });
  expect(data).toMatchObject({ performancetoday: '6', highestlevel: 2, level: 1 });
  const none = (await ask(dora, 'Users/teamtotal')).envelope.data;
  expect(none).toMatchObject({ total: '0', members: 0, level: 0 });
});

test('behavior: the series has every day up to today, and the legs by performance', async () => {
  const { data } = (await ask(anna, 'Users/Tdmf', { days: '7' })).envelope;
  const { days, legs, more } = data as { days: object[]; legs: object[]; more: object };
  expect(days).toHaveLength(7);
  expect(days.at(0)).toMatchObject({ performance: '0', newmembers: 0 });
  expect(days.at(-1)).toMatchObject({ performance: '6', newmembers: 2 });
  expect(legs).toMatchObject([{ performance: '6', performancetoday: '6', members: 2, large: true }]);
  expect(more).toEqual({ legs: 0, performance: '0' });
});

test('behavior: all legs are there, page after page, and what is left is counted as far as it says', async () => {
  const leader = await addMember(app, { activated: true });
  // Without any of their own: who is listed is read from the figures.
  const crowd = 2_611;
  await sql`insert into member (id, invitation_code, nickname, nickname_key, inviter_id)
    select 'mem_leg' || i, translate(upper(lpad(to_hex(i + 1048576), 6, '0')), 'ILOU', '0000'), 'Leg ' || i, 'leg' || i, ${leader.id}
    from generate_series(1, ${crowd}) i`.execute(app.owner);
  await sql`insert into team_figure (member_id, inviter_id, own, total, large, leg, members, highest)
    select 'mem_leg' || i, ${leader.id}, i, 0, 0, i, 0, 0 from generate_series(1, ${crowd}) i`.execute(
    app.owner,
  );
  type Series = { legs: { id: string; large: boolean }[]; more: { legs: number } };
  const seen: Series['legs'] = [];
  const left: number[] = [];
  for (const page of [1, 2, 3, 4, 52, 53]) {
    const { legs, more } = (await ask(leader, 'Users/Tdmf', { days: 1, page })).envelope.data as Series;
    seen.push(...legs);
    left.push(more.legs);
  }
  expect(left).toEqual([2_500, 2_500, 2_461, 2_411, 11, 0]);
  expect(new Set(seen.map(({ id }) => id)).size).toBe(5 * 50 + 11);
  expect(seen.map(({ large }) => large)).toEqual([true, ...Array.from({ length: 260 }, () => false)]);
});

test('behavior: a captain sees names and contact data masked, by generation, and finds who is named exactly', async () => {
  await setLevel(anna, 1);
  const all = await asCaptain();
  expect(all.total).toBe(2);
  expect(all.list).toMatchObject([
    { id: await codeOf(dora), generation: 1, activated: false, members: 0 },
    {
      id: await codeOf(ben),
      generation: 1,
      activated: true,
      own: '1',
      performance: '6',
      members: 2,
      directs: 1,
    },
  ]);
  const text = JSON.stringify(all);
  for (const hidden of [ben.id, `Member ${ben.id.slice(-6)}`, 'example.org', ben.address ?? ''])
    expect(text).not.toContain(hidden);
  expect(text).toContain('m***@***');
  const below = await asCaptain({ under: await codeOf(ben) });
  expect(below.list).toMatchObject([{ id: await codeOf(cleo), generation: 2, level: 2 }]);
  for (const search of [await codeOf(cleo), cleo.address ?? '', 'cleo'])
    expect((await asCaptain({ search })).list).toMatchObject([{ generation: 2, own: '5' }]);
  expect((await asCaptain({ page: 2, pageSize: 1 })).list).toMatchObject([{ id: await codeOf(ben) }]);
});

test('behavior: what others see of a member is what the team screen says of it (whoSees…), and nothing else', async () => {
  const { data } = (await ask(anna, 'Users/Tdmf', { days: '7' })).envelope;
  const [leg = {}] = (data as { legs: object[] }).legs;
  const seen = [
    'id',
    'nickname',
    'avatar',
    'level',
    'activated',
    'performance',
    'performancetoday',
    'members',
  ];
  expect(Object.keys(leg).sort()).toEqual([...seen, 'large'].sort());
  await setLevel(anna, 1);
  const [row = {}] = (await asCaptain()).list as object[];
  const more = ['generation', 'registered', 'own', 'directs', 'email', 'phone'];
  expect(Object.keys(row).sort()).toEqual([...seen, ...more].sort());
});

test('behavior: nodes of the team by kind; one’s own and a stranger’s are left out', async () => {
  const chain_id = TEST_CHAIN_ID;
  const holders = [ben, cleo, anna, stranger];
  for (const [at, { address }] of holders.entries()) {
    const holder = address ?? '0x';
    const tx_hash = `0x${String(at).repeat(64)}` as const;
    const [token_id, block_number, time] = [at + 1, 10n, new Date()];
    await inTransaction(app.db, async (tx) => {
      const type = at === 1 ? 'gold' : 'diamond';
      await insertMedal(tx, {
        chain_id,
        token_id,
        type,
        first_owner: holder,
        tx_hash,
        block_number,
        subscribed_at: time,
      });
      await moveMedal(tx, {
        chain_id,
        token_id,
        block_number,
        log_index: 0,
        holder,
        tx_hash,
        from_at: time,
        until_at: null,
      });
    });
  }
  const { data } = (await ask(anna, 'Users/nodeTeamTotal')).envelope;
  expect(data).toMatchObject({ genesis: 0, gold: 1, diamond: 1 });
  expect((data as { nodes: object[] }).nodes).toMatchObject([
    { type: 'diamond' },
    { type: 'gold', nickname: 'C***o' },
  ]);
});

test('behavior: what a captain writes is read below, down to the next captain; what is left out stays', async () => {
  await setLevel(anna, 1);
  await setLevel(cleo, 0);
  const { envelope } = await ask(anna, 'Users/CaptainEdit', {
    name: '  North   shore ',
    notice: 'Call\r\non Monday',
  });
  expect(envelope.data).toMatchObject({ name: 'North shore', notice: 'Call\non Monday', avatar: '' });
  await ask(anna, 'Users/CaptainEdit', { notice: 'Call on Tuesday' });
  await ask(anna, 'Users/CaptainEdit', { notice: '' });
  const seen = { name: 'North shore', notice: 'Call on Tuesday', level: 1 };
  const ofCleo = (await ask(cleo, 'Users/CaptainInfo')).envelope.data;
  expect(ofCleo).toMatchObject({ level: 0, own: null, captain: seen });
  expect(JSON.stringify(ofCleo)).not.toContain(`Member ${anna.id.slice(-6)}`);
  expect((await ask(anna, 'Users/CaptainInfo')).envelope.data).toMatchObject({
    own: { name: 'North shore' },
    captain: null,
  });
  await setLevel(ben, 1);
  expect((await ask(cleo, 'Users/CaptainInfo')).envelope.data).toMatchObject({ captain: null });
});

test('behavior: a captain takes off the notice, the name and the picture by name', async () => {
  await setLevel(anna, 1);
  await sql`insert into upload (name, member_id, bytes) values ('captain123.webp', ${anna.id}, 10)`.execute(
    app.owner,
  );
  const avatar = '/files/captain123.webp';
  await ask(anna, 'Users/CaptainEdit', { name: 'North shore', notice: 'Call on Monday', avatar });
  const edit = async (input: object) => (await ask(anna, 'Users/CaptainEdit', input)).envelope.data;
  expect(await edit({ clear: ['notice'] })).toMatchObject({ name: 'North shore', notice: '' });
  expect(await edit({ notice: 'Call on Friday', clear: ['name'] })).toMatchObject({
    name: '',
    notice: 'Call on Friday',
    avatar,
  });
  expect(await edit({ clear: ['name', 'notice', 'avatar'] })).toMatchObject({
    name: '',
    notice: '',
    avatar: '',
  });
});
