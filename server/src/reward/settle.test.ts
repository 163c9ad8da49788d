import { dayOf, endOfDay } from '@openmere/core/kit/day.ts';
import { oneCoin } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { postEntry } from '../ledger/post.ts';
import { grantEquity } from '../liquidity/grant-equity.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import {
  addMiner,
  DAY_MS,
  givePower,
  noonOf,
  openFigures,
  sellForUsdo,
  settleDeps,
  trade,
} from '../test/rewards.ts';
import { weekStart } from './period.ts';
import { settleRewards } from './settle.ts';

let context: TestContext;
beforeEach(async () => {
  context = await openTestContext();
});
afterEach(() => context.close());

const today = dayOf(Date.now());
const settle = () => settleRewards(settleDeps(context, openFigures()));

/** The indexer has applied a final block of this moment; the business clock is `days` ahead. */
async function applied(at: number, days: number): Promise<void> {
  await sql`insert into chain_cursor (chain_id, block_number, block_hash, block_time)
    values (31337, 1, ${`0x${'1'.repeat(64)}`}, ${new Date(at)})
    on conflict (chain_id) do update set block_time = excluded.block_time`.execute(context.owner);
  await sql`update business_clock set target_ms = ${days * 86_400_000}, offset_ms = ${days * 86_400_000}`.execute(
    context.owner,
  );
}

async function listDone(): Promise<[string, number][]> {
  const { rows } = await sql<{ pool: string; period: number }>`
    select pool, period from reward_settlement where step = 'settled' order by opened_at, pool`.execute(
    context.db,
  );
  return rows.map(({ pool, period }) => [pool, period]);
}

test('refuses: a day that has not ended by the clock, or on the chain; before the indexer’s first block', async () => {
  expect(await settle()).toBe(0);
  await applied(endOfDay(today - 1) - 1, 0);
  await settle();
  expect((await listDone()).every(([, period]) => period < today - 1)).toBe(true);
  await applied(endOfDay(today + 1), 0);
  await settle();
  expect((await listDone()).every(([, period]) => period < today)).toBe(true);
});

test('behavior: each day once, the weekly pools after a Sunday, those that were missed in their order', async () => {
  const payer = await addMiner(context, { power: 0, inviter: await addMiner(context) });
  await applied(endOfDay(today - 1), 0);
  await settle();
  await trade(context, payer.address ?? '0x', 10n * oneCoin, new Date());
  await applied(endOfDay(today + 7), 8);
  expect(await settle()).toBeGreaterThan(16);
  expect(await settle()).toBe(0);
  const done = await listDone();
  const days = done.filter(([pool]) => pool === 'referral').map(([, period]) => period);
  expect(days).toEqual(days.map((_, at) => (days[0] ?? 0) + at));
  expect(days.at(-1)).toBe(today + 7);
  expect(done.filter(([pool]) => pool === 'node').map(([, period]) => period)).toContain(weekStart(today));
  const { rows } = await sql<{ day: number }>`select day from reward_fee`.execute(context.db);
  expect(rows).toEqual([{ day: today }]);
});

test('behavior: the first settlement begins with the day of the first fee, so that each day has its own', async () => {
  const payer = await addMiner(context, { power: 0, inviter: await addMiner(context) });
  for (const day of [today - 9, today - 9, today - 4])
    await trade(context, payer.address ?? '0x', 10n * oneCoin, new Date(endOfDay(day) - 1));
  await applied(endOfDay(today - 1), 0);
  await settle();
  const days = (await listDone()).filter(([pool]) => pool === 'referral').map(([, period]) => period);
  expect([days[0], days.length]).toEqual([today - 9, 9]);
  const { rows } = await sql<{ day: number; fees: bigint }>`
    select day, count(*) as fees from reward_fee group by day order by day`.execute(context.db);
  expect(rows).toEqual([
    { day: today - 9, fees: 2n },
    { day: today - 4, fees: 1n },
  ]);
});

