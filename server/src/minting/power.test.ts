import { oneCoin } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededRandom } from '../ledger/test-ledger.ts';
import { inTransaction, isUniqueViolation } from '../platform/db/connect.ts';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { addMember } from '../test/people.ts';
import type { TestMember } from '../test/people.ts';
import {
  grantNewPower,
  grantPower,
  listPersonalPower,
  listPower,
  powerOf,
  usePersonalPower,
  usePower,
} from './power-store.ts';
import type { PowerGrant, PowerUse } from './power-store.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

const noon = new Date('2026-03-04T12:00:00Z');
const hour = 3_600_000;
const after = (hours: number): Date => new Date(noon.getTime() + hours * hour);
let keys = 0;

function grantOf(person: TestMember, amount: bigint, change: Partial<PowerGrant> = {}): PowerGrant {
  keys += 1;
  return {
    memberId: person.id,
    kind: 'personal',
    amount,
    key: `grant ${keys}`,
    reference: 'cst_1',
    ...change,
  };
}
const grant = (rows: readonly PowerGrant[], at = noon): Promise<number> =>
  inTransaction(context.owner, (tx) => grantPower(tx, { rows, at }));
const use = (rows: readonly PowerUse[], key: string, at = after(24)): Promise<void> =>
  inTransaction(context.owner, (tx) => usePower(tx, { rows, key, at }));
const leftOf = async (person: TestMember): Promise<bigint> =>
  (await powerOf(context.db, person.id)).power.personal;
const lotsOf = async (person: TestMember): Promise<bigint[]> =>
  (
    await context.owner
      .selectFrom('power_lot')
      .select('used')
      .where('member_id', '=', person.id)
      .orderBy('effective_at')
      .execute()
  ).map(({ used }) => used);
const recordsOf = (person: TestMember) =>
  context.owner
    .selectFrom('power_deduction')
    .select(['kind', 'amount', 'remaining', 'at', 'key'])
    .where('member_id', '=', person.id)
    .orderBy('id')
    .execute();

test('refuses: to use more than there is of that kind and age; nothing is written then, not even of others', async () => {
  const [ann, ben] = [await addMember(context), await addMember(context)];
  await grant([grantOf(ann, 10n), grantOf(ben, 10n), grantOf(ann, 10n, { kind: 'bonus' })]);
  const both = (amount: bigint): PowerUse[] => [
    { memberId: ben.id, kind: 'personal', amount: 1n },
    { memberId: ann.id, kind: 'personal', amount },
  ];
  await expect(use(both(11n), 'too much')).rejects.toThrow('more power than there is');
  await expect(use(both(10n), 'too young', after(23.99))).rejects.toThrow('more power than there is');
  await expect(use([...both(1n), ...both(2n)], 'twice')).rejects.toThrow('names a member twice');
  expect([await leftOf(ann), await leftOf(ben)]).toEqual([10n, 10n]);
  expect([await recordsOf(ann), await recordsOf(ben)]).toEqual([[], []]);
});

test('refuses: another grant or another use under a key that was there', async () => {
  const person = await addMember(context);
  await grant([grantOf(person, 10n, { key: 'once' })]);
  await expect(grant([grantOf(person, 11n, { key: 'once' })])).rejects.toThrow('another grant');
  await use([{ memberId: person.id, kind: 'personal', amount: 3n }], 'used once');
  await expect(use([{ memberId: person.id, kind: 'personal', amount: 4n }], 'used once')).rejects.toThrow(
    'another use',
  );
  expect(await leftOf(person)).toBe(7n);
});

test('refuses: the database lets no lot shrink, move or go away, and no record change', async () => {
  const person = await addMember(context);
  await grant([grantOf(person, 10n)]);
  await use([{ memberId: person.id, kind: 'personal', amount: 3n }], 'fixed');
  for (const change of [
    sql`update power_lot set used = 11 where member_id = ${person.id}`,
    sql`update power_lot set used = 2 where member_id = ${person.id}`,
    sql`update power_lot set granted = 12 where member_id = ${person.id}`,
    sql`update power_lot set member_id = ${context.root.id} where member_id = ${person.id}`,
    sql`delete from power_lot where member_id = ${person.id}`,
    sql`update power_deduction set amount = 1 where member_id = ${person.id}`,
    sql`delete from power_deduction where member_id = ${person.id}`,
    sql`truncate power_deduction`,
  ])
    await expect(change.execute(context.owner)).rejects.toThrow();
});

