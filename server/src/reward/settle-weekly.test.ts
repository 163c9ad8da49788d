import { oneCoin } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rewardSources } from '../app/reward-sources.ts';
import { balanceOf } from '../ledger/balances.ts';
import { postEntry } from '../ledger/post.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { newId } from '../platform/ids.ts';
import { writeSetting } from '../setting/write.ts';
import { recordStake } from '../team/record-use.ts';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { addMember } from '../test/people.ts';
import type { TestMember } from '../test/people.ts';
import { activate, addMiner, DAY_MS, firstDay, openFigures, settleDeps } from '../test/rewards.ts';
import type { Figures } from '../test/rewards.ts';
import { sumDividends, sumRewardsByDay } from './reward-store.ts';
import { settleReferral } from './settle-referral.ts';
import { settleWeekly } from './settle-weekly.ts';
import type { WeeklyPool } from './settle-weekly.ts';
import { listRows } from './test-rows.ts';
import { totalByCoin } from './totals.ts';

let context: TestContext;
let figures: Figures;
beforeEach(async () => {
  context = await openTestContext();
  figures = openFigures();
});
afterEach(() => context.close());

const settle = (pool: WeeklyPool): Promise<void> =>
  settleWeekly(settleDeps(context, figures), { pool, monday: firstDay });
const pool = (name: string, coin = 'USDT') => balanceOf(context.db, `pool:${name}`, coin);

let entries = 0;
async function fill(name: WeeklyPool, coins: bigint, asset = 'USDT'): Promise<void> {
  entries += 1;
  await inTransaction(context.db, (tx) =>
    postEntry(tx, {
      key: `fill ${entries}`,
      kind: 'deposit',
      reference: 'fill',
      actor: 'system:test',
      postings: [{ source: 'treasury:bsc', destination: `pool:${name}`, asset, amount: coins * oneCoin }],
    }),
  );
}

const paidTo = async (): Promise<(string | bigint)[][]> =>
  (await listRows(context.db)).map((row) => [row.member_id, row.coin_id, row.status, row.amount / oneCoin]);

let blocks = 0;
/** A final adding (or removing) of LP at a part of the week. */
async function move(member: TestMember, lp: bigint, days: number): Promise<void> {
  blocks += 1;
  const type = lp > 0n ? 'add' : 'remove';
  const hash = `0x${blocks.toString(16).padStart(64, '0')}`;
  await sql`insert into liquidity_record (id, chain_id, address, type, status, usdt, open, lp, amount, lp_value, ousd, ousd_held,
      price_e18, tx_hash, log_index, block_number, block_hash, block_time)
    values (${newId('liq')}, 1, ${member.address}, ${type}, 'final', 0, 0, ${lp > 0n ? lp : -lp}, 0, 0, 0, 0,
      ${lp > 0n ? 1 : null}, ${hash}, 0, ${blocks}, ${hash}, ${new Date((firstDay + days) * DAY_MS)})`.execute(
    context.owner,
  );
}

test('refuses: a pool that nobody has a weight in keeps all of it', async () => {
  for (const name of ['leadership', 'contribution', 'node'] as const) {
    await fill(name, 10n);
    await settle(name);
    expect(await pool(name)).toBe(10n * oneCoin);
  }
  expect(await listRows(context.db)).toEqual([]);
});

test('behavior: liquidity counts by how long it was held: what is lent for the last hour weighs next to nothing', async () => {
  const [holder, late, lender] = [await addMiner(context), await addMiner(context), await addMiner(context)];
  await move(holder, 100n, -3);
  await move(late, 200n, 3.5);
  await move(lender, 1_000n, 7);
  await fill('contribution', 1_000n);
  await fill('contribution', 10n, 'OPEN');
  await settle('contribution');
  expect(await paidTo()).toEqual([
    [holder.id, 'OPEN', 'claimable', 5n],
    [late.id, 'OPEN', 'claimable', 5n],
    [holder.id, 'USDT', 'claimable', 500n],
    [late.id, 'USDT', 'claimable', 500n],
  ]);
  expect([await pool('contribution'), await pool('rewards-due')]).toEqual([0n, 1_000n * oneCoin]);
});

test('behavior: a medal’s dividend is paid in every coin that the pool holds, and does not take hash power; who may not take part leaves it to market value', async () => {
  const [holder, plain] = [await addMiner(context, { power: 0 }), await addMember(context)];
  figures.medals = [
    { memberId: holder.id, weight: 5n },
    { memberId: plain.id, weight: 1n },
  ];
  await fill('node', 60n);
  await fill('node', 12n, 'OPEN');
  await fill('node', 6n, 'USDO');
  await settle('node');
  expect(await paidTo()).toEqual([
    [holder.id, 'OPEN', 'claimable', 10n],
    [plain.id, 'OPEN', 'notqualified', 2n],
    [holder.id, 'USDO', 'claimable', 5n],
    [plain.id, 'USDO', 'notqualified', 1n],
    [holder.id, 'USDT', 'claimable', 50n],
    [plain.id, 'USDT', 'notqualified', 10n],
  ]);
  expect(await sumDividends(context.db, holder.id)).toEqual([
    { coinId: 'USDT', sum: 50n * oneCoin },
    { coinId: 'OPEN', sum: 10n * oneCoin },
    { coinId: 'USDO', sum: 5n * oneCoin },
  ]);
  expect(await sumDividends(context.db, plain.id)).toEqual([]);
  for (const [coin, due, left] of [
    ['OPEN', 10n, 2n],
    ['USDO', 5n, 1n],
    ['USDT', 50n, 10n],
  ] as const)
    expect([
      await pool('node', coin),
      await pool('rewards-due', coin),
      await pool('market-value', coin),
    ]).toEqual([0n, due * oneCoin, left * oneCoin]);
});

