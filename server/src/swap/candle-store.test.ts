import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../platform/db/connect.ts';
import type { Database, Tx } from '../platform/db/connect.ts';
import type { TestDatabase } from '../platform/db/test-database.ts';
import { cloneDatabase } from '../platform/db/test-setup.ts';
import { addToCandles, findHighPrice, readCandleTexts } from './candle-store.ts';
import { writeState } from './pool-store.ts';
import type { PoolStateRow } from './tables.ts';

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

const HOUR_MS = 3_600_000;

/** What the feed writes when it reads the market at a block of this time. */
async function readAt(chainId: number, blockTime: Date, twap: bigint | null): Promise<void> {
  const row: PoolStateRow = {
    chain_id: chainId,
    block_number: 1n,
    block_hash: `0x${'1'.repeat(64)}`,
    block_time: blockTime,
    reserve_usdt: 1n,
    reserve_open: 1n,
    lp_total: 1n,
    k_last: 0n,
    burned: 0n,
    pool_bps: 25,
    community_bps: 50,
    burn_bps: 100,
    tradable: true,
    twap,
    minimum_add: null,
    hold_bps: null,
    hold_seconds: null,
    read_at: new Date(),
  };
  await inTransaction(database.db, (tx) => writeState(tx, row));
}

const highPrice = (chainId: number) => inTransaction(database.db, (tx) => findHighPrice(tx, chainId));

async function swapAt(chainId: number, hoursAgo: number, priceE18: bigint): Promise<void> {
  const time = Math.floor((Date.now() - hoursAgo * HOUR_MS) / 1_000);
  await inTransaction(database.db, (tx) =>
    addToCandles(tx, chainId, [{ time, position: time, priceE18, open: 10_000n, usdt: 10_000n }]),
  );
}

test('property: limits count OPEN at the highest average of the day, whatever single swaps say', async () => {
  let chainId = chain;
  const price = fc.bigInt({ min: 1n, max: 10n ** 24n });
  const reading = fc.record({ hoursAgo: fc.integer({ min: 0, max: 40 }), twap: fc.option(price) });
  const swap = fc.record({ hoursAgo: fc.integer({ min: 0, max: 40 }), priceE18: price });
  const readings = fc.array(reading, { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(readings, fc.array(swap, { maxLength: 4 }), async (averages, swaps) => {
      const known = averages.flatMap(({ hoursAgo, twap }) => (twap !== null && hoursAgo < 24 ? [twap] : []));
      fc.pre(known.length > 0 && averages.every(({ hoursAgo }) => hoursAgo < 24 || hoursAgo > 26));
      chainId += 1;
      for (const { hoursAgo, twap } of averages) {
        await readAt(chainId, new Date(Date.now() - hoursAgo * HOUR_MS), twap);
      }
      for (const { hoursAgo, priceE18 } of swaps) await swapAt(chainId, hoursAgo, priceE18);
      expect(await highPrice(chainId)).toBe(known.reduce((one, other) => (other > one ? other : one)));
    }),
    { numRuns: 40 },
  );
}, 60_000);

test('behavior: while no average was read, limits count OPEN at the highest price of the day, else at the last one ever', async () => {
  const chainId = 9_000;
  expect(await highPrice(chainId)).toBeUndefined();
  await swapAt(chainId, 50, 7n);
  await readAt(chainId, new Date(Date.now() - 40 * HOUR_MS), 90n);
  expect(await highPrice(chainId)).toBe(7n);
  await swapAt(chainId, 3, 5n);
  await swapAt(chainId, 2, 6n);
  await readAt(chainId, new Date(), null);
  expect(await highPrice(chainId)).toBe(6n);
});
