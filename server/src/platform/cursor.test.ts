import { expect, test } from 'vitest';
import { pageOf } from './cursor.ts';

const cursorOf = (last: number) => `after ${last}`;

test('refuses: a cursor where nothing follows', () => {
  expect(pageOf([], 2, cursorOf)).toEqual({ list: [] });
  expect(pageOf([1, 2], 2, cursorOf)).toEqual({ list: [1, 2] });
});

test('behavior: the row too many says that there is a next page', () => {
  expect(pageOf([1, 2, 3], 2, cursorOf)).toEqual({ list: [1, 2], cursor: 'after 2' });
});