/** Three weeks of trades, one of them a minute after each midnight, before the day that ended is settled. */
async function liveThreeWeeks(isLate: boolean): Promise<unknown[]> {
  const figures = openFigures();
  const inviter = await addMiner(context, { power: 0 });
  const payer = await addMiner(context, { power: 0, inviter });
  const first = weekStart(today) - 28;
  await givePower(context, inviter.id, 100_000, { at: noonOf(first - 3) });
  await inTransaction(context.db, (tx) =>
    grantEquity(
      { tx, post: (inner, entry) => postEntry(inner, entry) },
      {
        memberId: inviter.id,
        value: 10_000n * oneCoin,
        key: 'equity',
        reference: 'test',
        data: {},
        actor: 'system:test',
      },
    ),
  );
  figures.medals = [
    { memberId: inviter.id, weight: 5n },
    { memberId: payer.id, weight: 2n },
  ];
  const address = payer.address ?? '0x';
  for (let day = first; day < first + 21; day += 1) {
    if (day > first) await applied(endOfDay(day - 1), 0);
    if (day > first && !isLate) await settleRewards(settleDeps(context, figures));
    await trade(context, address, BigInt(100 + day - first) * oneCoin + 7n, noonOf(day));
    await sellForUsdo(context, address, 50n * oneCoin + 1n, noonOf(day));
    await trade(context, address, 31n * oneCoin, new Date((day + 1) * DAY_MS + 60_000));
  }
  await applied(endOfDay(first + 20), 0);
  await settleRewards(settleDeps(context, figures));
  const { rows } =
    await sql<object>`select r.pool, r.period, r.kind, r.coin_id, r.status, r.amount::text, r.base::text,
      r.member_id = ${payer.id} as "ofPayer" from reward r order by period, pool, kind, amount`.execute(
      context.db,
    );
  const { rows: sums } =
    await sql<object>`select pool, period, coin_id, funded::text, due::text, poy::text, market_value::text
    from reward_settlement_sum order by period, pool, coin_id`.execute(context.db);
  return [...rows, ...sums];
}

test('behavior: three weeks that are settled late give what they would have given on time', async () => {
  const onTime = await liveThreeWeeks(false);
  await context.close();
  context = await openTestContext();
  const late = await liveThreeWeeks(true);
  expect(late).toEqual(onTime);
  const pools = new Set(onTime.map((row) => (row as { pool: string }).pool));
  expect([...pools].sort()).toEqual(['node', 'referral', 'yield']);
  const weeks = onTime.filter(
    (row) => 'funded' in (row as object) && (row as { pool: string }).pool === 'node',
  );
  expect(weeks).toHaveLength(3);
}, 120_000);

test('behavior: EQUITY of the days that ended is settled before the yield that draws on it, whichever job runs first', async () => {
  const figures = openFigures();
  const member = await addMiner(context, { power: 0 });
  await givePower(context, member.id, 1_000, { at: noonOf(today - 3) });
  await inTransaction(context.db, (tx) =>
    postEntry(tx, {
      key: 'fill yield',
      kind: 'deposit',
      reference: 'fill',
      actor: 'system:test',
      postings: [
        { source: 'treasury:bsc', destination: 'pool:yield', asset: 'USDT', amount: 1_000n * oneCoin },
      ],
    }),
  );
  let granted = 0;
  const settleEquity = async () => {
    if (granted > 0) return;
    granted += 1;
    await inTransaction(context.db, (tx) =>
      grantEquity(
        { tx, post: (inner, entry) => postEntry(inner, entry) },
        {
          memberId: member.id,
          value: 500n * oneCoin,
          key: 'late',
          reference: 'test',
          data: {},
          actor: 'system:test',
        },
      ),
    );
  };
  await applied(endOfDay(today - 1), 0);
  const deps = settleDeps(context, figures);
  await settleRewards({ ...deps, sources: { ...deps.sources, settleEquity } });
  const { rows } = await sql<{
    amount: string;
  }>`select amount::text from reward where kind = 'yield' and status <> 'notqualified'`.execute(context.db);
  expect(rows.map(({ amount }) => BigInt(amount) > 0n)).toEqual([true]);
});
