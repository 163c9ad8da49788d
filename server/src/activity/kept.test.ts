import { randomBytes } from 'node:crypto';
import { oneCoin } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { postAll, postEntry } from '../ledger/post.ts';
import { depositEntry, fund, transferEntry } from '../ledger/test-ledger.ts';
import type { MemberActor } from '../platform/actor.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { newId } from '../platform/ids.ts';
import { writeSetting } from '../setting/write.ts';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { addMember } from '../test/people.ts';
import type { TestMember } from '../test/people.ts';
import { getInfo, listConsoleBonuses } from './get-info.ts';
import { keptOf, readKept } from './kept.ts';
import { settleActivity } from './settle.ts';
import { listBonuses } from './store.ts';
import type { Bonus } from './tables.ts';

/** A deposit bonus counts what stayed until it was due, whenever the settler comes to look. */
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
let context: TestContext;
let other: TestMember;
beforeEach(async () => {
  context = await openTestContext();
  other = await addMember(context);
  const textOf = (time: number): string => `${new Date(time).toISOString().slice(0, 19)}Z`;
  const [starts, ends] = [textOf(Date.now() - 10 * DAY_MS), textOf(Date.now() + DAY_MS)];
  for (const [name, text] of [
    ['activityStarts', starts],
    ['activityEnds', ends],
  ] as const)
    await inTransaction(context.owner, (tx) =>
      writeSetting({ tx }, { name, text, changedBy: 'installation' }),
    );
});
afterEach(() => context.close());

/** Somebody whose 600 USDT were credited so long ago that they have to stay for half an hour more. */
async function addDepositor(known?: TestMember): Promise<TestMember> {
  const member = known ?? (await addMember(context));
  const { id: memberId } = member;
  const at = new Date(Date.now() - 7 * DAY_MS + HOUR_MS / 2);
  const hash = (digits: number): string => `0x${randomBytes(digits / 2).toString('hex')}`;
  const chainId = 31_337;
  const [reference, amount] = [newId('dep'), 600n * oneCoin];
  await sql`insert into deposit_address (member_id, chain_id, address, salt, factory)
    values (${memberId}, ${chainId}, ${hash(40)}, ${hash(64)}, ${hash(40)})`.execute(context.owner);
  await sql`insert into deposit (id, member_id, chain_id, coin_id, token, address, sender, amount, tx_hash, log_index,
      block_number, block_hash, status, credited_at)
    select ${reference}, member_id, ${chainId}, 'USDT', ${hash(40)}, address, ${hash(40)}, ${amount}, ${hash(64)}, 0,
      1, ${hash(64)}, 'credited', ${at}
    from deposit_address where member_id = ${memberId}`.execute(context.owner);
  await inTransaction(context.db, (tx) =>
    postEntry(tx, { ...depositEntry(reference, memberId, amount), reference }),
  );
  return member;
}

async function addHolder(): Promise<TestMember> {
  const member = await addDepositor();
  await decide();
  expect(await bonusOf(member)).toMatchObject({ status: 'held', kept: 600n * oneCoin });
  return member;
}

const decide = (): Promise<number> => settleActivity({ db: context.db });
const bonusOf = async ({ id }: TestMember) => (await listBonuses(context.db, id))[0];

const move = (from: TestMember, to: TestMember, coins: number): Promise<unknown> =>
  inTransaction(context.db, (tx) =>
    postEntry(tx, transferEntry(newId('x'), from.id, to.id, BigInt(coins) * oneCoin)),
  );

const pass = (hours: number): Promise<unknown> =>
  sql`update business_clock set target_ms = ${hours * HOUR_MS}, offset_ms = ${hours * HOUR_MS}`.execute(
    context.owner,
  );

test('refuses: the bonus for money that was away and back again while nobody looked', async () => {
  const member = await addHolder();
  await move(member, other, 550);
  await move(other, member, 550);
  await pass(2);
  await decide();
  expect(await bonusOf(member)).toMatchObject({
    status: 'refused',
    reason: 'notkept',
    kept: 50n * oneCoin,
  });
});

test('refuses: the bonus where it is noted, but not so, that nothing was moved: the settler reads the ledger itself', async () => {
  const member = await addHolder();
  await move(member, other, 550);
  await move(other, member, 550);
  const noted =
    await sql`update activity_bonus set kept_through = ${2n ** 62n} where member_id = ${member.id}`.execute(
      context.db,
    );
  expect(noted.numAffectedRows).toBe(1n);
  await pass(2);
  await decide();
  expect(await bonusOf(member)).toMatchObject({ status: 'refused', kept: 50n * oneCoin });
});

test('refuses: to write a row of everybody whose money has to stay, each time the settler looks', async () => {
  const member = await addHolder();
  await decide();
  const { rows } = await sql<{ locked: boolean }>`
    select xmax <> 0 as locked from activity_bonus where member_id = ${member.id}`.execute(context.db);
  expect(rows).toEqual([{ locked: false }]);
});

