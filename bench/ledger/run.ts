import '../production.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { arch, cpus, loadavg, release, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { announcePosted } from '@openmere/server/app/announce-posted.ts';
import { reconcileLedger } from '@openmere/server/ledger/reconcile.ts';
import { createDatabase } from '@openmere/server/platform/db/connect.ts';
import type { Database } from '@openmere/server/platform/db/connect.ts';
import { startEmbedded } from '@openmere/server/platform/db/embedded.ts';
import { migrate } from '@openmere/server/platform/db/migrate.ts';
import { administer, withDatabase } from '@openmere/server/platform/db/test-database.ts';
import { bareRows, openmereLedger, pgledger, plainLedger, tpcB } from './contenders.ts';
import type { Contender, TpcB } from './contenders.ts';
import { startProcesses } from './processes.ts';
import type { Processes } from './processes.ts';
import { closedLoop, drawTransfer, openLoop } from './workload.ts';
import type { Measure, Spread } from './workload.ts';

/**
 * `node bench/ledger/run.ts [--short] [--quick] [--ms 3000] [--rounds 3] [--pgledger FOLDER]`: prints a table; nothing else should run on the
 * machine. `--short` measures the figures that have a goal, in under two minutes; `--quick` is a smoke test. With `--pgledger` also
 * pgledger, whose two files the folder holds (README).
 */
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    short: { type: 'boolean' },
    ms: { type: 'string' },
    rounds: { type: 'string' },
    pgledger: { type: 'string' },
  },
});
const quick = options.quick === true;
const short = options.short === true;
const rounds = Number(options.rounds ?? (quick ? 1 : 3));
const ms = Number(options.ms ?? (quick ? 300 : short ? 2_000 : 3_000));
/** At least the second that pgbench takes. */
const warmUpMs = quick ? 100 : 1_000;
const MOST = 2_048;
const callerCounts = quick ? [1, 32, MOST] : short ? [256, MOST] : [1, 8, 32, 256, MOST];
const processCounts = [2, 4];
const OFFERED_PER_SECOND = 10_000;
/** Of 16 MB each; as many as the server keeps for itself (min_wal_size). */
const LOG_FILES = quick ? 4 : 60;

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
const figure = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2);
const range = (values: number[]): string =>
  `${figure(median(values))} (${figure(Math.min(...values))}–${figure(Math.max(...values))})`;

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
  const ours = rates('openmere', 'uniform', MOST);
  const each = (over: number[], of = ours): number[] => of.map((rate, round) => rate / (over[round] ?? 1));
  const open = cells.get(['openmere', 'uniform', `${OFFERED_PER_SECOND}/s offered`].join())?.measures ?? [];
  print('\n| goal | reached: median (min–max) |\n| --- | --- |');
  print(`| ≥ 12 × TPC-B (${range(tpcb)} /s) at ${MOST} callers | ${range(each(tpcb))} × |`);
  const rival = rates('pgledger', 'uniform', MOST);
  if (rival.length > 0) {
    print(`| ≥ 20 × pgledger at ${MOST} callers | ${range(each(rival))} × |`);
    print(`| over pgledger at 256 callers | ${range(each(rival, rates('openmere', 'uniform', 256)))} × |`);
  }
  print(
    `| over one transaction each at ${MOST} callers | ${range(each(rates('one transaction each', 'uniform', MOST)))} × |`,
  );
  const hot = rates('openmere', 'hot', MOST).map((rate, round) => rate / (ours[round] ?? 1));
  print(`| hot ≥ 1.3 × own uniform | ${range(hot)} × |`);
  print(`| p50 ≤ 1.2 ms at ${OFFERED_PER_SECOND}/s offered | ${range(open.map(({ p50Ms }) => p50Ms))} ms |`);
  print(`| p99 ≤ 10 ms at ${OFFERED_PER_SECOND}/s offered | ${range(open.map(({ p99Ms }) => p99Ms))} ms |`);
  for (const count of processCounts) {
    const several = each(tpcb, rates(`openmere, ${count} processes`, 'uniform', MOST));
    print(`| ${count} processes at ${MOST} callers over TPC-B | ${range(several)} × |`);
  }
  const told = rates('openmere with its outbox', 'uniform', MOST);
  print(`| with the api's outbox at ${MOST} callers over TPC-B | ${range(each(tpcb, told))} × |`);
  print(`| ≤ 200 bytes a transfer with indexes, and the hash chain's | ${bytes.toFixed(0)} |`);
}

async function bytesPerTransfer({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ bytes: bigint; n: bigint }>(
    `select pg_total_relation_size('ledger.journal') + pg_total_relation_size('ledger.batch') as bytes,
            (select count(*) from ledger.journal) as n`,
  );
  return Number(rows[0]?.bytes) / Number(rows[0]?.n);
}

type Contenders = {
  ours: Contender & { database: Database };
  plain: Contender;
  bare: Contender;
  told: Contender;
  theirs: Contender | undefined;
  reference: TpcB;
  several: Map<number, Processes>;
};

