import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { createTurns } from './turn.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
}, 60_000);
afterAll(() => context.close());

test('behavior: two processes together ask no faster than allowed; who would wait long is told at once', async () => {
  const PER_MINUTE = 120;
  const [one, other] = [createTurns(context.db, PER_MINUTE), createTurns(context.db, PER_MINUTE)];
  const begun = performance.now();
  const times: number[] = [];
  const ask = async (take: () => Promise<boolean>) => {
    const got = await take();
    if (got) times.push(performance.now() - begun);
    return got;
  };
  const got = await Promise.all([one, other, one, other, one, other, one, other].map(ask));
  // At 0, 0.5, 1, 1.5 and 2 seconds.
  expect(got.filter(Boolean)).toHaveLength(5);
  expect(times.at(-1)).toBeGreaterThan(1_900);
  expect(times.every((time, at) => time >= at * 500 - 60)).toBe(true);
});
