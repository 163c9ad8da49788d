import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import type { Browser } from '@playwright/test';
import { buildApps } from '../../tools/build-apps.ts';
import { findChromium } from '../../tools/chromium.ts';
import { keepScript } from '../../tools/device-state.ts';
import { median, openGoals, print, sayLoad, sayMachine, spread } from '../measured.ts';
import { buildReference } from './reference.ts';
import { measureRouteChanges } from './route-change.ts';
import type { RouteChange } from './route-change.ts';
import { serve } from './serve.ts';
import { findUnwantedLibraries } from './unwanted-libraries.ts';
import { bytesOf, isTexts, visit } from './visit.ts';
import type { Fetched, VisitOptions } from './visit.ts';

/** `node bench/first-load/run.ts [--quick]`: prints tables; exits 1 when a limit is passed. Sizes do not depend on load. */
const { values: options } = parseArgs({ options: { quick: { type: 'boolean' } } });
const quick = options.quick === true;
const root = join(import.meta.dirname, '../..');
const web = join(root, 'web/dist');

/** Bytes, brotli: script and English texts until the screen stands. */
const FIRST_LOAD_MAX = 85_000;
const TEXTS_MAX = 8_000;
const LAZY_MAX = 50_000;
const ROUTE_CHANGE_MAX_MS = 100;
const ROUNDS = quick ? 1 : 3;

type Row = VisitOptions & { name: string; max?: number };
const VISITS: readonly Row[] = [
  { name: 'home', place: '/', max: FIRST_LOAD_MAX },
  { name: 'login', place: '/pages/login/login', max: FIRST_LOAD_MAX },
  { name: 'home and what it fetches when idle', place: '/', idle: true },
  {
    name: 'login in a dapp browser',
    place: '/pages/login/login',
    before:
      'window.ethereum = { request: () => new Promise(() => undefined), on() {}, removeListener() {} };',
  },
  {
    name: 'wallet tab of a member',
    place: '/pages/wallet/wallet',
    before: keepScript({ 'user.token': 'bench' }),
  },
];
const PLACES = [
  '/pages/wallet/wallet',
  '/pages/wallet/detail/detail?coinid=USDT',
  '/pages/wallet/transfer/transferChain',
  '/pages/mine/mine',
  '/pages/swap/swap',
  '/pages/home/home',
];

const goals = openGoals(quick);
const kilo = (bytes: number): string => (bytes / 1000).toFixed(1);
const sum = (files: readonly Fetched[], ...kinds: Fetched['kind'][]): number =>
  files.filter(({ kind }) => kinds.includes(kind)).reduce((total, { bytes }) => total + bytes, 0);

async function weighVisits(browser: Browser, reference: number): Promise<void> {
  const app = await serve(web);
  try {
    print('| first load | script KB | texts KB | both KB | × React alone | styles KB | files |');
    print('| --- | --- | --- | --- | --- | --- | --- |');
    print(`| React and ReactDOM alone | ${kilo(reference)} | – | ${kilo(reference)} | 1.00 | – | 1 |`);
    for (const row of VISITS) {
      const files = await visit(browser, app.origin, web, row);
      const both = sum(files, 'script', 'texts');
      const cells = [sum(files, 'script'), sum(files, 'texts'), both].map(kilo).join(' | ');
      const ratio = (both / reference).toFixed(2);
      print(`| ${row.name} | ${cells} | ${ratio} | ${kilo(sum(files, 'styles'))} | ${files.length} |`);
      if (row.max === undefined) continue;
      if (both > row.max) goals.fail(`${row.name} loads ${both} bytes, more than ${row.max}`);
      // Whatever a screen draws from is asked for by that screen: a first picture has no use for it.
      for (const { file } of files.filter(({ kind }) => kind === 'data'))
        goals.fail(`${row.name} loads the data of ${file}`);
      const scripts = files.filter(({ kind }) => kind === 'script').map(({ file }) => file);
      for (const fault of findUnwantedLibraries(root, web, scripts)) goals.fail(fault);
    }
  } finally {
    await app.close();
  }
}

async function weighReference(browser: Browser): Promise<number> {
  const reference = await buildReference(root);
  const page = await serve(reference.folder);
  try {
    return sum(await visit(browser, page.origin, reference.folder, { place: '/' }), 'script');
  } finally {
    await page.close();
    await reference.remove();
  }
}

/** What comes lazily: the heaviest scripts, the heaviest text groups over all nine languages, and all data. */
function weighLazy(): void {
  const files = readdirSync(join(web, 'assets')).filter((file) => /\.(js|json)$/.test(file));
  const weigh = (end: string) =>
    files
      .filter((file) => file.endsWith(end))
      .map((file) => ({ file, bytes: bytesOf(join(web, 'assets', file)) }))
      .toSorted((a, b) => b.bytes - a.bytes);
  print('\n| lazy file | KB |\n| --- | --- |');
  const lazy = weigh('.js').filter(({ file }) => !file.startsWith('vendor-'));
  for (const { file, bytes } of lazy.slice(0, 12)) print(`| ${file} | ${kilo(bytes)} |`);
  const texts = weigh('.json').filter(({ file }) => isTexts(file));
  const data = weigh('.json').filter(({ file }) => !isTexts(file));
  for (const { file, bytes } of texts.slice(0, 3)) print(`| ${file} | ${kilo(bytes)} |`);
  for (const { file, bytes } of data) print(`| ${file} | ${kilo(bytes)} |`);
  for (const { file, bytes } of [...lazy, ...data])
    if (bytes > LAZY_MAX) goals.fail(`${file} weighs ${kilo(bytes)} KB`);
  for (const { file, bytes } of texts) if (bytes > TEXTS_MAX) goals.fail(`${file} weighs ${kilo(bytes)} KB`);
}

async function timeRouteChanges(browser: Browser): Promise<void> {
  const app = await serve(web);
  const rounds: Map<string, RouteChange>[] = [];
  try {
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push(await measureRouteChanges(browser, app.origin, PLACES));
  } finally {
    await app.close();
  }
  print('\n| route change, 4× slower processor | ms: median (min–max) | of it processor ms | blank frames |');
  print('| --- | --- | --- | --- |');
  for (const place of PLACES) {
    const found = rounds.flatMap((round) => round.get(place) ?? []);
    const times = found.map(({ ms }) => ms);
    const blank = Math.max(...found.map((one) => one.blank));
    print(`| ${place} | ${spread(times)} | ${spread(found.map(({ cpuMs }) => cpuMs))} | ${blank} |`);
    if (blank > 0) goals.fail(`${place} leaves ${blank} frames blank`);
    // One round on a busy machine says nothing about time.
    goals.atMost(`${place}, skeleton`, median(times), ROUTE_CHANGE_MAX_MS, 'ms');
  }
}

const found = await findChromium();
if (typeof found === 'string') throw new Error(found);
await buildApps((app) => print(`… building ${app}`));
const browser = await chromium.launch({ executablePath: found.path, args: found.args });
sayMachine();
sayLoad('before');
try {
  await weighVisits(browser, await weighReference(browser));
  weighLazy();
  await timeRouteChanges(browser);
} finally {
  await browser.close();
}
sayLoad('after');
goals.end();
