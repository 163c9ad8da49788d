import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  equityBalance,
  equityRoom,
  equityRule,
  equityUntilAgain,
  isCapped,
  nextEarned,
  nextSpent,
  noEquity,
} from './equity.ts';
import type { EquityState } from './equity.ts';

const { cap, again } = equityRule;
const earn = (state: EquityState, value: bigint) => nextEarned(state, value, equityRule);
const capped = earn(noEquity, cap).state;

describe('nextEarned', () => {
  test.each([-1n, 0n, 1n])('refuses: beyond the cap of 12,500 (asked: the cap and %s units)', (off) => {
    const { granted, state } = earn(noEquity, cap + off);
    expect(granted).toBe(off < 0n ? cap - 1n : cap);
    expect(isCapped(state, equityRule)).toBe(off >= 0n);
    expect(equityRoom(state, equityRule)).toBe(off < 0n ? 1n : 0n);
  });

  test.each([
    [-1n, 0n],
    [0n, 0n],
    [1n, again + 1n],
  ])('refuses: until MORE than 250 is spent (250 and %s units)', (off, granted) => {
    const spent = nextSpent(capped, again + off);
    expect(earn(spent, cap).granted).toBe(granted);
    expect(equityRoom(spent, equityRule)).toBe(granted);
    expect(equityUntilAgain(spent, equityRule)).toBe(off > 0n ? 0n : -off);
  });

  test('refuses: what was offered while capped, for ever: it is not made up for later', () => {
    const later = nextSpent(earn(capped, 1_000n).state, again + 1n);
    expect(earn(later, 5n).granted).toBe(5n);
    expect(equityBalance(earn(later, 5n).state)).toBe(cap - again - 1n + 5n);
  });

  test('refuses: a negative value', () => {
    expect(() => earn(noEquity, -1n)).toThrow('not negative');
  });

  test('behavior: it counts from the moment the cap was reached, not from the beginning', () => {
    const started = nextSpent(earn(noEquity, 1_000n).state, 900n);
    const full = earn(started, cap).state;
    expect(full.cappedAtSpent).toBe(900n);
    expect(earn(nextSpent(full, again), 1n).granted).toBe(0n);
    expect(earn(nextSpent(full, again + 1n), 1n).granted).toBe(1n);
  });

  test('behavior: once open again it stays open until the cap is reached again, then the count starts anew', () => {
    const open = earn(nextSpent(capped, again + 100n), 60n).state;
    expect(open.cappedAtSpent).toBeNull();
    expect(earn(open, 1n).granted).toBe(1n);
    const full = earn(open, cap).state;
    expect(equityBalance(full)).toBe(cap);
    expect(full.cappedAtSpent).toBe(again + 100n);
    expect(earn(nextSpent(full, again), cap).granted).toBe(0n);
  });

  test('behavior: spending before the cap is reached makes room at once', () => {
    const near = earn(noEquity, cap - 10n).state;
    expect(earn(nextSpent(near, 5n), 100n).granted).toBe(15n);
  });

  test('behavior: a cap lowered by the operator takes nothing away and grants nothing', () => {
    const state = earn(noEquity, 1_000n).state;
    const lower = { cap: 600n, again: 50n };
    const { granted, state: after } = nextEarned(state, 100n, lower);
    expect(granted).toBe(0n);
    expect(equityBalance(after)).toBe(1_000n);
    expect(nextEarned(nextSpent(after, 51n), 100n, lower).granted).toBe(0n);
    expect(nextEarned(nextSpent(after, 501n), 100n, lower).granted).toBe(100n);
    // Neither does what it says has to be spent first.
    expect(equityUntilAgain(after, lower)).toBe(400n);
    expect(nextEarned(nextSpent(after, 400n), 100n, lower).granted).toBe(0n);
    expect(nextEarned(nextSpent(after, 401n), 100n, lower).granted).toBe(1n);
    expect(equityUntilAgain(after, { cap: 990n, again: 50n })).toBe(50n);
  });
});

describe('nextSpent', () => {
  test('refuses: one unit more than there is', () => {
    expect(() => nextSpent(capped, cap + 1n)).toThrow('no more EQUITY');
    expect(equityBalance(nextSpent(capped, cap))).toBe(0n);
  });
});

const small = { cap: 1_000n, again: 100n };
type Step = { earn: boolean; amount: bigint };
const steps = fc.array(fc.record({ earn: fc.boolean(), amount: fc.bigInt({ min: 0n, max: 700n }) }), {
  maxLength: 40,
});

function walk(state: EquityState, { earn: earning, amount }: Step): EquityState {
  const most = equityBalance(state);
  return earning ? nextEarned(state, amount, small).state : nextSpent(state, amount < most ? amount : most);
}

describe('any history', () => {
  test('property: 0 ≤ earned − spent ≤ cap, and after the cap nothing until more than 100 is spent', () => {
    fc.assert(
      fc.property(steps, (history) => {
        let state = noEquity;
        let spentSinceCap: bigint | undefined;
        for (const step of history) {
          const before = state;
          state = walk(state, step);
          expect(equityBalance(state)).toBeGreaterThanOrEqual(0n);
          expect(equityBalance(state)).toBeLessThanOrEqual(small.cap);
          if (spentSinceCap !== undefined) spentSinceCap += state.spent - before.spent;
          const granted = state.earned - before.earned;
          if (granted > 0n && spentSinceCap !== undefined) {
            expect(spentSinceCap).toBeGreaterThan(small.again);
            spentSinceCap = undefined;
          }
          if (granted > 0n && equityBalance(state) === small.cap) spentSinceCap = 0n;
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('property: what can be earned is what is granted for any value', () => {
    fc.assert(
      fc.property(steps, fc.bigInt({ min: 0n, max: 2_000n }), (history, value) => {
        const state = history.reduce(walk, noEquity);
        const room = equityRoom(state, small);
        expect(nextEarned(state, value, small).granted).toBe(value < room ? value : room);
      }),
      { numRuns: 2_000 },
    );
  });

  test('property: splitting an adding into parts never grants more than one', () => {
    fc.assert(
      fc.property(
        steps,
        fc.array(fc.bigInt({ min: 0n, max: 600n }), { minLength: 1, maxLength: 6 }),
        (history, parts) => {
          const state = history.reduce(walk, noEquity);
          const whole = parts.reduce((sum, part) => sum + part, 0n);
          let split = state;
          for (const part of parts) split = nextEarned(split, part, small).state;
          expect(split).toEqual(nextEarned(state, whole, small).state);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
