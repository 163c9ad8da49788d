import { randomUUID } from 'node:crypto';
import { dayOf } from '@openmere/core/kit/day.ts';
import { rewardKinds } from '@openmere/core/reward/kinds.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../platform/db/connect.ts';
import type { Tx } from '../platform/db/connect.ts';
import { openTestApp, reasonIn } from '../test/app.ts';
import type { TestApp } from '../test/app.ts';
import { addMiner } from '../test/rewards.ts';
import { lockClaims } from './claim-store.ts';
import { keepSums } from './keep-sums.ts';
import { listRewards, sumRewards, sumRewardsByDay } from './reward-store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const today = dayOf(Date.now());
let period = today - 300;

/** A settlement of the next day that brought somebody so many rewards: power, which a claim pays out of no pool. */
async function settle(
  memberId: string,
  of: { count: number; step?: 'written' | 'settled'; pool?: 'referral' | 'yield' },
): Promise<{ pool: string; period: number }> {
  const { count, step = 'settled', pool = 'referral' } = of;
  period += 1;
  await sql`insert into reward (member_id, kind, coin_id, amount, status, reason, pool, period, payer, at)
    select ${memberId}, (array['direct', 'team', 'management'])[1 + i * i % 3], 'POWER', i, s.status,
      case when s.status = 'notqualified' then 'power' end, ${pool}, ${period}, 'payer' || i, now()
    from generate_series(1, ${count}::int) i,
      lateral (select case when i % 7 = 3 then 'notqualified' else 'claimable' end as status) s`.execute(
    app.owner,
  );
  await sql`insert into reward_settlement (pool, period, days, step, opened_at, settled_at, first_serial, last_serial)
    select ${pool}, ${period}, 1, ${step}, now(), case when ${step} = 'settled' then now() end, max(serial) - ${count} + 1, max(serial)
    from reward`.execute(app.owner);
  return { pool, period };
}

const grant = (memberId: string) =>
  sql`insert into reward (member_id, kind, coin_id, amount, status, pool, period, at, key)
    values (${memberId}, 'bonus', 'POWER', 1000, 'claimable', 'activity', ${today - 5}, now(), ${randomUUID()})`.execute(
    app.owner,
  );

/** The same, of all rewards one by one. */
async function plainly(memberId: string) {
  const { rows: all } = await sql<{ kind: string; status: string; amount: bigint; day: number }>`
    select r.kind, r.status, r.amount, r.period as day from reward r left join reward_settlement s using (pool, period)
    where r.member_id = ${memberId} and r.status <> 'notqualified' and (s.step is null or s.step = 'settled')`.execute(
    app.db,
  );
  const sum = (rows: typeof all) => rows.reduce((total, { amount }) => total + amount, 0n);
  const kinds = [...Map.groupBy(all, ({ kind }) => kind)].map(([kind, rows]) => ({
    kind,
    count: BigInt(rows.length),
    total: sum(rows),
    claimable: sum(rows.filter(({ status }) => status === 'claimable')),
    claimed: sum(rows.filter(({ status }) => status === 'claimed')),
    yesterday: sum(rows.filter(({ day }) => day === period)),
  }));
  const days = [...Map.groupBy(all, ({ day }) => day)].map(([day, rows]) => ({ day, total: sum(rows) }));
  return {
    kinds: kinds.sort((a, b) => (a.kind < b.kind ? -1 : 1)),
    days: days.sort((a, b) => a.day - b.day),
  };
}

async function shown(memberId: string) {
  const kinds = await sumRewards(app.db, memberId, period);
  const days = await sumRewardsByDay(app.db, memberId, { from: today - 365, to: today });
  const plain = <R extends { coin_id: string }>(rows: readonly R[]) =>
    rows.map(({ coin_id: _, ...row }) => row);
  return { kinds: plain(kinds), days: plain(days) };
}

const throughOf = async (memberId: string): Promise<bigint | undefined> =>
  (
    await app.db
      .selectFrom('reward_summed')
      .select('through')
      .where('member_id', '=', memberId)
      .executeTakeFirst()
  )?.through;

async function rowsRead(read: (tx: Tx) => Promise<unknown>): Promise<bigint> {
  return inTransaction(app.db, async (tx) => {
    const soFar = async (): Promise<bigint> => {
      const { rows } = await sql<{ read: bigint }>`
        select sum(seq_tup_read + idx_tup_fetch)::bigint as read from pg_stat_xact_user_tables
        where relname in ('reward', 'reward_day_sum')`.execute(tx);
      return rows[0]?.read ?? 0n;
    };
    const before = await soFar();
    await read(tx);
    return (await soFar()) - before;
  });
}

