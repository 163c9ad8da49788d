import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { median, print, sayLoad, sayMachine } from '../measured.ts';
import { measure, works } from './workload.ts';
import type { Measure } from './workload.ts';

/** `node bench/quote/run.ts [--quick] [--ms 1000] [--cases 100000]`: prints a table; fails when a quote differs from the pair. */
const { values: options } = parseArgs({
  options: { quick: { type: 'boolean' }, ms: { type: 'string' }, cases: { type: 'string' } },
});
const quick = options.quick === true;
const rounds = quick ? 1 : 3;
const ms = Number(options.ms ?? (quick ? 50 : 1_000));
const cases = Number(options.cases ?? (quick ? 500 : 20_000));
const singleCalls = quick ? 50 : 500;

type Agreement = { cases: number; tookMs: number; disagreements: unknown[] };
type Chain = { swaps: Agreement; liquidities: Agreement; askedPerSecond: number };

/** The reference: the chain itself, in a process of its own, with the published pair and router. */
async function askChain(): Promise<Chain> {
  const program = fileURLToPath(new URL('../../contracts/script/measure-parity.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [
    program,
    String(cases),
    String(singleCalls),
  ]);
  return JSON.parse(stdout) as Chain;
}

const short = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2);
const range = (values: readonly number[]): string =>
  `${short(median(values))} (${short(Math.min(...values))}–${short(Math.max(...values))})`;

sayMachine();
sayLoad('before');
const chains: Chain[] = [];
const measures = new Map<string, Measure[]>(works.map(({ name }) => [name, []]));
for (let round = 0; round < rounds; round += 1) {
  chains.push(await askChain());
  for (const work of works) measures.get(work.name)?.push(measure(work, ms));
}

print(`${rounds} runs of ${ms} ms each.`);
sayLoad('after');
print('');
print('| what | a second: median (min–max) | p99 µs | over one call a quote |\n| --- | --- | --- | --- |');
const asked = chains.map(({ askedPerSecond }) => askedPerSecond);
print(`| the chain, one eth_call a quote (reference) | ${range(asked)} | | 1 |`);
for (const [name, found] of measures) {
  const rates = found.map(({ perSecond }) => perSecond);
  const times = rates.map((rate, round) => rate / (asked[round] ?? 1));
  print(
    `| ${name} | ${range(rates)} | ${range(found.map(({ p99Micros }) => p99Micros))} | ${range(times)} × |`,
  );
}
const sum = (pick: (chain: Chain) => number): number =>
  chains.reduce((total, chain) => total + pick(chain), 0);
const differing = sum(
  ({ swaps, liquidities }) => swaps.disagreements.length + liquidities.disagreements.length,
);
print(
  `\nPut to the published pair: ${sum(({ swaps }) => swaps.cases)} swaps, ${sum(({ liquidities }) => liquidities.cases)} addings and removings; ${differing} differ.`,
);
if (differing > 0) process.exitCode = 1;
