import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { oneCoin } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../platform/db/connect.ts';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { addMember } from '../test/people.ts';
import type { TestMember } from '../test/people.ts';
import { DAY_MS, firstDay } from '../test/rewards.ts';
import { listWeekPerformance } from './performance-store.ts';
import { recordStake } from './record-use.ts';

/** Migration 0788: liquidity that counted whole in a week that the former rule decided has no rest in the next one. */
const monday = firstDay;
const WEEK_DAYS = 7;
const lent = 700n * oneCoin;
let context: TestContext;
beforeEach(async () => {
  context = await openTestContext();
});
afterEach(() => context.close());

/** As the former program left it, after the column came: nothing says when within the day it was. */
async function insertFormer({ id }: TestMember, day: number, amount: bigint, kind = 'liquidity') {
  await sql`insert into performance_day (member_id, day, kind, amount) values (${id}, ${day}, ${kind}, ${amount})`.execute(
    context.owner,
  );
}

async function insertSettlement(period: number, step: string): Promise<void> {
  const settledAt = step === 'settled' ? new Date() : null;
  await sql`insert into reward_settlement (pool, period, days, step, opened_at, settled_at)
    values ('leadership', ${period}, 7, ${step}, now(), ${settledAt})`.execute(context.owner);
}

async function migrate(): Promise<void> {
  const file = join(import.meta.dirname, '../migrations/0788-counted-by-the-former-rule.sql');
  await sql.raw(await readFile(file, 'utf8')).execute(context.owner);
}

async function countedIn(member: TestMember, week: number): Promise<bigint> {
  const all = await listWeekPerformance(context.db, week);
  return all.find(({ memberId }) => memberId === member.id)?.amount ?? 0n;
}

/** On each day of a week one member who added, and one who removed. */
async function addWeek(week: number): Promise<{ member: TestMember; amount: bigint }[]> {
  const all: { member: TestMember; amount: bigint }[] = [];
  for (let since = 0; since < WEEK_DAYS; since += 1)
    for (const amount of [lent, -lent]) {
      const member = await addMember(context);
      await insertFormer(member, week + since, amount);
      all.push({ member, amount });
    }
  return all;
}

test.each(['settled', 'written'])(
  'refuses: to count again, in the week after one that is %s, what was added or removed on any of its days',
  async (step) => {
    const all = await addWeek(monday);
    await insertSettlement(monday - WEEK_DAYS, 'settled');
    await insertSettlement(monday, step);
    const next = monday + WEEK_DAYS;
    // Without the migration: as many sevenths again as there were days before it in its week.
    for (const [place, { member, amount }] of all.entries())
      expect(await countedIn(member, next)).toBe((amount / 7n) * BigInt(Math.floor(place / 2)));
    for (let times = 0; times < 2; times += 1) {
      await migrate();
      for (const { member } of all) expect(await countedIn(member, next)).toBe(0n);
    }
  },
);

test('refuses: to take anything away from a week that is not decided yet, from other kinds, or from what knows its time', async () => {
  const all = await addWeek(monday);
  const [trader, late] = [await addMember(context), await addMember(context)];
  await insertFormer(trader, monday - 1, lent, 'swap');
  const time = new Date((monday - 1) * DAY_MS + DAY_MS / 2);
  await inTransaction(context.db, (tx) =>
    recordStake({ tx }, { memberId: late.id, before: 0n, after: lent, time }),
  );
  const read = async () =>
    (await sql`select * from performance_day order by member_id, day, kind`.execute(context.db)).rows;
  const before = await read();
  await migrate();
  expect(await read()).toEqual(before);
  await insertSettlement(monday - WEEK_DAYS, 'settled');
  await insertSettlement(monday, 'opened');
  await migrate();
  expect(await read()).toEqual(before);
  for (const [place, { member, amount }] of all.entries()) {
    const sevenths = BigInt(WEEK_DAYS - Math.floor(place / 2));
    expect(await countedIn(member, monday)).toBe((amount / 7n) * sevenths);
    expect(await countedIn(member, monday + WEEK_DAYS)).toBe((amount / 7n) * (7n - sevenths));
  }
});

test('behavior: what counted whole on the last Sunday is taken away once, whole, when it leaves in the next week', async () => {
  const member = await addMember(context);
  const next = monday + WEEK_DAYS;
  await insertFormer(member, monday + 6, lent);
  await insertSettlement(monday, 'settled');
  await migrate();
  const time = new Date((next + 3.5) * DAY_MS);
  await inTransaction(context.db, (tx) =>
    recordStake({ tx }, { memberId: member.id, before: lent, after: 0n, time }),
  );
  const weeks = [next, next + WEEK_DAYS, next + 2 * WEEK_DAYS];
  expect(await Promise.all(weeks.map((week) => countedIn(member, week)))).toEqual([
    -lent / 2n,
    -lent / 2n,
    0n,
  ]);
});
