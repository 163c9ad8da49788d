import { dayOf } from '@openmere/core/kit/day.ts';
import { teamMoved } from '@openmere/core/team/contract.ts';
import { sql } from 'kysely';
import type { QueryId } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../platform/db/connect.ts';
import type { Db } from '../platform/db/connect.ts';
import { toMember } from '../platform/outbox.ts';
import { coin, openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { activate, addMember } from '../test/people.ts';
import type { TestMember } from '../test/people.ts';
import { FigureCount } from './count-figures.ts';
import { findFigure, listDays, nextRound, takeChanges } from './figure-store.ts';
import { listPerformance } from './performance-store.ts';
import { recordStake, recordUses } from './record-use.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
}, 60_000);
afterAll(() => context.close());

const today = new Date();
const day = dayOf(today.getTime());
const yesterday = new Date(today.getTime() - 86_400_000);
const swaps = (member: Pick<TestMember, 'id'>, usdt: bigint, time = today) =>
  inTransaction(context.db, (tx) =>
    recordUses({ tx }, [{ memberId: member.id, kind: 'swap', value: usdt * coin, time }]),
  );
const stakes = (member: Pick<TestMember, 'id'>, before: bigint, after: bigint) =>
  inTransaction(context.db, (tx) =>
    recordStake({ tx }, { memberId: member.id, before: before * coin, after: after * coin, time: today }),
  );
const join = (inviter: Pick<TestMember, 'id'>): Promise<TestMember> =>
  addMember(context, { inviter, activated: true });
async function figuresOf(member: Pick<TestMember, 'id'>) {
  const figure = await findFigure(context.db, member.id);
  if (!figure) return undefined;
  const { total, large, members, highest } = figure;
  return { total: total / coin, large: large / coin, members, highest };
}

test('refuses: performance that is no whole millionth, and a change without a day', async () => {
  const member = await join(context.root);
  for (const statement of [
    sql`insert into performance_day values (${member.id}, 1, 'swap', 1)`,
    sql`insert into performance_day values (${member.id}, 1, 'gift', 1000000000000)`,
    sql`insert into team_change (member_id, amount) values (${member.id}, 5)`,
    sql`delete from performance_day`,
  ])
    await expect(statement.execute(context.db)).rejects.toThrow();
});

test('behavior: use counts for the whole line above, by leg and day; oneself is no part of one’s team', async () => {
  const count = new FigureCount(context);
  const anna = await join(context.root);
  const [ben, cleo] = [await join(anna), await join(anna)];
  const dora = await join(ben);
  await count.count();
  expect(await figuresOf(anna)).toEqual({ total: 0n, large: 0n, members: 3, highest: 0 });
  await swaps(anna, 1_000n);
  await swaps(ben, 20n);
  await swaps(dora, 300n);
  await swaps(cleo, 50n, yesterday);
  expect(await count.count()).toBe(4);
  expect(await figuresOf(anna)).toEqual({ total: 370n, large: 320n, members: 3, highest: 0 });
  expect(await figuresOf(ben)).toEqual({ total: 300n, large: 300n, members: 1, highest: 0 });
  expect(await figuresOf(dora)).toEqual({ total: 0n, large: 0n, members: 0, highest: 0 });
  expect(await listDays(context.db, anna.id, day - 1)).toEqual([
    { day: day - 1, amount: 50n * coin, own: 0n, newMembers: 0 },
    { day, amount: 320n * coin, own: 1_000n * coin, newMembers: 3 },
  ]);
  const all = await listPerformance(context.db, { from: day, to: day });
  expect(all.find(({ memberId }) => memberId === dora.id)?.amount).toBe(300n * coin);
  expect(all.some(({ memberId }) => memberId === cleo.id)).toBe(false);
});

test('behavior: liquidity that goes again takes away what it brought, and never more', async () => {
  const count = new FigureCount(context);
  const anna = await join(context.root);
  const ben = await join(anna);
  await stakes(ben, 0n, 500n);
  await swaps(ben, 10n);
  await count.count();
  expect((await figuresOf(anna))?.total).toBe(510n);
  await stakes(ben, 500n, 200n);
  await count.count();
  expect((await figuresOf(anna))?.total).toBe(210n);
  // As if its weight had been raised meanwhile.
  await stakes(ben, 900n, 0n);
  await count.count();
  expect((await figuresOf(anna))?.total).toBe(10n);
});

test('behavior: who is not activated counts for nobody, and from the activation on with all they ever did', async () => {
  const count = new FigureCount(context);
  const anna = await join(context.root);
  const ben = await addMember(context, { inviter: anna });
  await swaps(ben, 70n, yesterday);
  await count.count();
  expect(await figuresOf(anna)).toEqual({ total: 0n, large: 0n, members: 0, highest: 0 });
  await activate(context, ben.id);
  await swaps(ben, 7n);
  await count.count();
  expect(await figuresOf(anna)).toEqual({ total: 77n, large: 77n, members: 1, highest: 0 });
  expect(await listDays(context.db, anna.id, day - 1)).toMatchObject([
    { amount: 70n * coin, newMembers: 0 },
    { amount: 7n * coin, newMembers: 1 },
  ]);
  expect(await count.count()).toBe(0);
});

