import { expect, test } from 'vitest';
import { newId } from './ids.ts';

test('property: ids are unique, of one form, and grow within a process', () => {
  const ids = Array.from({ length: 20_000 }, () => newId('wdr'));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => /^wdr_[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(id))).toBe(true);
  expect([...ids].sort()).toEqual(ids);
});
