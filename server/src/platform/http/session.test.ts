import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { gatherLookups } from './session.ts';

/** Lookups that end when told to. */
function heldLookups(): {
  asked: string[][];
  release: () => void;
  find: (keys: string[]) => Promise<Map<string, string>>;
} {
  const asked: string[][] = [];
  const ends: (() => void)[] = [];
  const find = (keys: string[]): Promise<Map<string, string>> => {
    asked.push(keys);
    return new Promise((resolve, reject) => {
      ends.push(() => {
        if (keys.includes('bad')) reject(new Error('away'));
        else resolve(new Map(keys.map((key) => [key, `${key}!`])));
      });
    });
  };
  return { asked, release: () => ends.shift()?.(), find };
}

test('behavior: lookups of one turn are one query, each key once', async () => {
  const { asked, release, find } = heldLookups();
  const look = gatherLookups(find);
  const found = Promise.all(['a', 'b', 'a'].map(look));
  await nextTurn();
  const later = look('c');
  await nextTurn();
  expect(asked).toEqual([['a', 'b'], ['c']]);
  release();
  release();
  expect([await found, await later]).toEqual([['a!', 'b!', 'a!'], 'c!']);
});

test('behavior: one by one, all who come while a query is under way share the next, after a failed one, too', async () => {
  const { asked, release, find } = heldLookups();
  const look = gatherLookups(find, { oneByOne: true });
  const first = look('bad');
  await nextTurn();
  const second: Promise<string | undefined>[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    second.push(look('a'), look(`b${turn}`));
    await nextTurn();
  }
  expect(asked).toEqual([['bad']]);
  release();
  await expect(first).rejects.toThrow('away');
  await expect.poll(() => asked).toHaveLength(2);
  expect(asked[1]).toEqual(['a', 'b0', 'b1', 'b2', 'b3', 'b4']);
  release();
  expect((await Promise.all(second)).filter((one) => one === 'a!')).toHaveLength(5);
  const third = look('c');
  await expect.poll(() => asked).toHaveLength(3);
  release();
  expect(await third).toBe('c!');
});
