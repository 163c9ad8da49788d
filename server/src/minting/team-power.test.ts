import { oneCoin } from '@openmere/core/money/amount.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../platform/db/connect.ts';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { addMember } from '../test/people.ts';
import type { TestMember } from '../test/people.ts';
import { countTeamPower, openTeamPower } from './count-team-power.ts';
import { grantPower, usePower } from './power-store.ts';
import { teamPowerOf } from './team-power-store.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

const noon = new Date('2026-03-04T12:00:00Z');
const nextNoon = new Date('2026-03-05T12:00:00Z');

async function grant(
  person: TestMember,
  amount: bigint,
  kind: 'personal' | 'bonus' = 'personal',
): Promise<void> {
  const rows = [{ memberId: person.id, kind, amount, key: `${person.id} ${kind}`, reference: 'cst_1' }];
  await inTransaction(context.owner, (tx) => grantPower(tx, { rows, at: noon }));
}

test('behavior: the power of a team is that of everybody below, at any depth, kept and counted anew when it changes', async () => {
  const top = await addMember(context, { activated: true });
  const middle = await addMember(context, { activated: true, inviter: top });
  const low = await addMember(context, { inviter: middle });
  const powers = async (): Promise<bigint[]> =>
    Promise.all([top, middle, low].map((person) => teamPowerOf(context.db, person.id)));
  await grant(top, 100n * oneCoin);
  await grant(middle, 20n * oneCoin);
  await grant(low, 3n * oneCoin + 7n);
  await grant(low, 50n * oneCoin, 'bonus');
  expect(await powers()).toEqual([0n, 0n, 0n]);
  expect(await countTeamPower(context)).toBe(true);
  expect(await powers()).toEqual([23n * oneCoin, 3n * oneCoin, 0n]);

  const rows = [{ memberId: low.id, kind: 'personal' as const, amount: 3n * oneCoin }];
  await inTransaction(context.owner, (tx) => usePower(tx, { rows, key: 'yield', at: nextNoon }));
  expect(await countTeamPower(context)).toBe(true);
  expect(await powers()).toEqual([20n * oneCoin, 0n, 0n]);
});

test('behavior: after a change it is counted once more, for what was under way beside it, and then not again', async () => {
  const person = await addMember(context, { activated: true });
  await grant(person, oneCoin);
  expect(await countTeamPower(context)).toBe(true);
  expect(await countTeamPower(context)).toBe(true);
  expect(await countTeamPower(context)).toBe(false);
});

test('behavior: two that count at once come to the same', async () => {
  const inviter = await addMember(context, { activated: true });
  await grant(await addMember(context, { inviter }), 5n * oneCoin);
  await Promise.all([countTeamPower(context), countTeamPower(context)]);
  expect(await teamPowerOf(context.db, inviter.id)).toBe(5n * oneCoin);
});

test('behavior: a count that took long is followed by a long rest, and what came meanwhile is in the next', async () => {
  const inviter = await addMember(context, { activated: true });
  await grant(await addMember(context, { inviter }), 2n * oneCoin);
  // Each look at the clock finds a second more.
  let now = 0;
  const count = openTeamPower(context, () => (now += 1_000));
  expect(await count()).toBe(true);
  await grant(await addMember(context, { inviter }), 4n * oneCoin);
  expect(await count()).toBe(false);
  expect(await teamPowerOf(context.db, inviter.id)).toBe(2n * oneCoin);
  now += 20_000;
  expect(await count()).toBe(true);
  expect(await teamPowerOf(context.db, inviter.id)).toBe(6n * oneCoin);
});
