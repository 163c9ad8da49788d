import { execFile } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { startServer, payPassword } from './running-server.ts';
import type { RunningServer, Member } from './running-server.ts';
import { Caller, floods } from './requests.ts';
import type { FloodName } from './requests.ts';

/** `node bench/floods/run.ts [--quick] [--ms 15000] [--only candles,logins]`: transfers and own reads at rest and under each flood. */
const { values: options } = parseArgs({
  options: { quick: { type: 'boolean' }, ms: { type: 'string' }, only: { type: 'string' } },
});
const quick = options.quick === true;
const ms = Number(options.ms ?? (quick ? 1_500 : 15_000));
const names = (options.only?.split(',') ?? Object.keys(floods)) as FloodName[];
const CONNECTIONS = quick ? 10 : 60;
const TRANSFERS_PER_SECOND = 5;
const READS_PER_SECOND = 25;
const PAYERS = 40;
const RECOVERY_MS = quick ? 500 : 10_000;
const LATE_MS = 10_000;

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const at = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN;

type Kept = { offered: number; answered: number; ms: number[]; failures: string[] };
const nothingKept = (): Kept => ({ offered: 0, answered: 0, ms: [], failures: [] });

/** Sends `perSecond` requests a second whatever comes back, for `ms`, each from its due moment on. */
async function offer(perSecond: number, send: () => Promise<{ ok: boolean; why: string }>): Promise<Kept> {
  const kept = nothingKept();
  const all: Promise<void>[] = [];
  const start = performance.now();
  for (let sent = 0; sent < (perSecond * ms) / 1_000; sent += 1) {
    const due = start + (sent * 1_000) / perSecond;
    await wait(Math.max(0, due - performance.now()));
    kept.offered += 1;
    const one = send().catch((error: unknown) => ({ ok: false, why: String(error) }));
    all.push(
      Promise.race([one, wait(LATE_MS, { ok: false, why: 'late' })]).then(({ ok, why }) => {
        if (ok) kept.answered += 1;
        else kept.failures.push(why);
        kept.ms.push(performance.now() - due);
      }),
    );
  }
  await Promise.all(all);
  return kept;
}

type Found = { transfers: Kept; reads: Kept; cpuPercent: number };

async function measure(server: RunningServer, caller: Caller, payers: readonly Member[]): Promise<Found> {
  const draw = (): Member => payers[randomInt(payers.length)] as Member;
  const sealed = await Promise.all(
    Array.from({ length: Math.ceil((TRANSFERS_PER_SECOND * ms) / 1_000) }, () =>
      caller.seal('Wallet/Transfer', payPassword),
    ),
  );
  let next = 0;
  const transfer = async () => {
    const payer = payers[next % payers.length] as Member;
    const to = payers[(next + 7) % payers.length] as Member;
    const body = {
      requestId: randomUUID(),
      coinid: 'USDT',
      amount: '20',
      target: to.code,
      paypassword: sealed[next++] ?? '',
    };
    const { status, text } = await caller.post('Wallet/Transfer', body, { token: payer.token, keeps: true });
    return {
      ok: status === 200 && text.startsWith('{"success":true'),
      why: `${status} ${text.slice(0, 120)}`,
    };
  };
  const read = async () => {
    const { status, text } = await caller.post('Users/Balance', {}, { token: draw().token, keeps: true });
    return { ok: status === 200 && text.includes('"coinid":"USDT"'), why: `${status} ${text.slice(0, 120)}` };
  };
  const [started, cpuBefore] = [performance.now(), await server.cpuMs()];
  const [transfers, reads] = await Promise.all([
    offer(TRANSFERS_PER_SECOND, transfer),
    offer(READS_PER_SECOND, read),
  ]);
  const cpuPercent = (100 * ((await server.cpuMs()) - cpuBefore)) / (performance.now() - started);
  return { transfers, reads, cpuPercent };
}

async function runFlood(
  server: RunningServer,
  name: FloodName,
  tokens: string,
): Promise<Record<string, number>> {
  const program = fileURLToPath(new URL('flood.ts', import.meta.url));
  // It begins before what is measured and ends after it.
  const args = [program, server.url, name, String(CONNECTIONS), String(ms + 2_000), tokens];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as Record<string, number>;
}

