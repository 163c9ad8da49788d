import { performanceDown } from '@openmere/core/reward/tree.ts';
import { liquidityOfWeek } from '@openmere/core/team/liquidity-week.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Facts, MemberFact, UseFact } from './facts.ts';
import { divideWeekOf, usesOfWeek } from './week.ts';

const DAY_MS = 86_400_000;
const MILLIONTH = 10n ** 12n;
const monday = 21;

test('property: what liquidity counts in a week comes out as the engine has it, beside trades, to the millionth', () => {
  const use = fc.record({
    member: fc.constantFrom('ann', 'ben'),
    at: fc.integer({ min: 0, max: 35 * DAY_MS - 1 }),
    millionths: fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n }),
    isLiquidity: fc.boolean(),
    // What the program that came then took it as, in its day or before.
    takenAt: fc.integer({ min: -6 * DAY_MS, max: DAY_MS }),
  });
  const community = fc.record({
    lastDay: fc.integer({ min: -1, max: 34 }),
    uses: fc.array(use, { maxLength: 20 }),
  });
  fc.assert(
    fc.property(community, ({ lastDay, uses }) => {
      const all = uses.map(({ member, at, millionths, isLiquidity, takenAt }) => {
        const [day, amount] = [Math.floor(at / DAY_MS), millionths * MILLIONTH];
        const inDay = day <= lastDay ? takenAt : at - day * DAY_MS;
        return { member, day, amount, isLiquidity, at, amountMs: amount * BigInt(inDay) };
      });
      const found = usesOfWeek(
        {
          uses: all.map(({ member, day, amount, isLiquidity, at }): UseFact => {
            return { member, day, amount, ...(isLiquidity && { liquidityAt: at }) };
          }),
          countedBefore: {
            lastDay,
            changes: all.filter(({ isLiquidity, day }) => isLiquidity && day <= lastDay),
          },
        },
        monday,
      );
      for (const name of ['ann', 'ben']) {
        const own = all.filter(({ member }) => member === name);
        const changes = own.filter(({ isLiquidity }) => isLiquidity);
        const traded = own
          .filter(({ isLiquidity, day }) => !isLiquidity && day >= monday && day < monday + 7)
          .reduce((sum, { amount }) => sum + amount, 0n);
        const counted = traded + performanceDown(liquidityOfWeek(changes, monday)) * MILLIONTH;
        expect(found.find(({ member }) => member === name)?.amount ?? 0n).toBe(counted);
      }
    }),
  );
});

/** Two leaders, each with two directs: what the second of those did weighs. */
function facts(uses: readonly UseFact[]): Facts {
  const names = ['one', 'two'].flatMap((leader) => [leader, `${leader} large`, `${leader} small`]);
  const members = names.map((id): MemberFact => {
    const inviter = id.includes(' ') ? id.split(' ')[0] : undefined;
    return { id, inviter, person: id, activatedAt: 0, exitOnly: false, countryOff: false };
  });
  const lots = ['one', 'two'].map((member) => ({ member, at: 0, power: 1_000n }));
  const rules = { leadershipLevel: 4, powerThreshold: 100n, powerInclusive: false };
  const countedBefore = { lastDay: monday + 6, changes: [] };
  return { members, uses, lots, used: [], rules, countedBefore } as unknown as Facts;
}

test.each([
  [true, 100n, 100n],
  // Of the last day of the week a seventh counts in it.
  [false, 175n, 25n],
])(
  'behavior: a week counts liquidity by the rule by which it was settled (whole: %s)',
  (liquidityWhole, traded, lent) => {
    const day = monday + 6;
    const amount = 7n * MILLIONTH;
    const uses = [
      { member: 'one large', day, amount: 10n * amount },
      { member: 'two large', day, amount: 10n * amount },
      { member: 'one small', day, amount },
      { member: 'two small', day, amount, liquidityAt: day * DAY_MS },
    ];
    const levels = new Map([
      ['one', 4],
      ['two', 4],
    ]);
    const week = { pool: 'leadership' as const, monday, funded: 200n, levels, settledAt: (day + 1) * DAY_MS };
    const parts = divideWeekOf(facts(uses), { ...week, liquidityWhole });
    expect(parts.map(({ member, amount: part }) => [member, part])).toEqual([
      ['one', traded],
      ['two', lent],
    ]);
  },
);
