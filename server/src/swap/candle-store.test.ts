import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../platform/db/connect.ts';
import type { Database, Tx } from '../platform/db/connect.ts';
import type { TestDatabase } from '../platform/db/test-database.ts';
import { cloneDatabase } from '../platform/db/test-setup.ts';
import { readCandleTexts } from './candle-store.ts';

const chain = 77;
const start = 1_600_000_000;

let clone: TestDatabase;
let database: Database;
beforeAll(async () => {
  clone = await cloneDatabase();
  database = clone.connect('owner');
});
afterAll(() => clone.drop());

async function addCandles(chainId: number, interval: string, count: number, step: number): Promise<void> {
  await sql`insert into candle (chain_id, interval, open_time, open, high, low, close, volume_open, volume_usdt, trades, first_at, last_at)
    select ${chainId}, ${interval}, to_timestamp(${start}::int8 + n * ${step}::int8), 1, 1, 1, 1, 1, 1, 1, n, n
    from generate_series(0, ${count - 1}::int8) n`.execute(database.db);
}

async function rowsRead(tx: Tx): Promise<number> {
  const { rows } = await sql<{ n: bigint }>`
    select seq_tup_read + idx_tup_fetch as n from pg_stat_xact_user_tables where relname = 'candle'`.execute(
    tx,
  );
  return Number(rows[0]?.n);
}

test('behavior: a page of candles reads no more than a page, also while the planner takes the series for short', async () => {
  await addCandles(chain - 1, '1m', 50, 60);
  await addCandles(chain, '1m', 20_000, 60);
  // A table that grew quickly and was never analyzed: so many rows, and nothing known of any.
  await sql`select pg_restore_relation_stats('schemaname', 'public', 'relname', 'candle', 'relpages', 1, 'reltuples', 1000::real)`.execute(
    database.db,
  );
  const middle = start + 10_000 * 60;
  for (const before of [undefined, middle]) {
    await inTransaction(database.db, async (tx) => {
      const known = await rowsRead(tx);
      const found = await readCandleTexts(tx, chain, { interval: '1m', before, limit: 500 });
      expect(found).toHaveLength(500);
      expect(found.at(-1)?.openTime).toBe((before ?? start + 20_000 * 60) - 60);
      expect((await rowsRead(tx)) - known).toBeLessThanOrEqual(510);
    });
  }
  // Before its first candle stand those of another series, or of another chain: they are not its own.
  const early = await readCandleTexts(database.db, chain, {
    interval: '1m',
    before: start + 120,
    limit: 500,
  });
  expect(early.map(({ openTime }) => openTime)).toEqual([start, start + 60]);
  expect(
    await readCandleTexts(database.db, chain, { interval: '1w', before: undefined, limit: 500 }),
  ).toEqual([]);
  expect(
    await readCandleTexts(database.db, chain - 1, { interval: '1m', before: start, limit: 500 }),
  ).toEqual([]);
});
