import assert from 'node:assert/strict';
import { intervalSeconds, seriesOf } from '@openmere/core/swap/candle.ts';
import type { Swap } from '@openmere/core/swap/candle.ts';
import { intervals } from '@openmere/core/swap/contract.ts';
import { inTransaction } from '@openmere/server/platform/db/connect.ts';
import type { Db } from '@openmere/server/platform/db/connect.ts';
import { addToCandles } from '@openmere/server/swap/candle-store.ts';
import { listCandles } from '@openmere/server/swap/list-candles.ts';
import { sql } from 'kysely';
import { foldColumns, listCandlesOf } from './candle-columns.ts';
import { SwapColumns } from './swap-columns.ts';

const coin = 10n ** 18n;
const START_SEC = 1_600_041_600;
const GAP_SEC = 3;
const FOLDS = 7;
/** Swaps whose candles are compared, one by one, before anything is measured. */
const PROVED = 50_000;

/** Swaps three seconds apart; prices and amounts by a fixed rule. */
export function makeSwaps(count: number, from = 0): Swap[] {
  return Array.from({ length: count }, (_, index) => {
    const n = from + index;
    return {
      time: START_SEC + n * GAP_SEC,
      priceE18: coin / 20n + BigInt((n * 7_919) % 1_000_003) * 10n ** 9n,
      open: coin * BigInt(1 + (n % 100)),
      usdt: coin * BigInt(1 + (n % 50)),
      position: n * 1_000_000,
    };
  });
}

const timed = async (work: () => unknown): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

/** Milliseconds: objects put into columns, columns folded, and `date_bin` over rows of a table. */
export type Folded = { fill: number; ours: number; sql: number };

/** The columns give to the last unit what core's rule gives, which is what the indexer folds with. */
function proveEqual(swaps: readonly Swap[]): void {
  const columns = SwapColumns.of(swaps);
  const folded = foldColumns(columns);
  for (const [interval, candles] of seriesOf(swaps)) {
    const ours = folded.get(interval);
    assert.deepEqual(ours && listCandlesOf(columns, ours), candles, interval);
  }
}

/** Swaps into six intervals: ours in memory, and PostgreSQL's `date_bin` over the same rows; neither has to read them in. */
export async function foldBoth(db: Db, swaps: readonly Swap[]): Promise<Folded> {
  proveEqual(swaps.slice(0, PROVED));
  const columns = new SwapColumns(swaps.length);
  const fill = await timed(() => swaps.forEach((swap) => columns.push(swap)));
  // The first times are the compiler's.
  const times: number[] = [];
  for (let run = 0; run < FOLDS; run += 1) times.push(await timed(() => foldColumns(columns)));
  const ours = times.toSorted((a, b) => a - b)[Math.floor(FOLDS / 2)] ?? 0;
  const inSql = await db.connection().execute(async (one) => {
    await sql`set statement_timeout = 0`.execute(one);
    await sql`create temporary table raw as
      select to_timestamp(${START_SEC} + n * ${GAP_SEC}::int8) as t, n, (5e16 + (n * 7919 % 1000003) * 1e9)::numeric(78, 0) as price,
        ((1 + n % 100) * 1e18)::numeric(78, 0) as o, ((1 + n % 50) * 1e18)::numeric(78, 0) as u
      from generate_series(0::int8, ${swaps.length - 1}::int8) n`.execute(one);
    await sql`analyze raw`.execute(one);
    const ms = await timed(async () => {
      for (const interval of intervals) {
        await sql`select date_bin(make_interval(secs => ${intervalSeconds[interval]}), t, timestamptz '1970-01-05') as b,
          (array_agg(price order by n))[1], max(price), min(price), (array_agg(price order by n desc))[1], sum(o), sum(u), count(*)
          from raw group by b`.execute(one);
      }
    });
    await sql`drop table raw`.execute(one);
    await sql`reset statement_timeout`.execute(one);
    return ms;
  });
  return { fill, ours, sql: inSql };
}

/** Durable candles: milliseconds per swap, all of a batch at once and one swap at a time. */
export async function upsertBoth(
  db: Db,
  chainId: number,
  batch: number,
): Promise<{ folded: number; single: number }> {
  const swaps = makeSwaps(batch);
  const folded = await timed(() => inTransaction(db, (tx) => addToCandles(tx, chainId, swaps)));
  const few = makeSwaps(100, batch);
  const single = await timed(async () => {
    for (const swap of few) await inTransaction(db, (tx) => addToCandles(tx, chainId, [swap]));
  });
  return { folded: folded / batch, single: single / few.length };
}

/** Writes the candles of a long history, a million swaps at a time. */
export async function fillHistory(db: Db, chainId: number, swaps: number): Promise<void> {
  const step = 100_000;
  for (let from = 0; from < swaps; from += step) {
    await inTransaction(db, (tx) => addToCandles(tx, chainId, makeSwaps(Math.min(step, swaps - from), from)));
  }
}

/** Milliseconds of single answers of trade/Kline with 500 candles, from the newest and from the middle of the history. */
export async function readTimes(db: Db, chainId: number, swaps: number, count: number): Promise<number[]> {
  const end = START_SEC + swaps * GAP_SEC;
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const interval = intervals[index % intervals.length] ?? '1m';
    const middle = new Date((START_SEC + ((swaps * GAP_SEC) / count) * index) * 1000).toISOString();
    const input = { interval, limit: 500, ...(index % 2 === 0 ? {} : { before: middle }) };
    times.push(await timed(() => listCandles({ tx: db, now: new Date(end * 1000), chainId }, input)));
  }
  return times;
}
