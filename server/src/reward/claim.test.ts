import { randomUUID } from 'node:crypto';
import { dayOf } from '@openmere/core/kit/day.ts';
import { locales } from '@openmere/core/kit/language.ts';
import { oneCoin, parseAmount } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balanceOf, memberBalance } from '../ledger/balances.ts';
import { postEntry } from '../ledger/post.ts';
import { powerOf } from '../minting/power-store.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { openTestApp, reasonIn } from '../test/app.ts';
import type { TestApp } from '../test/app.ts';
import { addMember } from '../test/people.ts';
import type { TestMember } from '../test/people.ts';
import { addMiner, firstDay, givePower, noonOf, openFigures, settleDeps, trade } from '../test/rewards.ts';
import { followFlows } from './follow-flows.ts';
import { settleReferral } from './settle-referral.ts';
import { insertRewards } from './written-store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let day = firstDay;
type Person = TestMember & { token: string };
const withToken = async (member: TestMember): Promise<Person> => ({
  ...member,
  token: await app.session(member.id),
});
const ask = (person: { token?: string }, path: string, body: object = {}, lang = 2) =>
  app.post('member', path, body, {
    ...(person.token === undefined ? {} : { token: person.token }),
    headers: { lang: String(lang) },
  });
const claim = (person: Person, input: object = {}) =>
  ask(person, 'Users/linqu', { requestId: randomUUID(), ...input });
type Row = Record<string, string>;
const listOf = async (person: Person, path: string, body: object = {}): Promise<Row[]> =>
  (await ask(person, path, body)).envelope.list as Row[];

/** A member whose direct has paid so many USDT of trading fees, settled. */
async function earner(coins: bigint): Promise<Person> {
  const inviter = await addMiner(app);
  const payer = await addMiner(app, { inviter, power: 0 });
  day += 1;
  await trade(app, payer.address ?? '0x', coins * oneCoin, noonOf(day));
  await settleReferral(settleDeps(app, openFigures()), day);
  return withToken(inviter);
}

test('refuses: nobody who is not logged in, or not activated', async () => {
  for (const path of ['Users/linqu', 'Users/Rewards', 'Users/mytotal', 'Users/TotalMy', 'Users/TotalDayMy'])
    expect((await ask({}, path, { requestId: randomUUID() })).envelope.code).toBe('notlogin');
  const stranger = await withToken(await addMember(app));
  expect(reasonIn(await claim(stranger))).toBe('member.notactivated');
});

test('refuses: where nothing is there, saying what is missing, in nine languages', async () => {
  const person = await withToken(await addMiner(app));
  for (const [lang] of locales.entries()) {
    const { envelope } = await ask(person, 'Users/linqu', { requestId: randomUUID() }, lang);
    expect(envelope).toMatchObject({ success: false, code: 'nothing', data: { reason: 'reward.nothing' } });
    expect(envelope.msg).not.toContain('reward.');
  }
  const poor = await addMiner(app, { power: 40 });
  const payer = await addMiner(app, { inviter: poor, power: 0 });
  day += 1;
  await trade(app, payer.address ?? '0x', 10n * oneCoin, noonOf(day));
  await settleReferral(settleDeps(app, openFigures()), day);
  const heard = await claim(await withToken(poor));
  expect(reasonIn(heard)).toBe('reward.nothingpower');
  expect(heard.envelope.msg).toContain('60.000000000000000001');
  // Whoever has enough by now is not told of a gap of then.
  await givePower(app, poor.id, 61);
  expect(reasonIn(await claim(await withToken(poor)))).toBe('reward.nothing');
});

test('refuses: a reward of somebody else’s, one that is claimed, and the same request for something else', async () => {
  const [one, other] = [await earner(100n), await earner(100n)];
  const [mine] = await listOf(one, 'Users/Rewards');
  expect(reasonIn(await claim(other, { id: mine?.['id'] }))).toBe('reward.notfound');
  expect(reasonIn(await ask(other, 'Users/RewardDetail', { id: mine?.['id'] }))).toBe('reward.notfound');
  const requestId = randomUUID();
  expect(reasonIn(await claim(one, { requestId, id: mine?.['id'] }))).toBe('ok');
  expect(reasonIn(await claim(one, { requestId, kind: 'direct' }))).toBe('ledger.keyconflict');
  expect(reasonIn(await claim(one, { id: mine?.['id'] }))).toBe('reward.nothing');
});

test('behavior: a claim pays once, and the same request answers the same', async () => {
  const person = await earner(100n);
  const requestId = randomUUID();
  const first = await claim(person, { requestId });
  expect(first.envelope.data).toEqual({ count: 1, claimed: [{ coinid: 'USDT', amount: '12' }], more: false });
  expect((await claim(person, { requestId })).envelope.data).toEqual(first.envelope.data);
  expect((await memberBalance(app.db, person.id, 'USDT')).available).toBe(12n * oneCoin);
  expect(await listOf(person, 'Users/Rewards')).toMatchObject([
    { kind: 'direct', total: '12', status: 'claimed', settlement: 'settled' },
  ]);
  expect(await listOf(person, 'trade/GetUserBalanceRecord', { coinid: 'USDT' })).toMatchObject([
    { kind: 'reward-claim', amount: '12', description: 'Rewards claimed' },
  ]);
});

