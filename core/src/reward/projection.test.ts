import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rewardPools } from './kinds.ts';
import type { RewardPool } from './kinds.ts';
import { projectPools } from './projection.ts';
import { divideYield } from './yield.ts';

const coin = 10n ** 18n;
const rule = { poolBps: 100, powerBps: 100 };
const amounts = fc.bigInt({ min: 0n, max: 10n ** 26n });
const starts = fc.record({
  balances: fc
    .tuple(...rewardPools.map(() => amounts))
    .map((list) => new Map<RewardPool, bigint>(rewardPools.map((pool, at) => [pool, list[at] ?? 0n]))),
  power: amounts,
  equity: amounts,
  daysToMonday: fc.integer({ min: 1, max: 7 }),
});
const sumOf = (balances: ReadonlyMap<RewardPool, bigint>): bigint =>
  [...balances.values()].reduce((sum, one) => sum + one, 0n);

test('property: no pool below zero, nothing is made or lost, and what is owed lies set aside, on each day', () => {
  fc.assert(
    fc.property(starts, (start) => {
      const owed = (start.balances.get('rewards-due') ?? 0n) + (start.balances.get('poy') ?? 0n);
      for (const day of projectPools({ ...start, owed }, rule, [0, 1, 7, 30, 365])) {
        expect([...day.balances.values()].every((balance) => balance >= 0n)).toBe(true);
        expect(sumOf(day.balances)).toBe(sumOf(start.balances));
        expect(day.setAside).toBe(day.owed);
        expect(day.owed).toBe(owed + day.paid);
      }
    }),
    { numRuns: 60 },
  );
});

test('property: yield is drawn as the engine draws it for one holder, day after day, to the unit', () => {
  fc.assert(
    fc.property(amounts, amounts, amounts, (pool, power, equity) => {
      const balances = new Map<RewardPool, bigint>([['yield', pool]]);
      const days = projectPools({ balances, power, equity, owed: 0n, daysToMonday: 3 }, rule, [1, 2, 3]);
      const left = { pool, power, equity };
      for (const { balances: after } of days) {
        const { paid } = divideYield({
          pool: left.pool,
          holders: [{ member: 0, person: 0, personal: left.power, dynamic: 0n, bonus: 0n }],
          equity: new Map([[0, left.equity]]),
          rule: { ...rule, needed: { threshold: 0n, inclusive: true } },
        });
        left.pool -= paid;
        left.power -= paid;
        left.equity -= paid;
        expect(after.get('yield')).toBe(left.pool);
      }
    }),
    { numRuns: 60 },
  );
});

test('behavior: referral is divided at once, weekly pools on Monday, yield goes on at a hundredth of what is left', () => {
  const balances = new Map<RewardPool, bigint>([
    ['referral', 10n * coin],
    ['yield', 1_000n * coin],
    ['node', 70n * coin],
    ['market-value', 5n * coin],
  ]);
  const start = { balances, power: 10n ** 24n, equity: 10n ** 24n, owed: 0n, daysToMonday: 4 };
  const [today, first, monday] = projectPools(start, rule, [0, 1, 4]);
  expect(today?.paid).toBe(0n);
  expect(first?.balances.get('rewards-due')).toBe(10n * coin);
  expect(first?.balances.get('yield')).toBe(990n * coin);
  expect(first?.balances.get('node')).toBe(70n * coin);
  expect(monday?.balances.get('node')).toBe(0n);
  expect(monday?.balances.get('rewards-due')).toBe(80n * coin);
  expect(monday?.balances.get('market-value')).toBe(5n * coin);
});
