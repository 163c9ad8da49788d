import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestContext } from '../../test/context.ts';
import type { TestContext } from '../../test/context.ts';
import { readColumns, readSorted } from './read-columns.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

const query = sql`select n, n % 2 = 0 as even, case when n % 3 = 0 then 'x' || n end as third
  from generate_series(1, 120001) n order by n desc`;
const names = ['n', 'even', 'third'] as const;
const thirdOf = (n: number): string => (n % 3 === 0 ? `x${n}` : '');

test('behavior: all rows, each by itself, over the length of one text, and null as the empty text', async () => {
  const parts = [...(await readColumns(context.db, query, names))];
  expect(parts.length).toBeGreaterThan(1);
  const rows = parts
    .flatMap(({ n, even, third }) => n.map((one, at) => [Number(one), even[at], third[at]] as const))
    .sort(([a], [b]) => a - b);
  const whole = Array.from({ length: 120_001 }, (_, at) => [
    at + 1,
    String((at + 1) % 2 === 0),
    thirdOf(at + 1),
  ]);
  expect(JSON.stringify(rows)).toBe(JSON.stringify(whole));
});

test('behavior: sorted rows come in their order', async () => {
  const columns = await readSorted(context.db, sql`${query} limit 50000`, { names: ['n', 'third'], by: 'n' });
  const whole = Array.from({ length: 50_000 }, (_, at) => 70_002 + at);
  expect(columns.n.join()).toBe(whole.join());
  expect(columns.third.join()).toBe(whole.map(thirdOf).join());
});

test('behavior: no row is no row, and one empty value is one row', async () => {
  const none = sql`select 1 as a where false`;
  const empty = sql`select null::text as a`;
  expect([...(await readColumns(context.db, none, ['a']))]).toEqual([]);
  expect([...(await readColumns(context.db, empty, ['a']))]).toEqual([{ a: [''] }]);
  expect(await readSorted(context.db, none, { names: ['a'], by: 'a' })).toEqual({ a: [] });
  expect(await readSorted(context.db, empty, { names: ['a'], by: 'a' })).toEqual({ a: [''] });
});