test('behavior: the same grants and uses a second time do nothing', async () => {
  const person = await addMember(context);
  const grants = [grantOf(person, 10n), grantOf(person, 5n, { kind: 'dynamic' })];
  expect([await grant(grants), await grant(grants)]).toEqual([2, 0]);
  const uses: PowerUse[] = [{ memberId: person.id, kind: 'personal', amount: 4n }];
  await use(uses, 'again');
  await use([...uses, { memberId: person.id, kind: 'dynamic', amount: 5n }], 'again');
  const { power, out } = await powerOf(context.db, person.id);
  expect({ power, out }).toEqual({ power: { personal: 6n, dynamic: 0n, bonus: 0n }, out: 9n });
  expect(await recordsOf(person)).toEqual([
    { kind: 'personal', amount: 4n, remaining: 6n, at: after(24), key: 'again' },
    { kind: 'dynamic', amount: 5n, remaining: 0n, at: after(24), key: 'again' },
  ]);
});

test('behavior: the oldest lots go first, whatever the order in which they were granted', async () => {
  const person = await addMember(context);
  await grant([grantOf(person, 10n)], after(2));
  await grant([grantOf(person, 10n)], noon);
  await grant([grantOf(person, 10n)], after(1));
  await use([{ memberId: person.id, kind: 'personal', amount: 25n }], 'oldest first', after(26));
  expect(await lotsOf(person)).toEqual([10n, 10n, 5n]);
  await grant([grantOf(person, 10n)], after(40));
  await use([{ memberId: person.id, kind: 'personal', amount: 5n }], 'the rest', after(63));
  expect(await lotsOf(person)).toEqual([10n, 10n, 10n, 0n]);
  expect((await recordsOf(person)).map(({ remaining }) => remaining)).toEqual([5n, 10n]);
});

const useMany = (rows: readonly Omit<PowerUse, 'kind'>[], key: string, at = after(24)): Promise<void> =>
  inTransaction(context.owner, (tx) => usePersonalPower(tx, { rows, key, at }));

test('refuses: many uses of personal power when one is too much, too young, named twice or comes again', async () => {
  const [ann, ben] = [await addMember(context), await addMember(context)];
  await grant([grantOf(ann, 10n), grantOf(ben, 10n), grantOf(ann, 10n, { kind: 'bonus' })]);
  const both = (amount: bigint) => [
    { memberId: ben.id, amount: 1n },
    { memberId: ann.id, amount },
  ];
  await expect(useMany(both(11n), 'many too much')).rejects.toThrow('more power than there is');
  await expect(useMany(both(10n), 'many too young', after(23.99))).rejects.toThrow('more power');
  await expect(useMany([...both(1n), ...both(1n)], 'many twice')).rejects.toThrow('a member twice');
  expect([await leftOf(ann), await leftOf(ben)]).toEqual([10n, 10n]);
  await useMany(both(3n), 'many once');
  await expect(useMany(both(3n), 'many once')).rejects.toThrow('power_deduction_once');
  expect([await leftOf(ann), await leftOf(ben)]).toEqual([7n, 9n]);
});

test('behavior: many uses take the oldest lots of each, and say what is left of any age', async () => {
  const [ann, ben] = [await addMember(context), await addMember(context)];
  await grant([grantOf(ann, 10n)], after(2));
  await grant([grantOf(ann, 10n), grantOf(ben, 4n)], noon);
  await grant([grantOf(ann, 5n)], after(40));
  await useMany(
    [
      { memberId: ann.id, amount: 15n },
      { memberId: ben.id, amount: 4n },
    ],
    'many oldest',
    after(26),
  );
  expect([await lotsOf(ann), await lotsOf(ben)]).toEqual([[10n, 5n, 0n], [4n]]);
  expect((await recordsOf(ann)).map(({ amount, remaining }) => [amount, remaining])).toEqual([[15n, 10n]]);
});

