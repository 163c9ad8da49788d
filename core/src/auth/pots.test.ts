import { expect, test } from 'vitest';
import { PUZZLE_LEVEL_MAX, accountPot, dailyLooksPot, levelAfter, puzzleLevelOf, waitMsOf } from './pots.ts';

const DAY_MS = 86_400_000;

test('behavior: a pot gives its tries, then one every so often', () => {
  const { capacity, refillS } = accountPot;
  expect(waitMsOf(capacity - 1, accountPot)).toBe(0);
  expect(waitMsOf(capacity, accountPot)).toBe(refillS * 1000);
  expect(levelAfter(capacity, refillS * 1000, accountPot)).toBe(capacity - 1);
  expect(levelAfter(2, DAY_MS, accountPot)).toBe(0);
  expect(levelAfter(2, -5_000, accountPot)).toBe(2);
});

test('property: puzzles get harder while the attack lasts, up to a hardest one, and easier after it', () => {
  const levels = Array.from({ length: 2_000 }, (_, used) => puzzleLevelOf(used, accountPot));
  expect(levels.slice(0, accountPot.capacity).every((level) => level === 0)).toBe(true);
  expect(levels).toEqual([...levels].sort((a, b) => a - b));
  expect(Math.max(...levels)).toBe(PUZZLE_LEVEL_MAX);
  const used = levelAfter(600, 2 * 3_600_000, accountPot);
  expect(puzzleLevelOf(used, accountPot)).toBe(0);
});

test('property: strangers never look at a password more often than 20,000 times in 24 hours', () => {
  const most = dailyLooksPot.capacity + DAY_MS / (dailyLooksPot.refillS * 1000);
  expect(most).toBeLessThanOrEqual(20_000);
  // The weakest random password that the rule admits: six letters or digits.
  expect(most / 36 ** 6).toBeLessThan(1e-5);
});
