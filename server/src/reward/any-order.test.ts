import { randomUUID } from 'node:crypto';
import { rewardKinds } from '@openmere/core/reward/kinds.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededRandom } from '../ledger/test-ledger.ts';
import { openTestApp, reasonIn } from '../test/app.ts';
import type { TestApp } from '../test/app.ts';
import { addMiner } from '../test/rewards.ts';
import { keepSums } from './keep-sums.ts';
import { listRewards, sumDividends, sumRewards, sumRewardsByDay } from './reward-store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const DAY_MS = 86_400_000;
/** So many that a claim that is left out of the sums, or sums of a settlement under way, are found. */
const TURNS = 150;
const random = seededRandom(20_261_129);
const pools = { referral: 1, yield: 1, contribution: 7 } as const;
type Open = { pool: keyof typeof pools; period: number };

/** A simulated day; settlements are of days before it, and never before their day's end. */
let today = 20_000;
const next: Record<keyof typeof pools, number> = { referral: 19_990, yield: 19_991, contribution: 19_922 };
const under: Open[] = [];

async function open(): Promise<void> {
  const [pool, days] = Object.entries(pools)[random(3)] as [Open['pool'], number];
  const period = next[pool];
  // A pool settles one period after the other, as late as it likes.
  if (under.some((one) => one.pool === pool) || period + days > today) return;
  next[pool] += days;
  await sql`insert into reward_settlement (pool, period, days, step, opened_at)
    values (${pool}, ${period}, ${days}, 'opened', now())`.execute(app.owner);
  under.push({ pool, period });
}

/** What a settler writes in one transaction: for both members, in turn. */
async function write(ids: readonly string[], { pool, period }: Open): Promise<void> {
  const kinds = pool === 'yield' ? ['yield', 'dynamic', 'bonus'] : ['direct', 'team', 'dividend'];
  await app.owner.transaction().execute(async (tx) => {
    await sql`insert into reward (member_id, kind, coin_id, amount, status, reason, pool, period, payer, at)
      select (${ids}::text[])[1 + i % 2], k.kind, 'POWER', 1 + i * 7 % 11, s.status, case when s.status = 'notqualified' then 'power' end,
        ${pool}, ${period}, 'payer' || i, now()
      from generate_series(1, ${1 + random(9)}::int) i, lateral (select (${kinds}::text[])[1 + i * i % 3] as kind) k,
        lateral (select case when i % 5 = 3 then 'notqualified' when k.kind = 'yield' then 'claimed' else 'claimable' end as status) s`.execute(
      tx,
    );
    await sql`update reward_settlement set first_serial = coalesce(first_serial,
        (select min(serial) from reward where pool = ${pool} and period = ${period})), last_serial = (select max(serial) from reward)
      where pool = ${pool} and period = ${period} and step = 'opened'`.execute(tx);
  });
}

/** The next step of one that is under way: written on, begun anew after a settler died, done writing, credited in part, settled. */
async function goOn(ids: readonly string[]): Promise<void> {
  const at = random(Math.max(under.length, 1));
  const one = under[at];
  if (!one) return;
  const { pool, period } = one;
  const of = sql`pool = ${pool} and period = ${period}`;
  const { rows } = await sql<{ step: string; last: bigint | null; credited: bigint | null }>`
    select step, last_serial as last, coalesce(credited_serial, first_serial - 1) as credited from reward_settlement where ${of}`.execute(
    app.owner,
  );
  const [{ step, last, credited } = { step: '', last: null, credited: null }] = rows;
  const turn = random(6);
  if (step === 'opened' && turn === 0) {
    await sql`delete from reward where ${of}`.execute(app.owner);
    await sql`update reward_settlement set first_serial = null, last_serial = null where ${of}`.execute(
      app.owner,
    );
  } else if (step === 'opened' && turn < 3) await write(ids, one);
  else if (step === 'opened')
    await sql`update reward_settlement set step = 'written' where ${of}`.execute(app.owner);
  else if (pool === 'yield' && last !== null && credited !== null && credited < last) {
    const to = credited + 1n + BigInt(random(Number(last - credited)));
    await sql`update reward_settlement set credited_serial = ${to} where ${of}`.execute(app.owner);
  } else {
    const at = new Date(today * DAY_MS + random(DAY_MS));
    await sql`update reward_settlement set step = 'settled', settled_at = ${at} where ${of}`.execute(
      app.owner,
    );
    under.splice(under.indexOf(one), 1);
  }
}

const grant = (id: string) =>
  sql`insert into reward (member_id, kind, coin_id, amount, status, pool, period, at, key)
    values (${id}, 'bonus', 'POWER', 1000, 'claimable', 'activity', ${today}, now(), ${randomUUID()})`.execute(
    app.owner,
  );

type Row = {
  serial: bigint;
  kind: string;
  status: string;
  amount: bigint;
  day: number;
  stands: string | null;
};

