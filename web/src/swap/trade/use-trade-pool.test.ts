// @vitest-environment happy-dom
import { pushSamples } from '@openmere/core/test-pushes.ts';
import { expect, test } from 'vitest';
import { pool } from './test-trade.ts';
import { mergePool } from './use-trade-pool.ts';

test('refuses: a pushed pool that is older than what is known', () => {
  expect(mergePool(pool, { pool: { ...pool, block: pool.block - 1, price: '9' } })).toBe(pool);
  expect(mergePool(pool, { gone: ['trd_1'] })).toBe(pool);
});

test('behavior: a pushed pool changes what it names', () => {
  const pushed = pushSamples.trade.pool;
  expect(mergePool({ ...pool, block: 1 }, { pool: pushed })).toEqual({ ...pool, ...pushed });
});
