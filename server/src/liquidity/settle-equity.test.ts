import { oneCoin } from '@openmere/core/money/amount.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../platform/db/connect.ts';
import { settleEquity } from './settle-equity.ts';
import { changeStake, findStake } from './stake-store.ts';
import {
  addPerson,
  addWorth,
  catchUp,
  deps,
  equityOf,
  happen,
  mineFinal,
  openHouse,
  passAndSettle,
  passDays,
  said,
  settle,
} from './test-house.ts';
import type { House, Person, Said } from './test-house.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

const whole = 15_000n * oneCoin;

/** Takes out `lp`, one base unit of USDT each; nothing of it is held. */
function takesOut(person: Person, lp: bigint): Said {
  return said('remove', person.address ?? '0x', [lp, lp, lp, 0n, 0n, 0n]);
}
const putsIn = (person: Person, value: bigint): Said => addWorth(person.address ?? '0x', value);
async function addPeople(count: number): Promise<Person[]> {
  const people: Person[] = [];
  while (people.length < count) people.push(await addPerson(house.owner));
  return people;
}
const run = () => settle(house, house.chain.chainId);

test('refuses: borrowed money, in and out in one block in turns, ends at 0; and so does the next day’s', async () => {
  const thief = await addPerson(house.owner);
  const turns = [1, 2, 3].flatMap(() => [putsIn(thief, whole), takesOut(thief, whole)]);
  await happen(house, ...turns);
  await passAndSettle(house);
  await happen(house, putsIn(thief, whole), takesOut(thief, whole), putsIn(thief, whole));
  await happen(house, takesOut(thief, whole));
  await passAndSettle(house);
  expect(await equityOf(house, thief)).toBe(0n);
});

test('refuses: to earn again for the same money, taken out and put back after it has earned', async () => {
  const person = await addPerson(house.owner);
  await happen(house, putsIn(person, 100n));
  await passAndSettle(house);
  for (let round = 0; round < 2; round += 1) {
    await happen(house, takesOut(person, 100n));
    await passAndSettle(house);
    await happen(house, putsIn(person, 100n));
    await passAndSettle(house);
  }
  expect(await equityOf(house, person)).toBe(100n);
  await happen(house, putsIn(person, 40n));
  await passAndSettle(house);
  expect(await equityOf(house, person)).toBe(140n);
}, 120_000);

test('refuses: to settle a day that may not be over: nothing before a final block of the next day is applied', async () => {
  const person = await addPerson(house.owner);
  await happen(house, putsIn(person, 7n));
  await passDays(house, 1);
  expect(await equityOf(house, person)).toBe(0n);
  await run();
  expect(await equityOf(house, person)).toBe(0n);
  // The day after next is there, but not final yet.
  house.chain.passed += 86_400;
  house.chain.mine();
  await catchUp(house.follower());
  await run();
  expect(await equityOf(house, person)).toBe(0n);
  mineFinal(house, []);
  await catchUp(house.follower());
  await run();
  expect(await equityOf(house, person)).toBe(7n);
});

test('property: run twice, at once, or in two processes, a day is settled once', async () => {
  const people = await addPeople(4);
  await happen(house, ...people.map((person) => putsIn(person, 9n)));
  await passDays(house, 2);
  await Promise.all([run(), run(), run()]);
  expect(await run()).toBe(0);
  for (const person of people) expect(await equityOf(house, person)).toBe(9n);
});

test('property: killed in the middle it goes on where it was, and gives what it would have given', async () => {
  const people = await addPeople(3);
  await happen(house, ...people.map((person) => putsIn(person, 11n)));
  await passDays(house, 2);
  let posts = 0;
  const dying = settleEquity({
    db: house.db,
    chainId: house.chain.chainId,
    post: async (tx, entry) => {
      const posted = await deps.post(tx, entry);
      posts += 1;
      if (posts === 2) throw new Error('killed');
      return posted;
    },
  });
  await expect(dying).rejects.toThrow('killed');
  const sum = async () => {
    const balances = await Promise.all(people.map((person) => equityOf(house, person)));
    return balances.reduce((all, one) => all + one, 0n);
  };
  expect(await sum()).toBe(11n);
  await run();
  expect(await sum()).toBe(33n);
});

test('property: late by many days it gives what it would have given on time, day by day', async () => {
  const [late, prompt] = [await addPerson(house.owner), await addPerson(house.owner)];
  const changes = [50n, -20n, 90n, 0n, 60n];
  const settleOne = async (person: Person, everyDay: boolean) => {
    for (const change of changes) {
      if (change > 0n) await happen(house, putsIn(person, change));
      if (change < 0n) await happen(house, takesOut(person, -change));
      await passDays(house, 1);
      if (everyDay) await run();
    }
    await passDays(house, 1);
    await run();
    return grantsOf(person);
  };
  const first = await settleOne(prompt, true);
  const second = await settleOne(late, false);
  expect(first.length).toBeGreaterThan(1);
  expect(second).toEqual(first);
  expect(await equityOf(house, late)).toBe(await equityOf(house, prompt));
}, 120_000);

async function grantsOf({ id }: Person): Promise<bigint[]> {
  const rows = await house.db
    .selectFrom('equity_grant')
    .select(['key', 'value'])
    .where('member_id', '=', id)
    .execute();
  const dayOfKey = (key: string) => Number(key.split(':')[2]);
  return rows.sort((a, b) => dayOfKey(a.key) - dayOfKey(b.key)).map(({ value }) => value);
}

test('behavior: a log that comes late, for a settled day, counts from the first day that is not settled', async () => {
  const person = await addPerson(house.owner);
  await happen(house, putsIn(person, 30n));
  const block = house.chain.head;
  await passAndSettle(house);
  expect(await equityOf(house, person)).toBe(30n);
  const before = await findStake(house.db, person.id);
  await inTransaction(house.db, (tx) => changeStake(tx, person.id, -30n, new Date(block * 1000)));
  const after = await findStake(house.db, person.id);
  expect(after?.changed_day).toBe((before?.settled_day ?? 0) + 1);
  await passAndSettle(house);
  // Nothing that was earned is taken back, and the same money earns nothing again.
  expect(await equityOf(house, person)).toBe(30n);
});
