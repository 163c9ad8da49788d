import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { deployForTest, startTestAnvil, testChainId } from '@openmere/server/platform/chain/test-anvil.ts';
import { createDatabase, inTransaction } from '@openmere/server/platform/db/connect.ts';
import type { Db } from '@openmere/server/platform/db/connect.ts';
import { startEmbedded } from '@openmere/server/platform/db/embedded.ts';
import { migrate } from '@openmere/server/platform/db/migrate.ts';
import { writeSetting } from '@openmere/server/setting/write.ts';
import { fillHistory, foldBoth, makeSwaps, readTimes, upsertBoth } from './candles.ts';
import { indexAll, plainLoop } from './index-from-zero.ts';
import { watchDatabase } from './database-time.ts';
import type { DatabaseTime } from './database-time.ts';
import { marketHandlers, trade } from './market.ts';

/** `node bench/market/run.ts [--quick]`: prints a table; nothing else should run on the machine. */
const { values: options } = parseArgs({ options: { quick: { type: 'boolean' } } });
const quick = options.quick === true;
const rounds = quick ? 1 : 3;
const swapCount = quick ? 100_000 : 1_000_000;
const historySwaps = quick ? 200_000 : 10_000_000;
/** A trade leaves four and a half logs that are followed: 22,300 of them are 100,000 logs. */
const tradeCount = quick ? 500 : 22_300;
/** Blocks in one question of the plain loop. */
const SPAN = 50;
/** Candles of benchmarks stand under a chain of their own. */
const [upsertChain, historyChain] = [1_001, 1_002];

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);
const median = (values: readonly number[]): number => sorted(values)[Math.floor(values.length / 2)] ?? 0;
const range = (values: readonly number[], unit: string): string =>
  `${median(values).toFixed(2)} ${unit} (${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)})`;

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
  print(`| ratio (goal ≥ 150) | ${range(over(inSql, ours), '×')} |`);
  print(`| durable candles, 10,000 swaps folded | ${range(folded ?? [], 'µs a swap')} |`);
  print(`| one at a time | ${range(single ?? [], 'µs a swap')} |`);
  print(`| ratio (goal ≥ 100) | ${range(over(single, folded), '×')} |`);
}

/** By itself, so that the swaps of before are garbage by now: an API process has no million of them either. */
async function benchHistory(db: Db): Promise<void> {
  await fillHistory(db, historyChain, historySwaps);
  await readTimes(db, historyChain, historySwaps, 30);
  const times = sorted(await readTimes(db, historyChain, historySwaps, 300));
  const p99 = times[Math.floor(times.length * 0.99)] ?? 0;
  print(
    `| 500 candles at ${historySwaps} swaps (goal p50 ≤ 1.5 ms) | p50 ${median(times).toFixed(2)} ms, p99 ${p99.toFixed(2)} ms |`,
  );
}

async function benchIndexing(db: Db, database: DatabaseTime): Promise<void> {
  const anvil = await startTestAnvil();
  try {
    const contracts = await deployForTest(anvil.url);
    await inTransaction(db, (tx) =>
      writeSetting(tx, 'chainContracts', JSON.stringify(contracts), 'installation'),
    );
    await trade(anvil.url, contracts, tradeCount);
    const handlers = marketHandlers();
    const plain: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      plain.push((await plainLoop(db, anvil.url, handlers, SPAN)).ms);
    }
    const before = database.ms();
    const run = await indexAll(db, anvil.url, testChainId, handlers);
    const outside = 1 - (database.ms() - before) / run.ms;
    print(`| ${run.logs} logs, plain loop over getLogs and headers | ${range(plain, 'ms')} |`);
    print(
      `| ${run.logs} logs, followed, checked and booked (goal 100,000 ≤ 10 s) | ${run.ms.toFixed(0)} ms |`,
    );
    print(`| share of that outside PostgreSQL (goal ≤ 30 %) | ${(100 * outside).toFixed(0)} % |`);
  } finally {
    await anvil.stop();
  }
}

const folder = await mkdtemp(join(tmpdir(), 'openmere-bench-'));
const server = await startEmbedded(join(folder, 'postgres'), () => undefined);
try {
  await migrate(server.url);
  const { db, close } = createDatabase(server.url, 'owner', { max: 4, statementTimeoutMs: 60_000 });
  print('| what | median (min–max) |\n| --- | --- |');
  await benchCandles(db);
  await benchHistory(db);
  await close();
  const indexing = createDatabase(server.url, 'owner', { max: 4, statementTimeoutMs: 60_000 });
  await benchIndexing(indexing.db, watchDatabase(indexing.pool));
  await indexing.close();
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
