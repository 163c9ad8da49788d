import { oneCoin } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../platform/db/connect.ts';
import { writeSetting } from '../setting/write.ts';
import { catchUp } from '../test/context.ts';
import {
  addWorth,
  deps,
  emitted,
  equityOf,
  openLiquidityContext,
  passAndSettle,
  settle,
} from '../test/liquidity-logs.ts';
import type { LiquidityContext } from '../test/liquidity-logs.ts';
import { addMember } from '../test/people.ts';
import type { TestMember } from '../test/people.ts';
import { happen, mineFinal, passDays } from '../test/scripted-context.ts';
import type { Emitted } from '../test/scripted-context.ts';
import { settleEquity } from './settle-equity.ts';
import { changeStake, findStake } from './stake-store.ts';

let context: LiquidityContext;
beforeAll(async () => {
  context = await openLiquidityContext();
});
afterAll(() => context.close());

const whole = 15_000n * oneCoin;

/** Takes out `lp`, one base unit of USDT each; nothing of it is held. */
function takesOut(person: TestMember, lp: bigint): Emitted {
  return emitted('remove', person.address ?? '0x', [lp, lp, lp, 0n, 0n, 0n]);
}
const putsIn = (person: TestMember, value: bigint): Emitted => addWorth(person.address ?? '0x', value);
async function addPeople(count: number): Promise<TestMember[]> {
  const people: TestMember[] = [];
  while (people.length < count) people.push(await addMember(context));
  return people;
}
const run = () => settle(context, context.chain.chainId);

test('refuses: borrowed money, in and out in one block in turns, ends at 0; and so does the next day’s', async () => {
  const thief = await addMember(context);
  const turns = [1, 2, 3].flatMap(() => [putsIn(thief, whole), takesOut(thief, whole)]);
  await happen(context, ...turns);
  await passAndSettle(context);
  await happen(context, putsIn(thief, whole), takesOut(thief, whole), putsIn(thief, whole));
  await happen(context, takesOut(thief, whole));
  await passAndSettle(context);
  expect(await equityOf(context, thief)).toBe(0n);
});

test('refuses: to earn again for the same money, taken out and put back after it has earned', async () => {
  const person = await addMember(context);
  await happen(context, putsIn(person, 100n));
  await passAndSettle(context);
  for (let round = 0; round < 2; round += 1) {
    await happen(context, takesOut(person, 100n));
    await passAndSettle(context);
    await happen(context, putsIn(person, 100n));
    await passAndSettle(context);
  }
  expect(await equityOf(context, person)).toBe(100n);
  await happen(context, putsIn(person, 40n));
  await passAndSettle(context);
  expect(await equityOf(context, person)).toBe(140n);
}, 120_000);

test('refuses: EQUITY to whose country is barred when the day is over, then and after the bar is gone', async () => {
  const bar = (text: string) =>
    inTransaction(context.owner, (tx) =>
      writeSetting({ tx }, { name: 'barredCountries', text, changedBy: 'installation' }),
    );
  const [british, other] = [await addMember(context, { country: 'GB' }), await addMember(context)];
  await happen(context, putsIn(british, 500n), putsIn(other, 500n));
  await bar('GB');
  await passAndSettle(context);
  expect([await equityOf(context, british), await equityOf(context, other)]).toEqual([0n, 500n]);
  await bar('CN,US');
  await passAndSettle(context);
  expect(await equityOf(context, british)).toBe(0n);
});

test('refuses: to settle a day that may not be over: nothing before a final block of the next day is applied', async () => {
  const person = await addMember(context);
  await happen(context, putsIn(person, 7n));
  await passDays(context, 1);
  expect(await equityOf(context, person)).toBe(0n);
  await run();
  expect(await equityOf(context, person)).toBe(0n);
  // The day after next is there, but not final yet.
  context.chain.passed += 86_400;
  context.chain.mine();
  await catchUp(context.follower());
  await run();
  expect(await equityOf(context, person)).toBe(0n);
  mineFinal(context, []);
  await catchUp(context.follower());
  await run();
  expect(await equityOf(context, person)).toBe(7n);
});

