import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { startBare } from './bare.ts';
import type { Bare } from './bare.ts';
import { READS_PER_SECOND, TRANSFERS_PER_SECOND, measure } from './offer.ts';
import type { Found } from './offer.ts';
import { Caller, floods } from './requests.ts';
import type { FloodName } from './requests.ts';
import { startServer } from './running-server.ts';
import type { MemoryParts, RunningServer } from './running-server.ts';
import { TABLE_HEAD, missedGoals, newLine, rowOf, spread } from './table.ts';
import type { Line } from './table.ts';

/**
 * `node bench/floods/run.ts [--quick] [--ms 15000] [--runs 3] [--only candles,logins]`: transfers and own reads at rest and
 * under each flood.
 */
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    ms: { type: 'string' },
    runs: { type: 'string' },
    only: { type: 'string' },
  },
});
const quick = options.quick === true;
const ms = Number(options.ms ?? (quick ? 500 : 15_000));
const runs = Number(options.runs ?? 1);
const names = (options.only?.split(',') ?? Object.keys(floods)) as FloodName[];
const CONNECTIONS = quick ? 10 : 60;
const PAYERS = 40;
const RECOVERY_MS = quick ? 500 : 10_000;
/** The flood begins before what is measured, and ends after it. */
const AROUND_MS = quick ? 250 : 1_000;
/**
 * What may live on after all floods, beyond what lived at rest: 32 MiB of kept answers and a fifth of it compressed, addresses
 * of two minutes, plans and code that were not needed before.
 */
const LIVING_MORE_MIB = 64;
/** The same with garbage that V8 has not collected yet: it lets its heap grow before it works harder. */
const RESIDENT_MORE_MIB = 192;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function runFlood(url: string, name: FloodName, tokens: string): Promise<Record<string, number>> {
  const program = fileURLToPath(new URL('flood.ts', import.meta.url));
  const args = [program, url, name, String(CONNECTIONS), String(ms + 2 * AROUND_MS), tokens];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as Record<string, number>;
}

type Bench = { server: RunningServer; bare: Bare; tokens: string; lines: Map<string, Line> };

/** Measures beside a flood of `url`, or beside none, into the line of that title. */
async function addTo(bench: Bench, title: string, flood?: { url: string; name: FloodName }): Promise<void> {
  const { server, lines, tokens } = bench;
  const line = lines.get(title) ?? newLine();
  lines.set(title, line);
  const caller = new Caller(server.url, 64);
  const flooding = flood && runFlood(flood.url, flood.name, tokens);
  if (flooding) await wait(AROUND_MS);
  const found = await measure(server, caller, server.members.slice(0, PAYERS), ms);
  for (const [status, count] of Object.entries((await flooding) ?? {}))
    line.counts[status] = (line.counts[status] ?? 0) + count;
  caller.close();
  line.found.push(found);
  line.memory.push(await server.memoryMib());
  // Progress: a run that is ended early has said something, too.
  process.stderr.write(`${rowOf(title, { ...line, found: [found], memory: line.memory.slice(-1) })}\n`);
  for (const why of new Set([...found.transfers.failures, ...found.reads.failures]))
    print(`  ${title}: failed: ${why}`);
}

/** The floods whose generator takes most: the same sent to a bare server, while the api has nothing else to do. */
const REFERENCES: readonly FloodName[] = ['candles', 'bodies'];

async function runOnce(bench: Bench): Promise<void> {
  await addTo(bench, 'none');
  for (const name of names) {
    const { title } = floods[name];
    if (REFERENCES.includes(name))
      await addTo(bench, `reference: ${title}, of a bare server`, { url: bench.bare.url, name });
    await addTo(bench, title, { url: bench.server.url, name });
  }
}

type Cost = { perSecond: number; cpuMs: number };

/** What 1,000 candles cost: answers a second, and processor time an answer (which a busy machine changes less). */
async function compareCandles({ server, bare }: Bench): Promise<Record<string, Cost>> {
  const cost = async (url: string, cpu: () => Promise<number>): Promise<Cost> => {
    const before = await cpu();
    const { 200: answered = 0 } = await runFlood(url, 'candles', '');
    return {
      perSecond: (answered * 1_000) / (ms + 2 * AROUND_MS),
      cpuMs: ((await cpu()) - before) / answered,
    };
  };
  const ours = await cost(server.url, server.cpuMs);
  const reference = await cost(bare.url, bare.cpuMs);
  const ownCpu = (): number => (process.cpuUsage().user + process.cpuUsage().system) / 1_000;
  const [started, cpuBefore] = [performance.now(), ownCpu()];
  let made = 0;
  for (; performance.now() < started + ms / 2; made += 1) await server.makeAnew();
  const anew = {
    perSecond: (made * 1_000) / (performance.now() - started),
    cpuMs: (ownCpu() - cpuBefore) / made,
  };
  return {
    'the api, one process': ours,
    'a bare server with the same bytes (reference)': reference,
    'made anew for each, without the server around it': anew,
  };
}

