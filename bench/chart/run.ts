import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { findChromium } from '../../tools/chromium.ts';
import { serve } from '../first-load/serve.ts';
import { median, openGoals, print, sayLoad, sayMachine, spread } from '../measured.ts';
import { measure } from './measure.ts';
import type { Measured } from './measure.ts';
import { buildPages, pageNames } from './pages.ts';
import type { PageName } from './pages.ts';

/** `node bench/chart/run.ts [--quick]`: prints a table; exits 1 when a goal is missed (never with --quick). */
const { values: options } = parseArgs({ options: { quick: { type: 'boolean' } } });
const quick = options.quick === true;
const CANDLES = 10_000;
const ROUNDS = quick ? 1 : 5;
const START_MAX_MS = 300;
/** … or so many times the time of the library’s own example, where that is the floor. */
const OVER_LIBRARY_MAX = 1.05;
const PAN_MIN_FPS = 50;

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
const goals = openGoals(quick);
sayMachine();
sayLoad('before');
const results = await measureAll();
print(
  `\n| ${CANDLES} candles, 4× slower processor | start ms | of it processor ms | pan frames/s | slowest frame ms |`,
);
print('| --- | --- | --- | --- | --- |');
for (const [name, rounds] of results) {
  const cells = (['startMs', 'startCpuMs', 'panFps', 'slowestMs'] as const).map((key) =>
    spread(rounds.map((one) => one[key])),
  );
  print(`| ${names[name]} | ${cells.join(' | ')} |`);
}
const [bare = [], ours = []] = pageNames.map((name) => results.get(name));
// Round by round: each pair had the same machine.
const overLibrary = ours.map(({ startMs }, round) => startMs / (bare[round]?.startMs ?? Number.NaN));
print(`\nStart, ours over the library’s example: ${spread(overLibrary, 2)} ×.`);
sayLoad('after');
const start = median(ours.map(({ startMs }) => startMs));
// The library itself is the floor where a machine is too slow for the figure.
if (median(overLibrary) > OVER_LIBRARY_MAX) goals.atMost('start', start, START_MAX_MS, 'ms');
goals.atLeast('pan', median(ours.map(({ panFps }) => panFps)), PAN_MIN_FPS, 'frames/s');
goals.end();
