import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { depositByChain, readyMember } from '../../e2e/stack/member-api.ts';
import { startStack } from '../../e2e/stack/stack.ts';
import { buildApps } from '../../tools/build-apps.ts';
import { findChromium } from '../../tools/chromium.ts';
import type { Chromium } from '../../tools/chromium.ts';
import { keepScript } from '../../tools/device-state.ts';
import { median, openGoals, print, sayLoad, sayMachine, spread, waitForQuiet } from '../measured.ts';

/**
 * `node bench/first-load/lighthouse.ts [--only home,swap] [--rounds 3]`: Lighthouse's judgement of five screens on a
 * simulated phone (slow 4G, a processor slowed down four times), each with an empty cache, on the real product with its
 * demo market. Lighthouse is installed by the first run. Exits 1 when a goal is missed.
 */
const { values: options } = parseArgs({
  options: { only: { type: 'string' }, rounds: { type: 'string' } },
});
const ROUNDS = Number(options.rounds ?? 3);
const folder = join(import.meta.dirname, 'lighthouse');
const program = join(folder, 'node_modules/lighthouse/cli/index.js');
const RUN_LIMIT_MS = 120_000;

const PERFORMANCE_MIN = 98;
/** For who comes for the first time; a member's screens are judged by their points. */
const LCP_MAX_MS = 1_600;
const TBT_MAX_MS = 50;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const METRICS = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time'] as const;

type Screen = { name: string; place: string; member: boolean };
const SCREENS: readonly Screen[] = [
  { name: 'home', place: '/', member: false },
  { name: 'login', place: '/pages/login/login', member: false },
  { name: 'wallet', place: '/pages/wallet/wallet', member: true },
  { name: 'swap', place: '/pages/swap/swap', member: true },
  { name: 'chart', place: '/pages/swap/kline/kline', member: true },
];

/** The parts of a report that are read here. */
type Report = {
  categories: Record<(typeof CATEGORIES)[number], { score: number | null }>;
  audits: Record<string, { numericValue?: number; score: number | null; scoreDisplayMode: string }>;
};

async function install(): Promise<void> {
  if (existsSync(program)) return;
  print('… installing Lighthouse (once)');
  await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** One report, in a browser that was never here; a member's session is put there before. */
async function audit(found: Chromium, origin: string, screen: Screen, token: string): Promise<Report> {
  const profile = await mkdtemp(join(tmpdir(), 'openmere-lighthouse-'));
  const port = await freePort();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: found.path,
    args: [...found.args, `--remote-debugging-port=${port}`],
    locale: 'en-US',
  });
  try {
    if (screen.member) {
      const page = await context.newPage();
      await page.goto(`${origin}/favicon.svg`);
      await page.evaluate(keepScript({ 'user.token': token }));
      await page.close();
    }
    const path = join(profile, 'report.json');
    const asked = [`${origin}/#${screen.place}`, `--port=${port}`, '--output=json', `--output-path=${path}`];
    // Storage is empty but for the session, which has to stay.
    const flags = ['--quiet', '--disable-storage-reset', '--no-enable-error-reporting'];
    const run = () =>
      promisify(execFile)(process.execPath, [program, ...asked, ...flags], { timeout: RUN_LIMIT_MS });
    // Now and then Chromium begins its recording too late, which Lighthouse asks to repeat: nothing was measured then.
    await run().catch((error: { stderr?: string }) => {
      if (!error.stderr?.includes('NO_NAVSTART')) throw error;
      return run();
    });
    return JSON.parse(await readFile(path, 'utf8')) as Report;
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
}

const goals = openGoals(false);

/** Audits of what must be perfect that are not, by their names. */
function shortcomings({ audits }: Report): string {
  const failed = Object.entries(audits).filter(
    ([, { score, scoreDisplayMode }]) => scoreDisplayMode === 'binary' && score === 0,
  );
  return failed.map(([name]) => name).join(', ');
}

function judge(screen: Screen, reports: readonly Report[]): void {
  const scores = (name: (typeof CATEGORIES)[number]): number[] =>
    reports.map(({ categories }) => Math.round((categories[name].score ?? 0) * 100));
  const times = (name: (typeof METRICS)[number]): number[] =>
    reports.map(({ audits }) => audits[name]?.numericValue ?? Number.NaN);
  const cells = [
    ...CATEGORIES.map((name) => spread(scores(name))),
    ...METRICS.map((name) => spread(times(name))),
  ];
  print(`| ${screen.name} | ${cells.join(' | ')} |`);
  goals.atLeast(`${screen.name}, performance`, median(scores('performance')), PERFORMANCE_MIN, 'points');
  for (const name of CATEGORIES.slice(1))
    if (median(scores(name)) < 100)
      goals.fail(
        `${screen.name}, ${name}: ${median(scores(name))} points (${reports.map(shortcomings).join('; ')})`,
      );
  if (screen.member) return;
  goals.atMost(`${screen.name}, LCP`, median(times('largest-contentful-paint')), LCP_MAX_MS, 'ms');
  goals.atMost(`${screen.name}, TBT`, median(times('total-blocking-time')), TBT_MAX_MS, 'ms');
}

const found = await findChromium();
if (typeof found === 'string') throw new Error(found);
await install();
await buildApps((app) => print(`… building ${app}`));
const stack = await startStack({ OPENMERE_DEMO: '1' });
try {
  const { facts } = stack;
  const member = await readyMember(stack, facts.rootInvitationCode, '500');
  await depositByChain(stack, member, '100');
  await waitForQuiet();
  sayMachine();
  sayLoad('before');
  print('| screen | performance | accessibility | best practices | SEO | FCP ms | LCP ms | TBT ms |');
  print('| --- | --- | --- | --- | --- | --- | --- | --- |');
  const wanted = options.only?.split(',') ?? SCREENS.map(({ name }) => name);
  for (const screen of SCREENS.filter(({ name }) => wanted.includes(name))) {
    const reports: Report[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      reports.push(await audit(found, facts.url, screen, member.token));
    judge(screen, reports);
  }
  sayLoad('after');
} finally {
  await stack.stop();
}
goals.end();
