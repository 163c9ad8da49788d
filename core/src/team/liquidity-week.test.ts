import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { weighByTime } from '../reward/time-weight.ts';
import { liquidityOfWeek } from './liquidity-week.ts';
import type { LiquidityChange } from './liquidity-week.ts';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const MINUTE_MS = 60_000;
const lent = 190_000n * 10n ** 18n;

/** `at`: milliseconds since the Monday of week 0. */
type Change = { at: number; amount: bigint };

const changeOf = ({ at, amount }: Change): LiquidityChange => {
  const day = Math.floor(at / DAY_MS);
  return { day, amount, amountMs: amount * BigInt(at - day * DAY_MS) };
};
const countedIn = (changes: readonly Change[], week: number): bigint =>
  liquidityOfWeek(changes.map(changeOf), week * 7);
/** A pool gives nobody less than nothing: what is below zero in one week is not paid back in another. */
const wonOver = (changes: readonly Change[], weeks: number): bigint =>
  Array.from({ length: weeks }, (_, week) => countedIn(changes, week)).reduce(
    (sum, counted) => (counted > 0n ? sum + counted : sum),
    0n,
  );

describe('liquidity in a week’s performance', () => {
  test('refuses: to count what is lent for the last minute of a week, by more than that minute in each of two weeks', () => {
    const minute = lent / BigInt(WEEK_MS / MINUTE_MS);
    const changes = [
      { at: WEEK_MS - MINUTE_MS, amount: lent },
      { at: WEEK_MS + MINUTE_MS, amount: -lent },
    ];
    expect(countedIn(changes, 0)).toBe(minute);
    expect(countedIn(changes, 1)).toBe(0n);
    expect(wonOver(changes, 5)).toBeLessThan(lent / 5_000n);
  });

  test('refuses: to count again what leaves and comes back around midnight, in turns over a year', () => {
    const changes = [{ at: -30 * DAY_MS, amount: lent }];
    for (let week = 1; week <= 52; week += 2)
      changes.push(
        { at: week * WEEK_MS - 3 * MINUTE_MS, amount: -lent },
        { at: week * WEEK_MS + MINUTE_MS, amount: lent },
      );
    expect(wonOver(changes, 53)).toBeLessThan(lent / 50n);
    // Each Sunday and each Monday by itself, also at every midnight of a week.
    const nightly = [{ at: -30 * DAY_MS, amount: lent }];
    for (let day = 7; day < 14; day += 1)
      nightly.push(
        { at: day * DAY_MS - MINUTE_MS, amount: -lent },
        { at: day * DAY_MS + MINUTE_MS, amount: lent },
      );
    expect(wonOver(nightly, 5)).toBeLessThan(lent / 500n);
  });

  test('behavior: who adds and keeps it is counted once, all of it, by the end of the next week', () => {
    expect([0, 1, 2, 3].map((week) => countedIn([{ at: 0, amount: lent }], week))).toEqual([
      lent,
      0n,
      0n,
      0n,
    ]);
    expect([0, 1, 2, 3].map((week) => countedIn([{ at: WEEK_MS / 2, amount: lent }], week))).toEqual([
      lent / 2n,
      lent / 2n,
      0n,
      0n,
    ]);
  });

  const changesArb = fc.array(
    fc.record({
      at: fc.integer({ min: 0, max: 5 * WEEK_MS - 1 }),
      amount: fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }),
    }),
    { maxLength: 12 },
  );

  test('property: it is the average of a week less that of the week before, to the unit, whatever was changed when', () => {
    fc.assert(
      fc.property(changesArb, fc.integer({ min: 0, max: 5 }), (changes, week) => {
        const inOrder = changes.toSorted((a, b) => a.at - b.at);
        // Lifted, since a holding is never below zero; it is in both averages.
        let amount = 10n ** 26n;
        const holdings = [{ holder: 'one', at: -3 * WEEK_MS, amount }];
        for (const change of inOrder)
          holdings.push({ holder: 'one', at: change.at, amount: (amount += change.amount) });
        const heldIn = (of: number): bigint =>
          weighByTime(holdings, { from: of * WEEK_MS, to: (of + 1) * WEEK_MS }).get('one') ?? 0n;
        const difference = heldIn(week) - heldIn(week - 1);
        const counted = countedIn(inOrder, week) * BigInt(WEEK_MS);
        expect(counted <= difference && difference - counted < BigInt(WEEK_MS)).toBe(true);
      }),
    );
  });

  test('property: over all weeks it comes to what is there at the end, less one unit a week at most', () => {
    fc.assert(
      fc.property(changesArb, (changes) => {
        const there = changes.reduce((sum, { amount }) => sum + amount, 0n);
        const all = [0, 1, 2, 3, 4, 5, 6].reduce((sum, week) => sum + countedIn(changes, week), 0n);
        expect(all <= there && there - all <= 7n).toBe(true);
      }),
    );
  });
});