test('refuses: the bonus for money that was away and back again before the settler first looked', async () => {
  const member = await addDepositor();
  await move(member, other, 550);
  await move(other, member, 550);
  await decide();
  await pass(2);
  await decide();
  expect(await bonusOf(member)).toMatchObject({ status: 'refused', kept: 50n * oneCoin });
});

test('behavior: a settler that first looks when the time is over counts what stayed until then', async () => {
  const member = await addDepositor();
  await pass(2);
  await move(member, other, 600);
  await decide();
  await decide();
  expect(await bonusOf(member)).toMatchObject({ status: 'given', kept: 600n * oneCoin });
});

test('behavior: counted from the credit itself to the moment when it is due, that one included', async () => {
  const member = await addMember(context);
  await fund(context.db, member.id, 5);
  await move(member, other, 5);
  await addDepositor(member);
  await decide();
  await fund(context.db, member.id, 1000);
  await move(member, other, 1200);
  const bonus = await bonusOf(member);
  const { rows } = await sql<{ time: Date }>`select max(time) as time from ledger.batch`.execute(context.db);
  const last = rows[0]?.time.getTime() ?? 0;
  const keptUntil = (due: number) =>
    inTransaction(context.db, (tx) => keptOf({ tx }, { ...(bonus as Bonus), due_at: new Date(due) }));
  expect(await keptUntil(last - HOUR_MS)).toBe(600n * oneCoin);
  expect(await keptUntil(last - 1)).toBe(600n * oneCoin);
  expect(await keptUntil(last)).toBe(400n * oneCoin);
});

test('behavior: its member and the console are shown what stayed so far, whether the settler runs or not', async () => {
  const member = await addHolder();
  await move(member, other, 550);
  await move(other, member, 300);
  const actor = { kind: 'member', id: member.id } as MemberActor;
  const shown = { status: 'held', deposit: '600', kept: '50', power: '0' };
  const info = await inTransaction(context.db, (tx) => getInfo({ tx, actor }));
  expect(info.own?.bonuses).toMatchObject([shown]);
  const { list } = await inTransaction(context.db, (tx) => listConsoleBonuses({ tx }, { pageSize: 20 }));
  expect(list).toMatchObject([shown]);
});

test('behavior: what a busy member’s entries say is noted and not read again; what comes later counts as ever', async () => {
  const member = await addHolder();
  const actor = { kind: 'member', id: member.id } as MemberActor;
  const keptShown = async () =>
    (await inTransaction(context.db, (tx) => getInfo({ tx, actor }))).own?.bonuses[0]?.kept;
  await move(member, other, 100);
  expect(await keptShown()).toBe('500');
  expect(await bonusOf(member)).toMatchObject({ kept: 600n * oneCoin, kept_through: null });
  const many = Array.from({ length: 1_000 }, () => transferEntry(newId('x'), other.id, member.id, 1n));
  await fund(context.db, other.id, 5);
  await inTransaction(context.db, (tx) => postAll(tx, many));
  expect(await keptShown()).toBe('500');
  expect(await bonusOf(member)).toMatchObject({ kept: 500n * oneCoin, kept_through: expect.any(BigInt) });
  const read = await inTransaction(context.db, async (tx) =>
    readKept({ tx }, (await bonusOf(member)) as Bonus),
  );
  expect(read).toMatchObject({ kept: 500n * oneCoin, count: 0 });
  await move(member, other, 450);
  await move(other, member, 450);
  await pass(2);
  await decide();
  expect(await bonusOf(member)).toMatchObject({
    status: 'refused',
    reason: 'notkept',
    kept: 50n * oneCoin + 1_000n,
  });
});

test('behavior: while one settler is at it others leave it to that one, and wait for nothing', async () => {
  const member = await addDepositor();
  await inTransaction(context.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('activity round', 0))`.execute(tx);
    expect(await decide()).toBe(0);
  });
  await decide();
  await pass(2);
  await inTransaction(context.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('activity held', 0))`.execute(tx);
    expect(await decide()).toBe(0);
  });
  expect(await Promise.all([decide(), decide(), decide()])).toContain(1);
  expect(await bonusOf(member)).toMatchObject({ status: 'given' });
  const { rows } = await sql<{ count: bigint }>`select count(*) as count from reward`.execute(context.db);
  expect(rows[0]?.count).toBe(1n);
});

test('behavior: who takes the money after its time keeps the bonus, also where the settler comes days later', async () => {
  const member = await addHolder();
  await move(member, other, 10);
  await pass(2);
  await move(member, other, 590);
  await pass(75);
  // More than is read at once.
  const more = Array.from({ length: 510 }, () => transferEntry(newId('x'), other.id, member.id, oneCoin));
  await inTransaction(context.db, (tx) => postAll(tx, more));
  await decide();
  expect(await bonusOf(member)).toMatchObject({
    status: 'given',
    kept: 590n * oneCoin,
    power: 295n * oneCoin,
  });
});