function row(title: string, found: Found, memory: number, flood: string): void {
  const part = ({ answered, offered, ms: times }: Kept): string =>
    `${((100 * answered) / offered).toFixed(0)} % | ${at(times, 0.5).toFixed(0)} | ${at(times, 0.95).toFixed(0)}`;
  const line = `| ${title} | ${part(found.transfers)} | ${part(found.reads)} | ${found.cpuPercent.toFixed(0)} | ${memory.toFixed(0)} | ${flood} |`;
  print(line);
  for (const { failures } of [found.transfers, found.reads])
    for (const why of new Set(failures)) print(`  failed: ${why}`);
}

type Cost = { perSecond: number; cpuMs: number };
const show = ({ perSecond, cpuMs }: Cost): string => `${perSecond.toFixed(0)} | ${cpuMs.toFixed(2)}`;

/**
 * What 1,000 candles cost, in answers a second and processor time an answer (which a busy machine does not change): the api, a
 * bare server with the same bytes (reference), and the answer made anew for each caller as it was before.
 */
async function compareCandles(server: RunningServer): Promise<void> {
  const one = new Caller(server.url, 1);
  const { text } = await one.post('trade/Kline', { interval: '1m', limit: 1_000 }, { keeps: true });
  one.close();
  const rows = (JSON.parse(text) as { list: unknown[] }).list.length;
  if (rows !== 1_000) throw new Error(`${rows} candles instead of 1,000`);
  const bytes = Buffer.from(text);
  const bare = createServer((incoming, response) => {
    incoming.resume();
    incoming.on('end', () => response.end(bytes));
  });
  await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve));
  const ownCpu = async (): Promise<number> => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  };
  const cost = async (url: string, cpu: () => Promise<number>): Promise<Cost> => {
    const before = await cpu();
    const { 200: answered = 0 } = await runFlood({ ...server, url }, 'candles', '');
    return { perSecond: (answered * 1_000) / (ms + 2_000), cpuMs: ((await cpu()) - before) / answered };
  };
  const ours = await cost(server.url, server.cpuMs);
  const reference = await cost(`http://127.0.0.1:${(bare.address() as AddressInfo).port}`, ownCpu);
  bare.closeAllConnections();
  bare.close();
  const [started, cpuBefore] = [performance.now(), await ownCpu()];
  let made = 0;
  for (; performance.now() < started + ms; made += 1) await server.makeAnew();
  const anew = {
    perSecond: (made * 1_000) / (performance.now() - started),
    cpuMs: ((await ownCpu()) - cpuBefore) / made,
  };
  print(`\n1,000 candles, ${bytes.length} bytes, ${CONNECTIONS} connections:\n`);
  print('| answered by | a second | processor ms each |\n| --- | --- | --- |');
  print(`| the api, one process | ${show(ours)} |`);
  print(`| a bare server with the same bytes (reference) | ${show(reference)} |`);
  print(`| made anew for each, without the server around it | ${show(anew)} |`);
}

const folder = await mkdtemp(join(tmpdir(), 'openmere-floods-'));
const server = await startServer(folder, PAYERS + 40).catch(async (error: unknown) => {
  await rm(folder, { recursive: true, force: true });
  throw error;
});
const payers = server.members.slice(0, PAYERS);
const tokens = server.members
  .slice(PAYERS)
  .map(({ token }) => token)
  .join(',');
const caller = new Caller(server.url, 64);
try {
  print(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}`);
  print(
    `${TRANSFERS_PER_SECOND} transfers and ${READS_PER_SECOND} own reads offered a second, ${ms} ms each\n`,
  );
  print(
    '| flood | transfers kept | p50 ms | p95 ms | reads kept | p50 ms | p95 ms | api’s processor % | memory MiB | answers of the flood |',
  );
  print('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |');
  await measure(server, caller, payers);
  const before = await server.memoryMib();
  row('none', await measure(server, caller, payers), before, '');
  let lost = 0;
  let requests = 0;
  for (const name of names) {
    const flooding = runFlood(server, name, tokens);
    await wait(1_000);
    const found = await measure(server, caller, payers);
    const counts = await flooding;
    requests += Object.values(counts).reduce((sum, count) => sum + count, 0);
    lost += found.transfers.failures.length;
    row(floods[name].title, found, await server.memoryMib(), JSON.stringify(counts));
  }
  await wait(RECOVERY_MS);
  row('none again', await measure(server, caller, payers), await server.memoryMib(), '');
  print(`\nAfter ${requests} requests of floods; load ${loadavg()[0]?.toFixed(1)}.`);
  await compareCandles(server);
  if (quick && lost > 0) process.exitCode = 1;
} finally {
  caller.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
}