test('behavior: of many fees of a day the first hundred are listed, and the sum counts them all', async () => {
  const person = await earner(100n);
  const [row] = await listOf(person, 'Users/Rewards', { kind: 'direct' });
  await sql`insert into reward_fee (source, reference, day, payer, coin_id, fee, part, at)
    select source, 'mnt_' || n, day, payer, coin_id, fee, part, at from reward_fee, generate_series(1, 104) n
    where day = ${day}`.execute(app.owner);
  const { envelope } = await ask(person, 'Users/RewardDetail', { id: row?.['id'] });
  const { steps } = envelope.data as { steps: Row[] };
  expect(steps.filter((step) => step['step'] === 'fee')).toHaveLength(100);
  expect(steps.find((step) => step['step'] === 'sum')).toMatchObject({ count: 105 });
  expect(new Set(steps.filter((step) => step['step'] === 'fee').map((step) => step['event']))).toContain(
    'usdo',
  );
});

test('behavior: 500 claims at once pay once', async () => {
  const person = await earner(50n);
  const due = await balanceOf(app.db, 'pool:rewards-due', 'USDT');
  const heard = await Promise.all(Array.from({ length: 500 }, () => claim(person)));
  const paid = heard.filter((one) => one.envelope.success);
  expect(paid).toHaveLength(1);
  // Where too many wait, some hear that they may try again.
  const refused = new Set(heard.filter((one) => !one.envelope.success).map(reasonIn));
  expect([...refused].filter((reason) => reason !== 'request.unavailable')).toEqual(['reward.nothing']);
  expect(reasonIn(await claim(person))).toBe('reward.nothing');
  expect((await memberBalance(app.db, person.id, 'USDT')).available).toBe(6n * oneCoin);
  expect(await balanceOf(app.db, 'pool:rewards-due', 'USDT')).toBe(due - 6n * oneCoin);
});

