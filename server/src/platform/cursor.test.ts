import { Refusal } from '@openmere/core/kit/refusal.ts';
import { beforeAll, expect, test } from 'vitest';
import { encodeCursor, readPage } from './cursor.ts';
import { unlockSecrets } from './secrets-box.ts';

const key = new Uint8Array(32).fill(1);
beforeAll(() => unlockSecrets({ fieldKey: key, pepper: key, cursorKey: key }));

/** A list of the letters, two a page where nothing else is asked for. */
const letters = (text: string, asked: { cursor?: string | undefined; pageSize?: number } = {}, of = 'all') =>
  readPage(
    { ...asked, list: `letters ${of}`, size: 2 },
    async (after, limit) =>
      text
        .split('')
        .filter((one) => after === undefined || one > after)
        .slice(0, limit),
    (one) => one,
  );

test('refuses: a cursor where nothing follows', async () => {
  expect(await letters('')).toEqual({ list: [] });
  expect(await letters('a')).toEqual({ list: ['a'] });
  expect(await letters('ab')).toEqual({ list: ['a', 'b'] });
  expect(await letters('ab', { pageSize: 3 })).toEqual({ list: ['a', 'b'] });
});

test('refuses: a cursor that was made up, changed, is of another list, or was sealed for something else', async () => {
  const { cursor = '' } = await letters('abc');
  const { cursor: other } = await letters('abc', {}, 'mine');
  for (const bad of ['', 'x.y', `${cursor}x`, cursor.slice(1), other, encodeCursor('letters all', ['b'])])
    await expect(letters('abc', { cursor: bad }), bad).rejects.toThrow(
      new Refusal('request.invalid', { field: 'cursor' }),
    );
});

test('behavior: the row too many says that there is a next page, which begins behind the last row that was shown', async () => {
  const first = await letters('abcde');
  expect(first).toEqual({ list: ['a', 'b'], cursor: expect.any(String) });
  const second = await letters('abcde', { cursor: first.cursor });
  expect(second).toEqual({ list: ['c', 'd'], cursor: expect.any(String) });
  expect(await letters('abcde', { cursor: second.cursor })).toEqual({ list: ['e'] });
  expect(await letters('abcd', { cursor: first.cursor })).toEqual({ list: ['c', 'd'] });
  expect(await letters('abcde', { cursor: first.cursor, pageSize: 3 })).toEqual({ list: ['c', 'd', 'e'] });
});

test('property: a key comes back as it was, bigints and keys of several parts too', async () => {
  const keys: Parameters<typeof encodeCursor>[1] = [
    '',
    '12',
    'é "5"',
    7,
    12n,
    2n ** 200n,
    -1n,
    null,
    { block: 5n, log: 0 },
    { score: 7, id: 'wdr_1' },
  ];
  for (const one of keys) {
    const asked: unknown[] = [];
    const read = (cursor?: string) =>
      readPage(
        { list: 'keys', size: 1, cursor },
        async (after: unknown, limit) => {
          asked.push(after, limit);
          return [1, 2];
        },
        () => one,
      );
    await read((await read()).cursor);
    expect(asked).toEqual([undefined, 2, one, 2]);
  }
});
