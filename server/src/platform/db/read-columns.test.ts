import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestContext } from '../../test/context.ts';
import type { TestContext } from '../../test/context.ts';
import { readColumns } from './read-columns.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

test('behavior: rows in their order, over the length of one text, and null as the empty text', async () => {
  const query = sql`select n, n % 2 = 0 as even, case when n % 3 = 0 then 'x' || n end as third
    from generate_series(1, 120001) n order by n desc`;
  const columns = await readColumns(context.db, query, ['n', 'even', 'third'] as const);
  const whole = Array.from({ length: 120_001 }, (_, at) => 120_001 - at);
  expect(columns.n.join()).toBe(whole.join());
  expect(columns.even.join()).toBe(whole.map((n) => n % 2 === 0).join());
  expect(columns.third.join()).toBe(whole.map((n) => (n % 3 === 0 ? `x${n}` : '')).join());
});

test('behavior: no row is no row, and one empty value is one row', async () => {
  expect(await readColumns(context.db, sql`select 1 as a where false`, ['a'])).toEqual({ a: [] });
  expect(await readColumns(context.db, sql`select null::text as a`, ['a'])).toEqual({ a: [''] });
});
