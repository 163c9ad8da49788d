import { mkdtemp, rm } from 'node:fs/promises';
import { arch, cpus, release, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { reconcileLedger } from '@openmere/server/ledger/reconcile.ts';
import type { Database } from '@openmere/server/platform/db/connect.ts';
import { startEmbedded } from '@openmere/server/platform/db/embedded.ts';
import { migrate } from '@openmere/server/platform/db/migrate.ts';
import { administer, withDatabase } from '@openmere/server/platform/db/test-database.ts';
import { openmereLedger, plainLedger, tpcB } from './contenders.ts';
import type { Contender, TpcB } from './contenders.ts';
import { closedLoop, drawTransfer, openLoop } from './workload.ts';
import type { Measure, Spread } from './workload.ts';

/** `node bench/ledger/run.ts [--quick] [--ms 3000]`: prints a table; nothing else should run on the machine. */
const { values: options } = parseArgs({ options: { quick: { type: 'boolean' }, ms: { type: 'string' } } });
const quick = options.quick === true;
const rounds = quick ? 1 : 3;
const ms = Number(options.ms ?? (quick ? 300 : 3_000));
const callerCounts = quick ? [1, 32] : [1, 8, 32, 256, 2_048];
const offeredPerSecond = 10_000;

type Cell = { contender: string; spread: Spread; callers: string; measures: Measure[] };
const cells = new Map<string, Cell>();
const print = (line: string): void => void process.stdout.write(`${line}\n`);

function record(contender: string, spread: Spread, callers: string, measure: Measure): void {
  const name = [contender, spread, callers].join();
  const cell = cells.get(name) ?? { contender, spread, callers, measures: [] };
  cell.measures.push(measure);
  cells.set(name, cell);
}

const sorted = (values: number[]): number[] => values.toSorted((a, b) => a - b);
const median = (values: number[]): number => sorted(values)[Math.floor(values.length / 2)] ?? 0;
const short = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2);
const range = (values: number[]): string =>
  `${short(median(values))} (${short(Math.min(...values))}–${short(Math.max(...values))})`;

function printTable(): void {
  print('| what | accounts | callers | transfers/s: median (min–max) | p50 ms | p99 ms |');
  print('| --- | --- | --- | --- | --- | --- |');
  for (const { contender, spread, callers, measures } of cells.values()) {
    const column = (pick: (measure: Measure) => number): string => range(measures.map(pick));
    const rate = column(({ perSecond }) => perSecond);
    print(
      `| ${contender} | ${spread} | ${callers} | ${rate} | ${column(({ p50Ms }) => p50Ms)} | ${column(({ p99Ms }) => p99Ms)} |`,
    );
  }
}

function rates(contender: string, spread: Spread, callers: number): number[] {
  return (
    cells.get([contender, spread, String(callers)].join())?.measures.map(({ perSecond }) => perSecond) ?? []
  );
}

function printRatios(tpcb: number[], bytes: number): void {
  const most = callerCounts.at(-1) ?? 1;
  const ours = rates('openmere', 'uniform', most);
  const each = (over: number[]): number[] => ours.map((rate, round) => rate / (over[round] ?? 1));
  const open = cells.get(['openmere', 'uniform', `${offeredPerSecond}/s offered`].join())?.measures ?? [];
  print('\n| goal | reached: median (min–max) |\n| --- | --- |');
  print(`| ≥ 12 × TPC-B (${range(tpcb)} /s) at ${most} callers | ${range(each(tpcb))} × |`);
  print(
    `| over one transaction each at ${most} callers | ${range(each(rates('one transaction each', 'uniform', most)))} × |`,
  );
  const hot = rates('openmere', 'hot', most).map((rate, round) => rate / (ours[round] ?? 1));
  print(`| hot ≥ 1.3 × own uniform | ${range(hot)} × |`);
  print(`| p50 ≤ 1.2 ms at ${offeredPerSecond}/s offered | ${range(open.map(({ p50Ms }) => p50Ms))} ms |`);
  print(`| p99 ≤ 10 ms at ${offeredPerSecond}/s offered | ${range(open.map(({ p99Ms }) => p99Ms))} ms |`);
  print(`| ≤ 200 bytes a transfer with indexes, and the hash chain's | ${bytes.toFixed(0)} |`);
}

async function bytesPerTransfer({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ bytes: bigint; n: bigint }>(
    `select pg_total_relation_size('ledger.journal') + pg_total_relation_size('ledger.batch') as bytes,
            (select count(*) from ledger.journal) as n`,
  );
  return Number(rows[0]?.bytes) / Number(rows[0]?.n);
}

/** TPC-B is measured right before the figure that is compared with it, because machines drift. */
async function measureRound(contenders: Contender[], reference: TpcB): Promise<number> {
  let tpcb = 0;
  for (const spread of ['uniform', 'hot'] as const) {
    for (const callers of callerCounts) {
      if (spread === 'uniform' && callers === callerCounts.at(-1)) tpcb = await reference.run(ms);
      for (const { name, transfer } of contenders) {
        const measure = await closedLoop(callers, ms, () => transfer(drawTransfer(spread)));
        record(name, spread, String(callers), measure);
      }
    }
  }
  const [ours] = contenders;
  if (!ours) return tpcb;
  const open = await openLoop(offeredPerSecond, ms, () => ours.transfer(drawTransfer('uniform')));
  record(ours.name, 'uniform', `${offeredPerSecond}/s offered`, open);
  return tpcb;
}

async function main(url: string): Promise<void> {
  await administer(url, [
    'create database bench_ours',
    'create database bench_plain',
    'create database bench_tpcb',
  ]);
  await migrate(withDatabase(url, 'bench_ours'));
  const ours = await openmereLedger(withDatabase(url, 'bench_ours'));
  const plain = await plainLedger(withDatabase(url, 'bench_plain'));
  const reference = await tpcB(withDatabase(url, 'bench_tpcb'));
  const tpcb: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    tpcb.push(await measureRound([ours, plain], reference));
  }
  const { rows } = await ours.database.pool.query<{ version: string }>('select version()');
  print(
    `${cpus().length} × ${cpus()[0]?.model}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, ${process.platform} ${release()} ${arch()}`,
  );
  print(
    `Node ${process.version}, ${rows[0]?.version.split(' on ')[0]}, fsync on, unix socket; ${rounds} runs of ${ms} ms each`,
  );
  print(`TPC-B: ${reference.tool}\n`);
  printTable();
  printRatios(tpcb, await bytesPerTransfer(ours.database));
  const { rows: count, findings } = await reconcileLedger(ours.database.db);
  print(`\nReconciled after it all: ${count} rows, ${findings.length} findings.`);
  await Promise.all([ours.close(), plain.close(), reference.close()]);
  if (findings.length > 0) process.exitCode = 1;
}

const folder = await mkdtemp(join(tmpdir(), 'openmere-bench-'));
const server = await startEmbedded(join(folder, 'postgres'), () => undefined);
try {
  await main(server.url);
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
