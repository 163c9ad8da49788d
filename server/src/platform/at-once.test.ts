import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { eachAtOnce } from './at-once.ts';

test('behavior: begins in order, keeps to the limit, and does each once', async () => {
  const items = Array.from({ length: 50 }, (_, index) => index);
  const begun: number[] = [];
  let underWay = 0;
  let most = 0;
  await eachAtOnce(items, 7, async (item) => {
    begun.push(item);
    underWay += 1;
    most = Math.max(most, underWay);
    await wait(item % 3);
    underWay -= 1;
  });
  expect(begun).toEqual(items);
  expect(most).toBe(7);
});

test('behavior: after a failure nothing more begins, what is under way ends, and the failure is thrown', async () => {
  const ended: number[] = [];
  const work = eachAtOnce([0, 1, 2, 3, 4, 5], 3, async (item) => {
    await wait(item === 0 ? 5 : 20);
    if (item === 0) throw new Error('zero');
    ended.push(item);
  });
  await expect(work).rejects.toThrow('zero');
  expect(ended).toEqual([1, 2]);
});

test('behavior: without items it does nothing', async () => {
  await expect(eachAtOnce([], 4, () => Promise.reject(new Error('never')))).resolves.toBeUndefined();
});
