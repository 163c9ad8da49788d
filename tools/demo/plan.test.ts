import { expect, test } from 'vitest';
import { planHistory, TRADER_COUNT } from './plan.ts';
import type { Step } from './plan.ts';

const day = 86_400;
const until = 1_800_000_000;
const from = until - 28 * day;
const unit = 10n ** 18n;

/** Price after each trade of a constant-product pool as the development chain funds it, in USDT per million OPEN. */
function pricesOf(steps: readonly Step[]): bigint[] {
  let usdt = 100_000n * unit;
  let open = 2_000_000n * unit;
  return steps.flatMap(({ act }) => {
    if (act.kind !== 'buy' && act.kind !== 'sell') return [];
    const moved = (act.usdt * open) / usdt;
    if (act.kind === 'buy') {
      open = (usdt * open) / (usdt + act.usdt);
      usdt += act.usdt;
    } else {
      usdt = (usdt * open) / (open + moved);
      open += moved;
    }
    return [(usdt * 1_000_000n) / open];
  });
}

test('refuses: a span that is shorter than its own quiet start has no steps', () => {
  expect(planHistory(until - 1_800, until)).toEqual([]);
});

test('property: the steps are in order, a second apart at least, and inside the span', () => {
  for (const days of [1, 3, 28, 60]) {
    const steps = planHistory(until - days * day, until);
    expect(steps.length).toBeGreaterThan(10 * days);
    const times = steps.map((step) => step.time);
    expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
    expect(times[0]).toBeGreaterThan(until - days * day);
    expect(times.at(-1)).toBeLessThan(until);
    for (const { trader } of steps) expect(trader).toBeLessThan(TRADER_COUNT);
  }
});

test('behavior: the same span gives the same history', () => {
  expect(planHistory(from, until)).toEqual(planHistory(from, until));
});

test('behavior: weeks are covered without a hole of a day, and the last hours are busier', () => {
  const times = planHistory(from, until).map((step) => step.time);
  const gaps = times.slice(1).map((time, at) => time - (times[at] ?? 0));
  expect(Math.max(...gaps)).toBeLessThan(day / 4);
  const last = times.filter((time) => time > until - 3 * 3_600).length;
  expect(last).toBeGreaterThan(50);
});

test('behavior: the price wanders around its beginning and promises nothing', () => {
  const prices = pricesOf(planHistory(from, until));
  const [least, most] = prices.reduce(
    ([low, high], price) => [price < low ? price : low, price > high ? price : high],
    [50_000n, 50_000n],
  );
  expect(least).toBeGreaterThan(40_000n);
  expect(most).toBeLessThan(62_000n);
  expect(prices.filter((price) => price < 50_000n).length).toBeGreaterThan(prices.length / 10);
});

test('behavior: liquidity comes, goes and comes back', () => {
  const kinds = new Set(planHistory(from, until).map((step) => step.act.kind));
  expect([...kinds].toSorted()).toEqual(['add', 'buy', 'readd', 'remove', 'sell']);
});