test('refuses: to add up while a settlement is under way, or while somebody claims', async () => {
  const { id } = await addMiner(app);
  await settle(id, { count: 40 });
  const open = await settle(id, { count: 40, step: 'written' });
  await keepSums(app, { memberId: id, many: 10 });
  expect(await throughOf(id)).toBeUndefined();
  await sql`update reward_settlement set step = 'settled', settled_at = now()
    where pool = ${open.pool} and period = ${open.period}`.execute(app.owner);
  await inTransaction(app.db, async (tx) => {
    await lockClaims(tx, id);
    await keepSums(app, { memberId: id, many: 10 });
  });
  expect(await throughOf(id)).toBeUndefined();
  await keepSums(app, { memberId: id, many: 10 });
  expect(await throughOf(id)).toBeGreaterThan(0n);
});

test('refuses: to keep sums of a few rewards', async () => {
  const { id } = await addMiner(app);
  await settle(id, { count: 9 });
  await keepSums(app, { memberId: id, many: 10 });
  expect(await throughOf(id)).toBeUndefined();
});

test('property: whatever is settled, granted, claimed and added up in whichever order, totals are the sums of all rewards', async () => {
  const { id } = await addMiner(app);
  const token = await app.session(id);
  const claim = async (input: object) => {
    const heard = await app.post('member', 'Users/linqu', { requestId: randomUUID(), ...input }, { token });
    expect(['ok', 'reward.nothing']).toContain(reasonIn(heard));
  };
  const someId = async (): Promise<string> => {
    const rows = await listRewards(app.db, id, { status: 'claimable' }, 40);
    return `rwd_${rows[Math.floor(rows.length / 2)]?.serial ?? 0}`;
  };
  const steps: (() => Promise<unknown>)[] = [
    () => settle(id, { count: 30 }),
    () => keepSums(app, { memberId: id, many: 10 }),
    () => grant(id),
    async () => claim({ id: await someId() }),
    () => settle(id, { count: 25 }),
    () => claim({ kind: 'team' }),
    () => keepSums(app, { memberId: id, many: 10 }),
    async () => claim({ id: await someId() }),
    () => settle(id, { count: 20, step: 'written' }),
    () => keepSums(app, { memberId: id, many: 10 }),
    () => claim({ kind: 'management' }),
    () =>
      sql`update reward_settlement set step = 'settled', settled_at = now() where step <> 'settled'`.execute(
        app.owner,
      ),
    () => grant(id),
    () =>
      Promise.all([
        keepSums(app, { memberId: id, many: 10 }),
        claim({}),
        keepSums(app, { memberId: id, many: 10 }),
      ]),
    () => settle(id, { count: 30 }),
    () => claim({}),
    () => keepSums(app, { memberId: id, many: 10 }),
  ];
  for (const [at, step] of steps.entries()) {
    await step();
    expect(await shown(id), `after step ${at}`).toEqual(await plainly(id));
  }
  const [kept] = (
    await sql<{ days: bigint }>`
    select count(distinct day) as days from reward_day_sum where member_id = ${id}`.execute(app.db)
  ).rows;
  expect(kept?.days).toBe(4n);
});

test('behavior: totals of a leader read days, not rewards; a rare kind, and what is pending, read a page', async () => {
  const [{ id }, other] = [await addMiner(app), await addMiner(app)];
  for (let day = 0; day < 10; day += 1) {
    await settle(id, { count: 2_000 });
    await settle(other.id, { count: 2_000 });
  }
  await sql`analyze reward`.execute(app.owner);
  await keepSums(app, { memberId: id });
  await settle(id, { count: 5 });
  expect(await shown(id)).toEqual(await plainly(id));
  expect(await rowsRead((tx) => sumRewards(tx, id, period))).toBeLessThan(100n);
  expect(await rowsRead((tx) => sumRewardsByDay(tx, id, { from: today - 365, to: today }))).toBeLessThan(
    100n,
  );
  for (const kind of rewardKinds)
    expect(await rowsRead((tx) => listRewards(tx, id, { kind }, 20)), kind).toBeLessThan(100n);
  expect(await rowsRead((tx) => listRewards(tx, id, { status: 'pending' }, 20))).toBeLessThan(100n);
});