test('behavior: a settlement lists what is a full day old and left, by kind', async () => {
  const [ann, ben] = [await addMember(context), await addMember(context)];
  await grant([
    grantOf(ann, 10n),
    grantOf(ann, 3n, { kind: 'bonus' }),
    grantOf(ben, 7n, { kind: 'dynamic' }),
  ]);
  await grant([grantOf(ann, 1n)], after(0.01));
  const of = async (at: Date) =>
    (await listPower(context.db, { at }))
      .filter(({ memberId }) => [ann.id, ben.id].includes(memberId))
      .sort((a, b) => Number(b.personal - a.personal));
  expect(await of(after(23.999))).toEqual([]);
  expect(await of(after(24))).toEqual([
    { memberId: ann.id, personal: 10n, dynamic: 0n, bonus: 3n },
    { memberId: ben.id, personal: 0n, dynamic: 7n, bonus: 0n },
  ]);
  const personal = async (at: Date) =>
    [...(await listPersonalPower(context.db, { at }))]
      .flatMap(({ memberId, left }) => (memberId === ann.id || memberId === ben.id ? [[memberId, left]] : []))
      .sort((a, b) => Number(b[1]) - Number(a[1]));
  expect(await personal(after(23.999))).toEqual([]);
  expect(await personal(after(25))).toEqual([
    [ann.id, 10n],
    [ann.id, 1n],
  ]);
  await use([{ memberId: ben.id, kind: 'dynamic', amount: 7n }], 'all of it');
  expect((await of(after(25))).map(({ personal }) => personal)).toEqual([11n]);
});

test('refuses: to grant anew what was granted; nothing of the others is granted then', async () => {
  const person = await addMember(context);
  const [one, two] = [grantOf(person, 10n, { reference: 'a\tb' }), grantOf(person, 5n, { kind: 'dynamic' })];
  const anew = (rows: readonly PowerGrant[]): Promise<void> =>
    inTransaction(context.owner, (tx) => grantNewPower(tx, { rows, at: noon }));
  await anew([one]);
  const again = await anew([two, one]).catch((error: unknown) => error);
  expect(isUniqueViolation(again)).toBe(true);
  expect((await powerOf(context.db, person.id)).power).toEqual({ personal: 10n, dynamic: 0n, bonus: 0n });
  // It is the grant that the other way would have made.
  expect(await grant([one, two])).toBe(1);
});

test('behavior: eight uses at once take exactly what is there, and one key is used once', async () => {
  const person = await addMember(context);
  await grant([1, 2, 3].map(() => grantOf(person, 10n)));
  const uses: PowerUse[] = [{ memberId: person.id, kind: 'personal', amount: 4n }];
  const tries = await Promise.allSettled(
    Array.from({ length: 10 }, (_, index) => use(uses, `race ${index % 8}`)),
  );
  const refused = tries.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
  expect(refused.every((reason) => reason.includes('more power than there is'))).toBe(true);
  expect(await leftOf(person)).toBe(2n);
  expect(await recordsOf(person)).toHaveLength(7);
});

test('property: whatever is granted and used, nothing is lost: left and used make what was granted', async () => {
  const person = await addMember(context);
  const random = seededRandom(20_261_122);
  let [granted, used] = [0n, 0n];
  for (let step = 0; step < 40; step += 1) {
    const amount = BigInt(1 + random(1_000)) * oneCoin + BigInt(step);
    if (step % 2 === 0) {
      await grant([grantOf(person, amount)], after(-step));
      granted += amount;
    } else {
      const taken = amount < granted - used ? amount : granted - used;
      if (taken > 0n) await use([{ memberId: person.id, kind: 'personal', amount: taken }], `step ${step}`);
      used += taken;
    }
    const { power, out } = await powerOf(context.db, person.id);
    expect([power.personal, out]).toEqual([granted - used, used]);
  }
});