test('behavior: what can be claimed is what lies for it', async () => {
  await earner(30n);
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(amount), 0) as sum from reward where status = 'claimable' and coin_id = 'USDT'`.execute(
    app.db,
  );
  expect(await balanceOf(app.db, 'pool:rewards-due', 'USDT')).toBe(rows[0]?.sum);
});

test('behavior: the detail shows each fee, the rate, the pool, and when it was settled and claimed', async () => {
  const person = await earner(100n);
  const [row] = await listOf(person, 'Users/Rewards', { kind: 'direct', status: 'claimable' });
  await claim(person, { kind: 'direct' });
  const { envelope } = await ask(person, 'Users/RewardDetail', { id: row?.['id'] });
  const { steps, ...rest } = envelope.data as { steps: Row[] };
  expect(rest).toMatchObject({ id: row?.['id'], total: '12', status: 'claimed' });
  expect(steps.map((step) => [step['step'], step['amount']])).toEqual([
    ['fee', '40'],
    ['sum', '40'],
    ['share', '12'],
    ['pool', '12'],
    ['settled', '12'],
    ['claimed', '12'],
  ]);
  expect(steps[0]).toMatchObject({
    event: 'swap',
    fee: '100',
    rate: '30',
    alreadypaid: '0',
    pool: 'referral',
  });
  expect(steps[0]?.['payer']).toContain('***');
});

test('behavior: what was not qualified says why, and by how much', async () => {
  const poor = await withToken(await addMiner(app, { power: 99 }));
  const payer = await addMiner(app, { inviter: poor, power: 0 });
  day += 1;
  await trade(app, payer.address ?? '0x', 10n * oneCoin, noonOf(day));
  await settleReferral(settleDeps(app, openFigures()), day);
  const [row] = await listOf(poor, 'Users/Rewards', { status: 'notqualified' });
  const { data } = (await ask(poor, 'Users/RewardDetail', { id: row?.['id'] })).envelope;
  expect((data as Row)['reason']).toContain('1.000000000000000001');
});

test('behavior: bonus hash power that an activity granted becomes a lot by the claim', async () => {
  const person = await withToken(await addMiner(app));
  const reward = {
    member_id: person.id,
    kind: 'bonus' as const,
    coin_id: 'POWER',
    amount: 100n * oneCoin,
    status: 'claimable' as const,
    pool: 'activity',
    period: day,
    payer: null,
    level: null,
    rate_bps: null,
    already_bps: null,
    base: null,
    weight: null,
    weight_total: null,
    reason: null,
    missing: null,
    at: new Date(),
    key: `activity ${person.id}`,
  };
  for (let times = 0; times < 2; times += 1) await inTransaction(app.db, (tx) => insertRewards(tx, [reward]));
  const { data } = (await claim(person, { kind: 'bonus' })).envelope;
  expect(data).toEqual({ count: 1, claimed: [{ coinid: 'POWER', amount: '100' }], more: false });
  expect((await powerOf(app.db, person.id)).power.bonus).toBe(100n * oneCoin);
});

test('behavior: totals by kind, coin and day; a range that is none is refused', async () => {
  const person = await earner(100n);
  expect(await listOf(person, 'Users/mytotal')).toEqual([
    { kind: 'direct', coinid: 'USDT', total: '12', claimable: '12', claimed: '0', count: 1 },
  ]);
  expect(await listOf(person, 'Users/TotalMy')).toMatchObject([
    // Of the day that was settled last, however long ago that is.
    { coinid: 'USDT', total: '12', claimable: '12', yesterday: '12' },
  ]);
  const text = new Date(day * 86_400_000).toISOString().slice(0, 10);
  expect(await listOf(person, 'Users/TotalDayMy', { from: text, to: text })).toEqual([
    { day: text, coinid: 'USDT', total: '12' },
  ]);
  for (const range of [
    { from: '2026-02-30' },
    { from: '2026-02-02', to: '2026-02-01' },
    { from: '2020-01-01' },
  ])
    expect(reasonIn(await ask(person, 'Users/TotalDayMy', range))).toBe('reward.badrange');
});

test('behavior: the pools are public: what filled them, what they paid and hold', async () => {
  await claim(await earner(100n));
  await followFlows(app);
  await followFlows(app);
  const { list } = (await ask({}, 'Reward/Pools')).envelope;
  type Pool = { pool: string; sums: Row[]; sources: Row[] };
  const due = (list as Pool[]).find(({ pool }) => pool === 'rewards-due');
  const [sum] = due?.sums ?? [];
  const held = await balanceOf(app.db, 'pool:rewards-due', 'USDT');
  const amountOf = (name: string): bigint => parseAmount(sum?.[name] ?? '') ?? 0n;
  expect(amountOf('funded') - amountOf('paid')).toBe(held);
  expect(amountOf('balance')).toBe(held);
  const referral = (list as Pool[]).find(({ pool }) => pool === 'referral');
  expect(referral?.sources).toMatchObject([
    { kind: 'swap-fee-division', description: 'Community fee of trades' },
  ]);
});

test('behavior: the last 30 days of a pool are 30, and it lasts at the pace of the days that it has existed for', async () => {
  const today = dayOf(Date.now());
  const flow = (since: number, income: bigint, outgo: bigint) =>
    sql`insert into reward_flow (pool, coin_id, day, kind, income, outgo, last_at)
      values ('operations', 'OBL', ${today - since}, 'test', ${income * oneCoin}, ${outgo * oneCoin}, now())`.execute(
      app.owner,
    );
  await inTransaction(app.db, (tx) =>
    postEntry(tx, {
      key: 'obl of operations',
      kind: 'deposit',
      reference: 'test',
      actor: 'system:test',
      postings: [
        { source: 'treasury:bsc', destination: 'pool:operations', asset: 'OBL', amount: 90n * oneCoin },
      ],
    }),
  );
  const sums = async (): Promise<Row | undefined> => {
    const { list } = (await ask({}, 'Reward/Pools')).envelope;
    const pools = list as { pool: string; sums: Row[] }[];
    return pools.find(({ pool }) => pool === 'operations')?.sums.find(({ coinid }) => coinid === 'OBL');
  };
  await flow(1, 100n, 0n);
  await flow(0, 0n, 10n);
  // 10 in two days.
  expect(await sums()).toMatchObject({ funded30: '100', paid30: '10', runwaydays: 18 });
  await flow(30, 1_000n, 500n);
  await flow(29, 7n, 20n);
  expect(await sums()).toMatchObject({ funded: '1107', funded30: '107', paid30: '30', runwaydays: 90 });
});

test('behavior: more than 5,000 records take several requests, and each says whether more is left', async () => {
  const person = await earner(100n);
  await sql`insert into reward (member_id, kind, coin_id, amount, status, pool, period, payer, level, rate_bps, already_bps, base, at, key)
    select member_id, kind, coin_id, 1, status, pool, period, payer, level, rate_bps, already_bps, base, at, 'many ' || n
    from reward, generate_series(1, 5000) n where member_id = ${person.id}`.execute(app.owner);
  const requestId = randomUUID();
  const first = await claim(person, { requestId, kind: 'direct' });
  expect(first.envelope.data).toMatchObject({ count: 5_000, more: true });
  expect((await claim(person, { requestId, kind: 'direct' })).envelope.data).toEqual(first.envelope.data);
  expect((await claim(person)).envelope.data).toMatchObject({ count: 1, more: false });
  expect((await claim(person, { requestId, kind: 'direct' })).envelope.data).toMatchObject({
    count: 5_000,
    more: false,
  });
});
