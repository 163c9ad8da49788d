import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { AddressMap } from '@openmere/core/chain/addresses.ts';
import { deployForTest, startTestAnvil, TEST_CHAIN_ID } from '@openmere/server/platform/chain/test-anvil.ts';
import { createDatabase, inTransaction } from '@openmere/server/platform/db/connect.ts';
import type { Db } from '@openmere/server/platform/db/connect.ts';
import { startEmbedded } from '@openmere/server/platform/db/embedded.ts';
import { migrate } from '@openmere/server/platform/db/migrate.ts';
import { administer, withDatabase } from '@openmere/server/platform/db/test-database.ts';
import { writeSetting } from '@openmere/server/setting/write.ts';
import { median, openGoals, print, sayLoad, sayMachine, spread } from '../measured.ts';
import { fillHistory, foldBoth, makeSwaps, readTimes, upsertBoth } from './candles.ts';
import { watchDatabase } from './database-time.ts';
import { indexAll, plainLoop } from './index-from-zero.ts';
import { marketHandlers, trade } from './market.ts';

/**
 * `node bench/market/run.ts [--quick] [--only candles,history,indexing]`: prints a table; exits 1 when a goal is missed (never
 * with --quick). Nothing else should run on the machine.
 */
const { values: options } = parseArgs({
  options: { quick: { type: 'boolean' }, only: { type: 'string' } },
});
const quick = options.quick === true;
const goals = openGoals(quick);
const isWanted = (part: string): boolean => options.only?.split(',').includes(part) ?? true;
const rounds = quick ? 1 : 3;
const swapCount = quick ? 100_000 : 1_000_000;
const historySwaps = quick ? 200_000 : 10_000_000;
/** A trade leaves four and a half logs that are followed: 22,300 of them are 100,000 logs. */
const tradeCount = quick ? 500 : 22_300;
const FOLD_MIN = 150;
const UPSERT_MIN = 100;
const READ_MAX_MS = 1.5;
const INDEX_MAX_MS = 10_000;
const OUTSIDE_MAX_PERCENT = 30;
/** Blocks in one question of the plain loop. */
const SPAN = 50;
/** Candles of benchmarks stand under a chain of their own. */
const [upsertChain, historyChain] = [1_001, 1_002];

const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);
const range = (values: readonly number[], unit: string): string => `${spread(values, 2)} ${unit}`;

async function benchCandles(db: Db): Promise<void> {
  const swaps = makeSwaps(swapCount);
  const [fill, ours, inSql, folded, single]: number[][] = [[], [], [], [], []];
  for (let round = 0; round < rounds; round += 1) {
    const fold = await foldBoth(db, swaps);
    fill?.push(fold.fill);
    ours?.push(fold.ours);
    inSql?.push(fold.sql);
    const upsert = await upsertBoth(db, upsertChain + round * 10, 10_000);
    folded?.push(upsert.folded * 1_000);
    single?.push(upsert.single * 1_000);
  }
  const over = (a: number[] = [], b: number[] = []): number[] => a.map((value, at) => value / (b[at] ?? 1));
  print(`| ${swapCount} swaps put into columns | ${range(fill ?? [], 'ms')} |`);
  print(`| the columns into six intervals | ${range(ours ?? [], 'ms')} |`);
  print(`| the same rows by date_bin | ${range(inSql ?? [], 'ms')} |`);
  print(`| ratio (goal ≥ ${FOLD_MIN}) | ${range(over(inSql, ours), '×')} |`);
  goals.atLeast('folding over date_bin', median(over(inSql, ours)), FOLD_MIN, '×');
  print(`| durable candles, 10,000 swaps folded | ${range(folded ?? [], 'µs a swap')} |`);
  print(`| one at a time | ${range(single ?? [], 'µs a swap')} |`);
  print(`| ratio (goal ≥ ${UPSERT_MIN}) | ${range(over(single, folded), '×')} |`);
  goals.atLeast('folded upserts over single ones', median(over(single, folded)), UPSERT_MIN, '×');
}

