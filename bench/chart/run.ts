import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { findChromium } from '../../tools/chromium.ts';
import { serve } from '../first-load/serve.ts';
import { type Measured, measure } from './measure.ts';
import { buildPages, pageNames, type PageName } from './pages.ts';

/** `node bench/chart/run.ts [--quick]`: prints a table; exits 1 when a limit is passed (never on time with --quick). */
const { values: options } = parseArgs({ options: { quick: { type: 'boolean' } } });
const quick = options.quick === true;
const CANDLES = 10_000;
const ROUNDS = quick ? 1 : 5;
const START_MAX_MS = 300;
const PAN_MIN_FPS = 50;

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const spread = (values: number[]): string =>
  `${median(values).toFixed(0)} (${Math.min(...values).toFixed(0)}–${Math.max(...values).toFixed(0)})`;

async function measureAll(): Promise<Map<PageName, Measured[]>> {
  const found = await findChromium();
  if (typeof found === 'string') throw new Error(found);
  const pages = await buildPages(join(import.meta.dirname, '../..'));
  const server = await serve(pages.folder);
  const browser = await chromium.launch({ executablePath: found.path, args: found.args });
  const results = new Map<PageName, Measured[]>(pageNames.map((name) => [name, []]));
  try {
    // Turn by turn, so that both have the same share of whatever else the machine does.
    for (let round = 0; round < ROUNDS; round += 1)
      for (const name of pageNames)
        results.get(name)?.push(await measure(browser, server.origin, name, CANDLES));
  } finally {
    await browser.close();
    await server.close();
    await pages.remove();
  }
  return results;
}

const names: Record<PageName, string> = { bare: 'the library’s example', ours: 'ours' };
const results = await measureAll();
print(
  `| ${CANDLES} candles, 4× slower processor | start ms | of it processor ms | pan frames/s | slowest frame ms |`,
);
print('| --- | --- | --- | --- | --- |');
for (const [name, rounds] of results) {
  const cells = (['startMs', 'startCpuMs', 'panFps', 'slowestMs'] as const).map((key) =>
    spread(rounds.map((one) => one[key])),
  );
  print(`| ${names[name]} | ${cells.join(' | ')} |`);
}
const ours = results.get('ours') ?? [];
const faults: string[] = [];
const start = median(ours.map((one) => one.startMs));
const pan = median(ours.map((one) => one.panFps));
if (start > START_MAX_MS)
  faults.push(`the chart starts in ${start.toFixed(0)} ms, more than ${START_MAX_MS}`);
if (pan < PAN_MIN_FPS) faults.push(`panning shows ${pan.toFixed(0)} frames/s, fewer than ${PAN_MIN_FPS}`);
for (const fault of faults) print(`✗ ${fault}`);
// One round on a busy machine says nothing about time.
process.exitCode = faults.length > 0 && !quick ? 1 : 0;
