import { expect, test } from 'vitest';
import { Rows } from './rows.ts';

test('refuses: to stop at a row that fails, or to keep it quiet', async () => {
  const rows = new Rows();
  const done: number[] = [];
  for (let one = 0; one < 10; one += 1)
    await rows.attempt(`row ${one}`, async () => {
      if (one % 3 !== 0) return done.push(one);
      throw new Error(`bad ${one}`);
    });
  expect(done).toEqual([1, 2, 4, 5, 7, 8]);
  expect(rows.failed).toBe(4);
  expect(() => rows.end()).toThrow('passed over row 0, row 3, row 6, row 9: bad 0');
});

test('behavior: names few of many, and says nothing where nothing failed', async () => {
  const rows = new Rows();
  expect(await rows.attempt('one', async () => 'answer')).toBe('answer');
  rows.end();
  for (let one = 0; one < 7; one += 1)
    await rows.attempt(`row ${one}`, () => Promise.reject(new Error('bad')));
  expect(() => rows.end()).toThrow('passed over row 0, row 1, row 2, row 3, row 4 and 2 more: bad');
});