/**
 * Nobody pays for what another one left to be written: everything is written out first, and then the contender runs for a
 * moment unmeasured, because the first change of a page after that costs a copy of it in the log.
 */
async function startEven({ pool }: Database, warmUp: () => Promise<unknown>): Promise<void> {
  await pool.query('checkpoint');
  await warmUp();
}

/** TPC-B is measured right before the figure that is compared with it, because machines drift. */
async function measureRound(contenders: Contenders): Promise<number> {
  const { ours, plain, bare, told, theirs, reference, several } = contenders;
  const { database } = ours;
  const one = async ({ name, transfer }: Contender, spread: Spread, callers: number): Promise<void> => {
    const call = (): Promise<unknown> => transfer(drawTransfer(spread));
    await startEven(database, () => closedLoop(callers, warmUpMs, call));
    record(name, spread, String(callers), await closedLoop(callers, ms, call));
  };
  let tpcb = 0;
  for (const callers of callerCounts) {
    if (callers === MOST) {
      await startEven(database, () => reference.run(warmUpMs));
      tpcb = await reference.run(ms);
    }
    await one(ours, 'uniform', callers);
    if (!short || callers === MOST) await one(ours, 'hot', callers);
    if (!short || callers === MOST) await one(plain, 'uniform', callers);
    if (callers === MOST) await one(bare, 'uniform', callers);
    if (theirs && callers === MOST) await one(theirs, 'uniform', callers);
    if (!short) await one(plain, 'hot', callers);
  }
  for (const { name, transfer } of [ours, bare]) {
    const call = (): Promise<unknown> => transfer(drawTransfer('uniform'));
    await startEven(database, () => openLoop(OFFERED_PER_SECOND, warmUpMs, call));
    const open = await openLoop(OFFERED_PER_SECOND, ms, call);
    record(name, 'uniform', `${OFFERED_PER_SECOND}/s offered`, open);
  }
  await one(told, 'uniform', MOST);
  for (const [count, processes] of several) {
    await startEven(database, () => processes.run('uniform', MOST, warmUpMs));
    const measure = await processes.run('uniform', MOST, ms);
    record(`${ours.name}, ${count} processes`, 'uniform', String(MOST), measure);
  }
  return tpcb;
}

/**
 * A server that has run for a while writes its log into files that are there already; a new one makes each of them while
 * somebody waits. So that neither side pays for it: makes them, and a checkpoint frees them.
 */
async function makeLogFiles(url: string): Promise<void> {
  const { pool, close } = createDatabase(url, 'owner', { statementTimeoutMs: 120_000 });
  for (let file = 0; file < LOG_FILES; file += 1) {
    await pool.query(`select pg_logical_emit_message(false, 'bench', '')`);
    await pool.query('select pg_switch_wal()');
  }
  await pool.query('checkpoint');
  await close();
}

async function main(url: string): Promise<void> {
  await administer(url, [
    'create database bench_ours',
    'create database bench_told',
    'create database bench_plain',
    'create database bench_pgledger',
    'create database bench_tpcb',
  ]);
  await Promise.all(['bench_ours', 'bench_told'].map((name) => migrate(withDatabase(url, name))));
  const ours = await openmereLedger(withDatabase(url, 'bench_ours'));
  const told = await openmereLedger(withDatabase(url, 'bench_told'), '', announcePosted);
  const plain = await plainLedger(withDatabase(url, 'bench_plain'));
  const bare = await bareRows(withDatabase(url, 'bench_plain'));
  const theirs = options.pgledger
    ? await pgledger(withDatabase(url, 'bench_pgledger'), options.pgledger)
    : undefined;
  const reference = await tpcB(withDatabase(url, 'bench_tpcb'));
  const several = new Map<number, Processes>();
  for (const count of processCounts)
    several.set(count, await startProcesses(withDatabase(url, 'bench_ours'), count));
  await makeLogFiles(url);
  const load = loadavg()[0] ?? 0;
  const tpcb: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    tpcb.push(await measureRound({ ours, plain, bare, told, theirs, reference, several }));
  }
  const { rows } = await ours.database.pool.query<{ version: string }>('select version()');
  print(
    `${cpus().length} × ${cpus()[0]?.model}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, ${process.platform} ${release()} ${arch()}`,
  );
  print(
    `Node ${process.version}, ${rows[0]?.version.split(' on ')[0]}, fsync on, unix socket; ${rounds} runs of ${ms} ms each; load ${load.toFixed(1)} before`,
  );
  print(`TPC-B: ${reference.tool}\n`);
  printTable();
  printRatios(tpcb, await bytesPerTransfer(ours.database));
  const { rows: count, findings } = await reconcileLedger(ours.database.db);
  print(`\nReconciled after it all: ${count} rows, ${findings.length} findings.`);
  const closing = [ours, plain, bare, told, reference, ...(theirs ? [theirs] : []), ...several.values()];
  await Promise.all(closing.map((one) => one.close()));
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