/** Two with this level, who did the work of a week with two legs each. */
async function addLeaders(level: number): Promise<[TestMember, TestMember]> {
  const [leader, other] = [await addMiner(context), await addMiner(context)];
  for (const one of [leader, other])
    await sql`update member set vip_level = ${level} where id = ${one.id}`.execute(context.owner);
  const legs: TestMember[] = [];
  for (const inviter of [leader, leader, other, other]) {
    const leg = await addMember(context, { inviter });
    await activate(context, leg.id);
    legs.push(leg);
  }
  const volumes = [900n, 300n, 500n, 100n];
  figures.performance = legs.map(({ id }, at) => ({
    memberId: id,
    day: firstDay + at,
    amount: (volumes[at] ?? 0n) * oneCoin,
  }));
  figures.performance.push({ memberId: legs[3]?.id ?? '', day: firstDay + 7, amount: 10_000n * oneCoin });
  return [leader, other];
}

test('behavior: what a week brought stands on its last day, and is of the last settled day when that was settled', async () => {
  const holder = await addMiner(context, { power: 0 });
  figures.medals = [{ memberId: holder.id, weight: 1n }];
  await fill('node', 70n);
  await settle('node');
  const sunday = firstDay + 6;
  const days = (from: number, to: number) => sumRewardsByDay(context.db, holder.id, { from, to });
  const paid = { day: sunday, coin_id: 'USDT', total: 70n * oneCoin };
  expect([await days(firstDay, sunday - 1), await days(sunday, sunday)]).toEqual([[], [paid]]);
  const yesterday = () =>
    inTransaction(context.db, async (tx) => (await totalByCoin({ tx, actor: holder })).list[0]?.yesterday);
  await settleReferral(settleDeps(context, figures), sunday);
  expect(await yesterday()).toBe('70');
  await settleReferral(settleDeps(context, figures), sunday + 1);
  expect(await yesterday()).toBe('0');
});

test('behavior: V4 and above share the leadership pool by the small region of the week', async () => {
  const [leader, other] = await addLeaders(4);
  await fill('leadership', 40n);
  await settle('leadership');
  expect(await paidTo()).toEqual([
    [leader.id, 'USDT', 'claimable', 30n],
    [other.id, 'USDT', 'claimable', 10n],
  ]);
});

test('behavior: liquidity that a team lends for the last minute of a week weighs next to nothing in the leadership pool, and what it keeps its due', async () => {
  const [leader, lender] = await addLeaders(4);
  const legs = figures.performance.map(({ memberId }) => memberId);
  const count = (memberId: string | undefined, before: bigint, after: bigint, days: number) =>
    inTransaction(context.db, (tx) =>
      recordStake(
        { tx },
        {
          memberId: memberId ?? '',
          before: before * oneCoin,
          after: after * oneCoin,
          time: new Date((firstDay + days) * DAY_MS),
        },
      ),
    );
  const minute = 1 / 1_440;
  const [keptBy, lentBy] = [legs.slice(0, 2), legs.slice(2, 4)];
  for (const leg of keptBy) await count(leg, 0n, 1_000n, 0);
  for (const leg of lentBy) {
    await count(leg, 0n, 1_000_000n, 7 - minute);
    await count(leg, 1_000_000n, 0n, 7 + minute);
  }
  const { performance } = rewardSources;
  const deps = settleDeps(context, figures);
  await fill('leadership', 40n);
  await settleWeekly(
    { ...deps, sources: { ...deps.sources, ...(performance && { performance }) } },
    { pool: 'leadership', monday: firstDay },
  );
  const paid = await listRows(context.db);
  expect(paid.map(({ member_id, weight }) => [member_id, weight])).toEqual([
    [leader.id, 1_000_000_000n],
    // A minute of the 10,080 of the week.
    [lender.id, 99_206_349n],
  ]);
});

test('behavior: what somebody did who is not activated weighs nothing in the leadership pool', async () => {
  const [leader, other] = await addLeaders(4);
  const plain = await addMember(context, { inviter: other });
  figures.performance.push({ memberId: plain.id, day: firstDay, amount: 800n * oneCoin });
  await fill('leadership', 40n);
  await settle('leadership');
  expect(await paidTo()).toEqual([
    [leader.id, 'USDT', 'claimable', 30n],
    [other.id, 'USDT', 'claimable', 10n],
  ]);
});

test('behavior: from which level on members lead is the operators’ to set, from the next settlement on', async () => {
  const [leader, other] = await addLeaders(3);
  await fill('leadership', 40n);
  await settle('leadership');
  expect(await paidTo()).toEqual([]);
  await inTransaction(context.owner, (tx) =>
    writeSetting({ tx }, { name: 'rewardLeadershipLevel', text: '3', changedBy: 'installation' }),
  );
  await settle('leadership');
  expect([await paidTo(), await pool('leadership')]).toEqual([[], 40n * oneCoin]);
  await settleWeekly(settleDeps(context, { ...figures, performance: weekLater(figures) }), {
    pool: 'leadership',
    monday: firstDay + 7,
  });
  expect(await paidTo()).toEqual([
    [leader.id, 'USDT', 'claimable', 30n],
    [other.id, 'USDT', 'claimable', 10n],
  ]);
});

const weekLater = ({ performance }: Figures) =>
  performance.filter(({ day }) => day < firstDay + 7).map((one) => ({ ...one, day: one.day + 7 }));
