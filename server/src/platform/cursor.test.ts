import { expect, test } from 'vitest';
import { pageOf } from './cursor.ts';

const cursorOf = (last: number) => `after ${last}`;

test.each([
  ['refuses: a cursor where nothing follows', [1, 2], 2, { list: [1, 2] }],
  ['refuses: a cursor of an empty list', [], 2, { list: [] }],
  [
    'behavior: the row too many says that there is a next page',
    [1, 2, 3],
    2,
    { list: [1, 2], cursor: 'after 2' },
  ],
] as const)('%s', (_name, rows, size, page) => {
  expect(pageOf(rows, size, cursorOf)).toEqual(page);
});