async function readCandles(url: string): Promise<Buffer> {
  const caller = new Caller(url, 1);
  const { text } = await caller.post('trade/Kline', { interval: '1m', limit: 1_000 }, { keeps: true });
  caller.close();
  const rows = (JSON.parse(text) as { list: unknown[] }).list.length;
  if (rows !== 1_000) throw new Error(`${rows} candles instead of 1,000`);
  return Buffer.from(text);
}

function sayMemory(rest: MemoryParts, after: MemoryParts, requests: number): void {
  const [of, to] = [rest, after].map(({ resident, heap, living, buffers }) => {
    const [all, held, alive, outside] = [resident, heap, living, buffers].map((one) => one.toFixed(0));
    return `${all} MiB resident (heap ${held}); after collecting garbage ${alive} MiB of objects and ${outside} MiB of buffers live`;
  });
  print(`\nMemory at rest: ${of}.`);
  print(`${RECOVERY_MS / 1_000} s after ${requests} requests of floods: ${to}.`);
}

/** What must not be, on whatever machine. */
function sayFailures(found: readonly Found[], rest: MemoryParts, after: MemoryParts): void {
  const failures: string[] = [];
  const lost = found.reduce((sum, { transfers }) => sum + transfers.failures.length, 0);
  if (lost > 0) failures.push(`${lost} transfers were lost`);
  const living = after.living + after.buffers - rest.living - rest.buffers;
  if (living > LIVING_MORE_MIB)
    failures.push(`${living.toFixed(0)} MiB more live than at rest; ${LIVING_MORE_MIB} are allowed`);
  const resident = after.resident - rest.resident;
  if (resident > RESIDENT_MORE_MIB)
    failures.push(
      `${resident.toFixed(0)} MiB more are resident than at rest; ${RESIDENT_MORE_MIB} are allowed`,
    );
  for (const failure of failures) print(`FAILED: ${failure}.`);
  if (failures.length > 0) process.exitCode = 1;
}

async function run(server: RunningServer, folder: string): Promise<void> {
  const members = server.members.slice(PAYERS);
  const tokens = members.map(({ token }) => token).join(',');
  const bytes = await readCandles(server.url);
  const bare = await startBare(join(folder, 'candles.json'), bytes);
  const bench: Bench = { server, bare, tokens, lines: new Map() };
  try {
    // Warm: code is compiled, connections are open.
    await addTo({ ...bench, lines: new Map() }, 'none');
    const rest = await server.memoryParts();
    for (let one = 0; one < runs; one += 1) await runOnce(bench);
    await wait(RECOVERY_MS);
    await addTo(bench, 'none again');
    const after = await server.memoryParts();
    print(`\n${TABLE_HEAD}`);
    for (const [title, line] of bench.lines) print(rowOf(title, line));
    const all = [...bench.lines.values()];
    const requests = all.reduce(
      (sum, { counts }) => sum + Object.values(counts).reduce((a, b) => a + b, 0),
      0,
    );
    sayMemory(rest, after, requests);
    for (const missed of quick ? [] : missedGoals(bench.lines)) print(`Goal missed: ${missed}.`);
    print(`Load ${loadavg()[0]?.toFixed(1)}.`);
    const costs: Record<string, Cost>[] = [];
    for (let one = 0; one < runs; one += 1) costs.push(await compareCandles(bench));
    print(`\n1,000 candles, ${bytes.length} bytes, ${CONNECTIONS} connections:\n`);
    print('| answered by | a second | processor ms each |\n| --- | --- | --- |');
    for (const by of Object.keys(costs[0] ?? {})) {
      const of = costs.map((one) => one[by] as Cost);
      print(
        `| ${by} | ${spread(of.map((one) => one.perSecond))} | ${spread(
          of.map((one) => one.cpuMs),
          2,
        )} |`,
      );
    }
    sayFailures(
      all.flatMap(({ found }) => found),
      rest,
      after,
    );
  } finally {
    await bare.stop();
  }
}

const folder = await mkdtemp(join(tmpdir(), 'openmere-floods-'));
try {
  const server = await startServer(folder, PAYERS + 40);
  try {
    print(
      `${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}`,
    );
    print(
      `${TRANSFERS_PER_SECOND} transfers and ${READS_PER_SECOND} own reads offered a second, ${ms} ms each, ${runs} run(s)`,
    );
    await run(server, folder);
  } finally {
    await server.close();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