/** All of a member's rewards, each by itself, with how it stands: null while its settlement is still being written. */
async function readAll(id: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select r.serial, r.kind, r.status, r.amount, r.period + coalesce(s.days, 1) - 1 as day,
      case when s.step = 'opened' then null when r.status = 'notqualified' or s.step is null or s.step = 'settled'
        or coalesce(s.credited_serial, 0) >= r.serial then r.status else 'pending' end as stands
    from reward r left join reward_settlement s on s.pool = r.pool and s.period = r.period
    where r.member_id = ${id} order by r.serial desc`.execute(app.owner);
  return rows;
}

const sum = (rows: readonly Row[]): bigint => rows.reduce((total, { amount }) => total + amount, 0n);

async function compare(id: string, label: string): Promise<void> {
  const all = await readAll(id);
  const earned = all.filter(({ stands }) => stands === 'claimable' || stands === 'claimed');
  const kinds = [...Map.groupBy(earned, ({ kind }) => kind)].map(([kind, rows]) => ({
    kind,
    coin_id: 'POWER',
    count: BigInt(rows.length),
    total: sum(rows),
    claimable: sum(rows.filter(({ stands }) => stands === 'claimable')),
    claimed: sum(rows.filter(({ stands }) => stands === 'claimed')),
    yesterday: sum(rows.filter(({ day }) => day === today - 1)),
  }));
  expect(await sumRewards(app.db, id, today - 1), label).toEqual(
    kinds.sort((a, b) => (a.kind < b.kind ? -1 : 1)),
  );
  const dividends = sum(earned.filter(({ kind }) => kind === 'dividend'));
  expect(await sumDividends(app.db, id), label).toEqual(
    dividends === 0n ? [] : [{ coinId: 'POWER', sum: dividends }],
  );
  for (const from of [today - 200, today - 1 - random(12)]) {
    const to = from + random(today - from + 1);
    const days = [
      ...Map.groupBy(
        earned.filter(({ day }) => day >= from && day <= to),
        ({ day }) => day,
      ),
    ];
    expect(await sumRewardsByDay(app.db, id, { from, to }), `${label}: ${from} to ${to}`).toEqual(
      days.map(([day, rows]) => ({ day, coin_id: 'POWER', total: sum(rows) })).sort((a, b) => a.day - b.day),
    );
  }
  const status = ([undefined, 'pending', 'claimable', 'claimed', 'notqualified'] as const)[random(5)];
  const kind = [undefined, ...rewardKinds][random(rewardKinds.length + 1)];
  const listed: bigint[] = [];
  for (let isLast = false; !isLast;) {
    const page = await listRewards(app.db, id, { kind, status, before: listed.at(-1)?.toString() }, 7);
    listed.push(...page.map(({ serial }) => serial));
    isLast = page.length < 7;
  }
  expect(listed, `${label}: ${status} ${kind}`).toEqual(
    all
      .filter((row) => row.stands !== null && (status ?? row.stands) === row.stands)
      .filter((row) => (kind ?? row.kind) === row.kind)
      .map(({ serial }) => serial),
  );
}

test('property: rewards settled late, by several pools at once, begun anew, credited in part, granted, claimed and added up at the same time: totals and lists are of all of them, one by one', async () => {
  // Only the first one's are added up.
  const ids = [(await addMiner(app)).id, (await addMiner(app)).id] as const;
  const tokens = await Promise.all(ids.map((id) => app.session(id)));
  const one = () => random(2);
  const claim = async (at: number) => {
    const rows = await listRewards(app.db, ids[at] ?? '', { status: 'claimable' }, 60);
    const row = rows[random(Math.max(rows.length, 1))];
    const target = [{}, { kind: row?.kind ?? 'team' }, { id: `rwd_${row?.serial ?? 0}` }][
      random(3)
    ] as object;
    const input = { requestId: randomUUID(), ...target };
    const heard = await app.post('member', 'Users/linqu', input, { token: tokens[at] ?? '' });
    expect(['ok', 'reward.nothing', 'reward.notfound']).toContain(reasonIn(heard));
  };
  const keep = () => keepSums(app, { memberId: ids[0], many: 1 + random(12) });
  const grantOne = () => grant(ids[one()] ?? '');
  const passDay = async () => {
    today += 1;
  };
  const steps = [open, passDay, grantOne, keep, keep, keep, () => claim(one()), () => claim(0)];
  const pick = () => {
    const at = random(steps.length + 8);
    return steps[at] ?? (under.length === 0 ? open : () => goOn(ids));
  };
  for (let turn = 0; turn < TURNS; turn += 1) {
    if (turn % 6 === 5) await Promise.all([keep(), claim(0), grantOne(), goOn(ids), keep()]);
    else await pick()();
    await compare(ids[0], `turn ${turn}`);
    if (turn % 5 === 0) await compare(ids[1], `turn ${turn}, not added up`);
  }
  const { rows: kept } = await sql`select member_id, sum(claimed) > 0 as claimed from reward_day_sum
    where kind <> 'yield' group by member_id`.execute(app.db);
  expect(kept).toEqual([{ member_id: ids[0], claimed: true }]);
}, 120_000);
