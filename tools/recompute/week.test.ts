import { performanceDown } from '@openmere/core/reward/tree.ts';
import { liquidityOfWeek } from '@openmere/core/team/liquidity-week.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { usesOfWeek } from './week.ts';

const DAY_MS = 86_400_000;
const MILLIONTH = 10n ** 12n;
const monday = 21;

test('property: what liquidity counts in a week comes out as the engine has it, beside trades, to the millionth', () => {
  const use = fc.record({
    member: fc.constantFrom('ann', 'ben'),
    at: fc.integer({ min: 0, max: 35 * DAY_MS - 1 }),
    millionths: fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n }),
    isLiquidity: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(use, { maxLength: 20 }), (uses) => {
      const found = usesOfWeek(
        uses.map(({ member, at, millionths, isLiquidity }) => {
          const day = Math.floor(at / DAY_MS);
          return { member, day, amount: millionths * MILLIONTH, ...(isLiquidity && { liquidityAt: at }) };
        }),
        monday,
      );
      for (const name of ['ann', 'ben']) {
        const own = uses.filter(({ member }) => member === name);
        const changes = own
          .filter(({ isLiquidity }) => isLiquidity)
          .map(({ at, millionths }) => {
            const [day, amount] = [Math.floor(at / DAY_MS), millionths * MILLIONTH];
            return { day, amount, amountMs: amount * BigInt(at - day * DAY_MS) };
          });
        const traded = own
          .filter(
            ({ at, isLiquidity }) => !isLiquidity && at >= monday * DAY_MS && at < (monday + 7) * DAY_MS,
          )
          .reduce((sum, { millionths }) => sum + millionths, 0n);
        const counted = traded + performanceDown(liquidityOfWeek(changes, monday));
        expect(found.find(({ member }) => member === name)?.amount ?? 0n).toBe(counted * MILLIONTH);
      }
    }),
  );
});
