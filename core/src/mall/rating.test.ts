import { expect, test } from 'vitest';
import { ratingOf } from './rating.ts';

test.each([
  [0n, 0n, null],
  [5n, 1n, '5.0'],
  [14n, 3n, '4.7'],
  [13n, 3n, '4.3'],
  [1n, 1n, '1.0'],
  // 4.25 and 4.75: halves up.
  [17n, 4n, '4.3'],
  [19n, 4n, '4.8'],
])('behavior: %s stars of %s comments are %s', (stars, comments, rating) => {
  expect(ratingOf(stars, comments)).toBe(rating);
});
