import { expect, test } from 'vitest';
import { waitedMost } from './order-rules.ts';

const HOUR = 3_600_000;

test('behavior: goods wait in vain four times as long as for one payment, and never longer than half a day', () => {
  expect(waitedMost(HOUR / 2)).toBe(2 * HOUR);
  expect(waitedMost(HOUR * 24)).toBe(12 * HOUR);
});
