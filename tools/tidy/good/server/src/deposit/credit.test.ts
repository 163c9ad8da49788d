import { expect, test } from 'vitest';
import { credit } from './credit.ts';

test('refuses: nothing at all', () => {
  expect(credit({ id: 'dep_2' })).toHaveLength(2);
});

test.each([1, 2])('property: %s is a number', (value) => {
  expect(value).toBeGreaterThan(0);
});
