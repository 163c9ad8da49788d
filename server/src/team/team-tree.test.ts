import { buildTree, sumTeams } from '@openmere/core/reward/tree.ts';
import { performanceStep } from '@openmere/core/team/rules.ts';
import { expect, test } from 'vitest';
import { seededRandom } from '../ledger/test-ledger.ts';
import type { DayRow } from './figure-store.ts';
import { TeamTree } from './team-tree.ts';

const random = seededRandom(20_261_123);

/** Members by number, with serials that have gaps. */
function plant(inviters: readonly number[]): TeamTree {
  const tree = new TeamTree();
  for (const [number, inviter] of inviters.entries())
    tree.add({
      serial: serialOf(number),
      inviter: inviter < 0 ? undefined : serialOf(inviter),
      level: 0,
      own: 0n,
    });
  return tree;
}
const serialOf = (number: number): number => 3 + number * 2;

/** The same by a pass over everybody. */
function plainDays(inviters: readonly number[], own: readonly bigint[], joined: readonly bigint[]): DayRow[] {
  const tree = buildTree(Int32Array.from(inviters));
  const teams = sumTeams(tree, BigInt64Array.from(own)).team;
  const joins = sumTeams(tree, BigInt64Array.from(joined)).team;
  return inviters.flatMap((_, number) => {
    const row = {
      serial: BigInt(serialOf(number)),
      day: 7,
      amount: (teams[number] ?? 0n) * performanceStep,
      own: (own[number] ?? 0n) * performanceStep,
      newMembers: Number(joins[number]),
    };
    return row.amount === 0n && row.own === 0n && row.newMembers === 0 ? [] : [row];
  });
}

test('property: a day is what a pass over everybody finds, whoever did something, removals and sums of nothing among it', () => {
  for (let round = 0; round < 200; round += 1) {
    const count = 1 + random(60);
    const inviters = Array.from({ length: count }, (_, number) =>
      number === 0 || random(10) === 0 ? -1 : random(number),
    );
    const own = inviters.map(() => (random(4) === 0 ? BigInt(random(5)) - 2n : 0n));
    const joined = inviters.map(() => (random(5) === 0 ? 1n : 0n));
    const used = new Map(
      own.flatMap((amount, number): [number, bigint][] =>
        amount === 0n ? [] : [[serialOf(number), amount * performanceStep]],
      ),
    );
    const activated = new Set(joined.flatMap((one, number) => (one === 1n ? [serialOf(number)] : [])));
    expect(plant(inviters).daysOf(7, used, activated)).toEqual(plainDays(inviters, own, joined));
  }
});

test('behavior: a day of a few costs their lines, not a pass over everybody', () => {
  const count = 200_000;
  const inviters = Array.from({ length: count }, (_, number) => Math.floor((number - 1) / 2));
  const tree = plant(inviters);
  const timed = (work: () => void): number => {
    const began = performance.now();
    work();
    return performance.now() - began;
  };
  const pass = timed(() => void sumTeams(buildTree(Int32Array.from(inviters)), new BigInt64Array(count)));
  let rows = 0;
  const days = timed(() => {
    for (let day = 0; day < 200; day += 1)
      rows += tree.daysOf(day, new Map([[serialOf(count - 1 - day), performanceStep]]), new Set()).length;
  });
  expect(rows).toBe(200 * 18);
  expect(days / 200).toBeLessThan(pass / 2);
});
