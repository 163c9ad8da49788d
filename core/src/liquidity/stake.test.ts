import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayOf, endOfDay } from '../kit/day.ts';
import { nextPaidAfterRemoval, nextStakeDay, quoteStake, settleDays } from './stake.ts';
import type { StakeDay } from './stake.ts';

/** A sum's history: on each day some changes, as the indexer keeps them. */
function fold(changes: readonly { day: number; to: bigint }[]): StakeDay[] {
  const days: StakeDay[] = [];
  let sum = 0n;
  for (const { day, to } of changes) {
    const last = days.at(-1);
    const kept = last?.day === day ? days.pop() : undefined;
    days.push(nextStakeDay(kept, day, sum, to));
    sum = to;
  }
  return days;
}
const above = (days: readonly StakeDay[], through: number, mark = 0n, settled = -1) =>
  settleDays(mark, days, settled, through).earned.map(({ day, above: earned }) => [day, earned]);

describe('settleDays', () => {
  test('refuses: what goes in and out within a day, however often', () => {
    const days = fold([
      { day: 3, to: 900n },
      { day: 3, to: 0n },
      { day: 3, to: 900n },
      { day: 3, to: 1n },
      { day: 3, to: 0n },
    ]);
    expect(above(days, 10)).toEqual([]);
  });

  test('refuses: what is taken out before the first whole day ends', () => {
    expect(
      above(
        fold([
          { day: 3, to: 900n },
          { day: 4, to: 0n },
        ]),
        10,
      ),
    ).toEqual([]);
  });

  test('refuses: to earn twice by removing and adding again', () => {
    const days = fold([
      { day: 1, to: 100n },
      { day: 5, to: 0n },
      { day: 5, to: 100n },
      { day: 9, to: 40n },
      { day: 20, to: 100n },
    ]);
    expect(above(days, 40)).toEqual([[2, 100n]]);
  });

  test('behavior: earns at the end of the first whole day, and then only what is new', () => {
    const days = fold([
      { day: 1, to: 100n },
      { day: 4, to: 70n },
      { day: 6, to: 250n },
    ]);
    expect(above(days, 1)).toEqual([]);
    expect(above(days, 2)).toEqual([[2, 100n]]);
    expect(above(days, 6)).toEqual([[2, 100n]]);
    expect(above(days, 9)).toEqual([
      [2, 100n],
      [7, 150n],
    ]);
  });

  test('behavior: at midnight the day is the new one', () => {
    expect([dayOf(endOfDay(7) - 1), dayOf(endOfDay(7))]).toEqual([7, 8]);
  });
});

const histories = fc
  .array(fc.record({ wait: fc.integer({ min: 0, max: 3 }), to: fc.bigInt({ min: 0n, max: 50n }) }), {
    maxLength: 14,
  })
  .map((steps) => {
    let day = 0;
    return steps.map(({ wait, to }) => ({ day: (day += wait), to }));
  });

/** The lowest that the sum was on a day, straight from the changes. */
function lowestOn(changes: readonly { day: number; to: bigint }[], day: number): bigint {
  const before = changes.findLast((one) => one.day < day)?.to ?? 0n;
  return changes.filter((one) => one.day === day).reduce((low, { to }) => (to < low ? to : low), before);
}

describe('the sum that earns', () => {
  test('property: is the highest of the days’ lowest, never more and never less', () => {
    fc.assert(
      fc.property(histories, (changes) => {
        const { earned, mark } = settleDays(0n, fold(changes), -1, 60);
        const lows = Array.from({ length: 61 }, (_, day) => lowestOn(changes, day));
        const highest = lows.reduce((high, low) => (low > high ? low : high), 0n);
        expect(mark).toBe(highest);
        expect(earned.reduce((sum, { above: part }) => sum + part, 0n)).toBe(highest);
        for (const { day, lowest } of earned) expect(lowest).toBe(lows[day]);
      }),
    );
  });

  test('property: is the same, settled day by day or late in any parts', () => {
    fc.assert(
      fc.property(
        histories,
        fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 9 }),
        (changes, stops) => {
          const days = fold(changes);
          const whole = settleDays(0n, days, -1, 60).earned;
          const parts = [];
          let [mark, settled] = [0n, -1];
          for (const stop of [...stops.sort((a, b) => a - b), 60]) {
            if (stop <= settled) continue;
            // Only what the settlement reads: from the newest day before on.
            const first = days.findLastIndex(({ day }) => day <= settled);
            const next = settleDays(mark, days.slice(Math.max(first, 0)), settled, stop);
            parts.push(...next.earned);
            [mark, settled] = [next.mark, stop];
          }
          expect(parts).toEqual(whole);
        },
      ),
    );
  });

  test('property: adding more never earns less, and the quote is what it earns if it stays', () => {
    fc.assert(
      fc.property(histories, fc.bigInt({ min: 0n, max: 90n }), (changes, value) => {
        const today = changes.at(-1)?.day ?? 0;
        const paid = changes.at(-1)?.to ?? 0n;
        const days = fold(changes);
        const quote = quoteStake({ mark: 0n, days, settled: -1 }, value, today);
        const sumOf = (all: readonly StakeDay[]) => settleDays(0n, all, -1, today + 1).mark;
        const more = sumOf(fold([...changes, { day: today, to: paid + value }])) - sumOf(days);
        expect(quote).toEqual({ above: more, at: endOfDay(today + 1) });
      }),
    );
  });
});

test('property: removing takes its part, rounded against nobody else; everything takes everything', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 30n }),
      fc.bigInt({ min: 1n, max: 10n ** 20n }),
      fc.array(fc.bigInt({ min: 1n, max: 10n ** 20n }), { minLength: 1, maxLength: 5 }),
      (paid, lpTotal, parts) => {
        let [left, lp] = [paid, lpTotal];
        for (const part of parts) {
          const gone = part < lp ? part : lp;
          const next = nextPaidAfterRemoval(left, gone, lp);
          expect(next * lp <= left * (lp - gone)).toBe(true);
          [left, lp] = [next, lp - gone];
          if (lp === 0n) break;
        }
        if (lp === 0n) expect(left).toBe(0n);
      },
    ),
  );
});