/** By itself, so that the swaps of before are garbage by now: an API process has no million of them either. */
async function benchHistory(db: Db): Promise<void> {
  await fillHistory(db, historyChain, historySwaps);
  await readTimes(db, historyChain, historySwaps, 30);
  const [p50, p99]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const times = sorted(await readTimes(db, historyChain, historySwaps, 300));
    p50.push(median(times));
    p99.push(times[Math.floor(times.length * 0.99)] ?? Number.NaN);
  }
  print(
    `| 500 candles at ${historySwaps} swaps (goal p50 ≤ ${READ_MAX_MS} ms) | p50 ${range(p50, 'ms')}, p99 ${range(p99, 'ms')} |`,
  );
  goals.atMost('500 candles, p50', median(p50), READ_MAX_MS, 'ms');
}

type Indexed = { logs: number; ms: number; outsidePercent: number; plainMs: number };

/** Indexes the chain into an empty database of its own, after the plain loop over the same logs. */
async function indexOnce(database: string, node: string, contracts: AddressMap): Promise<Indexed> {
  await migrate(database);
  const { db, pool, close } = createDatabase(database, 'owner', { max: 4, statementTimeoutMs: 60_000 });
  const watched = watchDatabase(pool);
  const handlers = marketHandlers();
  await inTransaction(db, (tx) =>
    writeSetting(
      { tx },
      { name: 'chainContracts', text: JSON.stringify(contracts), changedBy: 'installation' },
    ),
  );
  const plain = await plainLoop(db, node, handlers, SPAN);
  const before = watched.ms();
  const { logs, ms } = await indexAll(db, node, TEST_CHAIN_ID, handlers);
  const outsidePercent = 100 * (1 - (watched.ms() - before) / ms);
  await close();
  return { logs, ms, outsidePercent, plainMs: plain.ms };
}

async function benchIndexing(url: string): Promise<void> {
  const anvil = await startTestAnvil();
  const found: Indexed[] = [];
  try {
    const contracts = await deployForTest(anvil.url);
    await trade(anvil.url, contracts, tradeCount);
    for (let round = 0; round < rounds; round += 1) {
      await administer(url, [`create database bench_index_${round}`]);
      found.push(await indexOnce(withDatabase(url, `bench_index_${round}`), anvil.url, contracts));
    }
  } finally {
    await anvil.stop();
  }
  const logs = found[0]?.logs ?? 0;
  const hundredThousandMs = found.map((one) => (one.ms * 100_000) / one.logs);
  const outsidePercent = found.map((one) => one.outsidePercent);
  print(
    `| ${logs} logs, plain loop over getLogs and headers | ${range(
      found.map(({ plainMs }) => plainMs),
      'ms',
    )} |`,
  );
  print(
    `| ${logs} logs, followed, checked and booked | ${range(
      found.map(({ ms }) => ms),
      'ms',
    )} |`,
  );
  print(`| 100,000 of them (goal ≤ ${INDEX_MAX_MS} ms) | ${range(hundredThousandMs, 'ms')} |`);
  print(
    `| share of that outside PostgreSQL (goal ≤ ${OUTSIDE_MAX_PERCENT} %) | ${range(outsidePercent, '%')} |`,
  );
  goals.atMost('indexing 100,000 logs', median(hundredThousandMs), INDEX_MAX_MS, 'ms');
  goals.atMost('share outside PostgreSQL', median(outsidePercent), OUTSIDE_MAX_PERCENT, '%');
}

const folder = await mkdtemp(join(tmpdir(), 'openmere-bench-'));
const server = await startEmbedded(join(folder, 'postgres'), () => undefined);
try {
  await migrate(server.url);
  const { db, close } = createDatabase(server.url, 'owner', { max: 4, statementTimeoutMs: 60_000 });
  sayMachine();
  sayLoad('before');
  print('| what | median (min–max) |\n| --- | --- |');
  if (isWanted('candles')) await benchCandles(db);
  if (isWanted('history')) await benchHistory(db);
  await close();
  if (isWanted('indexing')) await benchIndexing(server.url);
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
sayLoad('after');
goals.end();
