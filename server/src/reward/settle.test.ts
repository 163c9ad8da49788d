import { oneCoin } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dayOf, endOfDay } from '@openmere/core/kit/day.ts';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { addMiner, openFigures, settleDeps, trade } from '../test/rewards.ts';
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