test('behavior: the highest level below follows who rises; the line above is told', async () => {
  const count = new FigureCount(context);
  const anna = await join(context.root);
  const ben = await join(await join(anna));
  await count.count();
  await sql`update member set vip_level = 3 where id = ${ben.id}`.execute(context.owner);
  await count.count();
  expect((await figuresOf(anna))?.highest).toBe(3);
  expect((await figuresOf(ben))?.highest).toBe(0);
  const { rows } = await sql<{ n: bigint }>`
    select count(*) as n from socket_message where member_id = ${anna.id} and type = 'notice'`.execute(
    context.db,
  );
  expect(rows[0]?.n).toBe(2n);
});

test('behavior: others who tell the line above something in the middle of each try hold no round up', async () => {
  const anna = await join(context.root);
  const ben = await join(anna);
  await new FigureCount(context).count();
  await swaps(ben, 20n);
  let told = 0;
  const db = beside(context.db, /select round from team_round/, async () => {
    told += 1;
    await inTransaction(context.owner, (tx) => toMember(tx, teamMoved, anna.id, {}));
  });
  expect(await new FigureCount({ db }).count()).toBe(1);
  expect(told).toBeGreaterThan(0);
  expect((await figuresOf(anna))?.total).toBe(20n);
});

test('behavior: a round that another process has overtaken is done again, and counts once', async () => {
  const anna = await join(context.root);
  await new FigureCount(context).count();
  await swaps(await join(anna), 20n);
  let begun = 0;
  const db = beside(context.db, /set_config/, async () => {
    begun += 1;
    if (begun <= 2) await inTransaction(context.owner, nextRound);
  });
  await new FigureCount({ db }).count();
  expect(begun).toBeGreaterThan(3);
  expect(await figuresOf(anna)).toMatchObject({ total: 20n, members: 1 });
});

/** A database on which somebody else does something, and commits it, after each statement like this one and before the next. */
function beside(db: Db, statement: RegExp, work: () => Promise<void>): Db {
  const found = new WeakSet<QueryId>();
  return db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      if (node.kind === 'RawNode' && statement.test(node.sqlFragments.join(''))) found.add(queryId);
      return node;
    },
    transformResult: async ({ queryId, result }) => {
      if (found.has(queryId)) await work();
      return result;
    },
  });
}

test('property: a killed round, a second process and one that was late count everything once', async () => {
  const [first, second] = [new FigureCount(context), new FigureCount(context)];
  const anna = await join(context.root);
  const people = [anna];
  let seed = 7;
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (seed >> 8) % below;
  };
  await first.count();
  await second.count();
  for (let round = 0; round < 12; round += 1) {
    people.push(await join(people[random(people.length)] ?? anna));
    for (let use = 0; use < 4; use += 1) {
      const who = people[random(people.length)] ?? anna;
      await swaps(who, BigInt(1 + random(1_000)), random(2) === 0 ? today : yesterday);
    }
    if (round % 3 === 0) await dieInRound();
    await (round % 2 === 0 ? first : second).count();
  }
  const { rows } = await sql<{ id: string; figures: string; expected: string }>`
    with recursive below as (
      select m.inviter_id as top, m.id as leg, m.id from member m where m.inviter_id is not null and m.activated_at is not null
      union all select b.top, b.leg, m.id from below b join member m on m.inviter_id = b.id where m.activated_at is not null),
    legs as (
      select top, leg, count(distinct below.id) as members, coalesce(sum(p.amount), 0) as amount
        from below left join performance_day p on p.member_id = below.id group by top, leg),
    expected as (select top, sum(amount) as total, greatest(max(amount), 0) as large, sum(n) as members from (
      select top, leg, amount, (select count(*) from below b where b.top = legs.top and b.leg = legs.leg) as n from legs) l
      group by top)
    select f.member_id as id, f.total || ' ' || f.large || ' ' || f.members as figures,
      e.total || ' ' || e.large || ' ' || e.members as expected
      from team_figure f join expected e on e.top = f.member_id`.execute(context.owner);
  expect(rows.length).toBeGreaterThan(8);
  for (const { figures, expected } of rows) expect(figures).toBe(expected);
  const { rows: days } = await sql<{ off: bigint }>`
    select count(*) as off from team_figure f where f.total <> (
      select coalesce(sum(d.amount), 0) from team_day d where d.member_id = f.member_id)
      or f.members <> (select coalesce(sum(d.new_members), 0) from team_day d where d.member_id = f.member_id)`.execute(
    context.owner,
  );
  expect(days[0]?.off).toBe(0n);
});

/** A round that took changes and died before it committed: they are there again. */
async function dieInRound(): Promise<void> {
  const dying = inTransaction(context.db, async (tx) => {
    await takeChanges(tx, 1_000);
    await nextRound(tx);
    throw new Error('killed');
  });
  await expect(dying).rejects.toThrow('killed');
}