test('behavior: a person who cannot be settled stops no other, and is settled once it can be', async () => {
  const [bad, good] = (await addPeople(2)) as [TestMember, TestMember];
  await happen(context, putsIn(bad, 5n), putsIn(good, 6n));
  await sql`create function break_one() returns trigger language plpgsql as $$ begin
    if new.person_id = ${sql.lit(bad.id)} then raise exception 'this person is broken'; end if; return new; end $$`.execute(
    context.owner,
  );
  await sql`create trigger break_one before update on equity_stake for each row execute function break_one()`.execute(
    context.owner,
  );
  await expect(passAndSettle(context)).rejects.toThrow(`passed over ${bad.id}: this person is broken`);
  expect([await equityOf(context, bad), await equityOf(context, good)]).toEqual([0n, 6n]);
  await sql`drop trigger break_one on equity_stake`.execute(context.owner);
  await run();
  expect([await equityOf(context, bad), await equityOf(context, good)]).toEqual([5n, 6n]);
});

test('property: run twice, at once, or in two processes, a day is settled once', async () => {
  const people = await addPeople(4);
  await happen(context, ...people.map((person) => putsIn(person, 9n)));
  await passDays(context, 2);
  await Promise.all([run(), run(), run()]);
  expect(await run()).toBe(0);
  for (const person of people) expect(await equityOf(context, person)).toBe(9n);
});

test('property: killed in the middle it goes on where it was, and gives what it would have given', async () => {
  const people = await addPeople(3);
  await happen(context, ...people.map((person) => putsIn(person, 11n)));
  await passDays(context, 2);
  let posts = 0;
  const dying = settleEquity({
    db: context.db,
    chainId: context.chain.chainId,
    post: async (tx, entry) => {
      const posted = await deps.post(tx, entry);
      posts += 1;
      // Whoever is dead does nothing more.
      if (posts >= 2) throw new Error('killed');
      return posted;
    },
  });
  await expect(dying).rejects.toThrow('killed');
  const sum = async () => {
    const balances = await Promise.all(people.map((person) => equityOf(context, person)));
    return balances.reduce((all, one) => all + one, 0n);
  };
  expect(await sum()).toBe(11n);
  await run();
  expect(await sum()).toBe(33n);
});

test('property: late by many days it gives what it would have given on time, day by day', async () => {
  const [late, prompt] = [await addMember(context), await addMember(context)];
  const changes = [50n, -20n, 90n, 0n, 60n];
  const settleOne = async (person: TestMember, everyDay: boolean) => {
    for (const change of changes) {
      if (change > 0n) await happen(context, putsIn(person, change));
      if (change < 0n) await happen(context, takesOut(person, -change));
      await passDays(context, 1);
      if (everyDay) await run();
    }
    await passDays(context, 1);
    await run();
    return grantsOf(person);
  };
  const first = await settleOne(prompt, true);
  const second = await settleOne(late, false);
  expect(first.length).toBeGreaterThan(1);
  expect(second).toEqual(first);
  expect(await equityOf(context, late)).toBe(await equityOf(context, prompt));
}, 120_000);

async function grantsOf({ id }: TestMember): Promise<bigint[]> {
  const rows = await context.db
    .selectFrom('equity_grant')
    .select(['key', 'value'])
    .where('member_id', '=', id)
    .execute();
  const dayOfKey = (key: string) => Number(key.split(':')[2]);
  return rows.sort((a, b) => dayOfKey(a.key) - dayOfKey(b.key)).map(({ value }) => value);
}

test('behavior: a log that comes late, for a settled day, counts from the first day that is not settled', async () => {
  const person = await addMember(context);
  await happen(context, putsIn(person, 30n));
  const block = context.chain.head;
  await passAndSettle(context);
  expect(await equityOf(context, person)).toBe(30n);
  const before = await findStake(context.db, person.id);
  await inTransaction(context.db, (tx) => changeStake(tx, person.id, -30n, new Date(block * 1000)));
  const after = await findStake(context.db, person.id);
  expect(after?.changed_day).toBe((before?.settled_day ?? 0) + 1);
  await passAndSettle(context);
  // Nothing that was earned is taken back, and the same money earns nothing again.
  expect(await equityOf(context, person)).toBe(30n);
});
