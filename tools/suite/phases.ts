import { globSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '../chromium.ts';
import { add, countHardhat, countPlaywright, countVitest, none, settle, single } from './count.ts';
import type { Count } from './count.ts';
import { inMemory } from './in-memory.ts';
import { exists, findProgram, root, run } from './program.ts';
import type { Outcome } from './program.ts';

export type Result = { count: Count; output: string };
/** One phase of `npm test`. Light ones use one core for seconds and run beside each other. */
export type Phase = { name: string; light: boolean; ready: () => boolean; run: () => Promise<Result> };

const PROJECTS = [
  'core/tsconfig.json',
  'tsconfig.node.json',
  'tsconfig.web.json',
  'contracts/tsconfig.json',
  'e2e/tsconfig.json',
];
/** What the compiler says about a room that has no files yet. */
const NO_INPUTS = 'error TS18003';
const VITEST_ROOMS = ['tools', 'core', 'server', 'web', 'console'];
/** A bound for what hangs, not for what is slow: waits inside the tests are shorter, and machines have much else to do. */
const TEST_TIMEOUT_MS = 30_000;
const POLL_TIMEOUT_MS = 5_000;
const JOURNEYS_TIMEOUT_MS = 60 * 60_000;

function one(outcome: Outcome): Result {
  return { count: single(outcome.code === 0), output: outcome.output };
}

async function runTypes(): Promise<Result> {
  const total: Result = { count: none, output: '' };
  for (const project of PROJECTS) {
    if (!exists(project)) continue;
    const outcome = await run([findProgram('typescript', 'tsc'), '-p', project]);
    if (outcome.output.includes(NO_INPUTS)) continue;
    total.count = add(total.count, single(outcome.code === 0));
    if (outcome.code !== 0) total.output += `${project}\n${outcome.output}\n`;
  }
  return total;
}

/** Type-aware rules need each room's own compiler settings: without them Node's and the browser's types are unknown. */
const LINTED: readonly (readonly [project: string, rooms: readonly string[]])[] = [
  ['tsconfig.node.json', ['core', 'server', 'tools', 'bench']],
  ['tsconfig.web.json', ['web', 'console']],
  ['contracts/tsconfig.json', ['contracts']],
  ['e2e/tsconfig.json', ['e2e']],
];

/** Contracts and their tests follow the same rules, but for what only tests do (low-level calls, names of tests). */
const LINTED_SOLIDITY: readonly (readonly [rules: string, sources: string])[] = [
  ['contracts/.solhint.json', 'contracts/src/**/*.sol'],
  ['contracts/test/.solhint.json', 'contracts/test/**/*.sol'],
];

/** Runs each command and counts it; says what the failed ones said. */
async function runEach(commands: readonly (readonly string[])[]): Promise<Result> {
  const total: Result = { count: none, output: '' };
  for (const command of commands) {
    const outcome = await run([...command]);
    total.count = add(total.count, single(outcome.code === 0));
    if (outcome.code !== 0) total.output += outcome.output;
  }
  return total;
}

async function runLint(): Promise<Result> {
  const strict = ['--type-aware', '--deny-warnings', '--no-error-on-unmatched-pattern'];
  // Without asking the network for a newer version of itself.
  const quiet = ['--disc', '--noPoster', '--max-warnings', '0'];
  return runEach([
    ...LINTED.map(([project, rooms]) => [
      findProgram('oxlint', 'oxlint'),
      ...strict,
      '--tsconfig',
      project,
      ...rooms,
    ]),
    ...LINTED_SOLIDITY.map(([rules, sources]) => [
      findProgram('solhint', 'solhint'),
      ...quiet,
      '--config',
      rules,
      sources,
    ]),
  ]);
}

async function runFormat(): Promise<Result> {
  return runEach([
    [findProgram('oxfmt', 'oxfmt'), '--check'],
    [findProgram('prettier', 'prettier'), '--check', 'contracts/{src,test}/**/*.sol'],
  ]);
}

async function runTidy(): Promise<Result> {
  const outcome = await run(['tools/tidy/main.ts', '--counts']);
  const found = /^(\d+) rules held, (\d+) broken$/m.exec(outcome.output);
  const count = { passed: Number(found?.[1] ?? 0), failed: Number(found?.[2] ?? 0), skipped: 0 };
  return { count: settle(count, outcome.code), output: outcome.output };
}

async function runAbi(): Promise<Result> {
  return one(await run(['contracts/script/generate-abi.ts', '--check']));
}

async function runContracts(): Promise<Result> {
  const outcome = await run([findProgram('hardhat', 'hardhat'), 'test'], {
    cwd: 'contracts',
    env: { HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true' },
  });
  return { count: settle(countHardhat(outcome.output), outcome.code), output: outcome.output };
}

/** Runs a program that writes a JSON report to a file, and counts it; a missing report counts as one failure. */
async function runReported(
  go: (report: string) => Promise<Outcome>,
  read: (json: string) => Count,
): Promise<Result> {
  const dir = await mkdtemp(join(tmpdir(), 'openmere-report-'));
  const report = join(dir, 'report.json');
  try {
    const outcome = await go(report);
    const json = await readFile(report, 'utf8').catch(() => undefined);
    const count = json === undefined ? none : read(json);
    return { count: settle(count, outcome.code), output: outcome.output };
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

function vitestPhase(room: string): Phase {
  const start = (report: string) => {
    const command = [
      findProgram('vitest', 'vitest'),
      'run',
      '--root',
      room,
      `--testTimeout=${TEST_TIMEOUT_MS}`,
      `--expect.poll.timeout=${POLL_TIMEOUT_MS}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ];
    return inMemory((env) => run(command, { env }));
  };
  return {
    name: room,
    light: false,
    ready: () => globSync(`${room}/{src,suite,tidy}/**/*.test.{ts,tsx}`, { cwd: root }).length > 0,
    run: () => runReported(start, countVitest),
  };
}

/** Every benchmark runs once with little data: its figures mean nothing then, but it still works and counts right. */
async function runBenchSmoke(): Promise<Result> {
  const total: Result = { count: none, output: '' };
  for (const entry of await readdir(join(root, 'bench'), { withFileTypes: true })) {
    const file = `bench/${entry.name}/run.ts`;
    if (!entry.isDirectory() || !exists(file)) continue;
    const outcome = await run([file, '--quick']);
    total.count = add(total.count, single(outcome.code === 0));
    if (outcome.code !== 0) total.output += `${file}\n${outcome.output}\n`;
  }
  return total;
}

async function runJourneys(): Promise<Result> {
  const chromium = await findChromium();
  if (typeof chromium === 'string') return { count: single(false), output: chromium };
  const start = (report: string) =>
    inMemory((env) =>
      run([findProgram('@playwright/test', 'playwright'), 'test', '--reporter=list,json'], {
        cwd: 'e2e',
        timeoutMs: JOURNEYS_TIMEOUT_MS,
        env: {
          ...env,
          PLAYWRIGHT_JSON_OUTPUT_NAME: report,
          OPENMERE_CHROMIUM: chromium.shell ?? chromium.path,
          OPENMERE_CHROMIUM_FULL: chromium.path,
          OPENMERE_CHROMIUM_ARGS: JSON.stringify(chromium.args),
        },
      }),
    );
  return runReported(start, countPlaywright);
}

/** In the order of cost: what fails soonest is seen soonest. */
export const phases: readonly Phase[] = [
  { name: 'types', light: true, ready: () => true, run: runTypes },
  { name: 'lint', light: true, ready: () => true, run: runLint },
  { name: 'format', light: true, ready: () => true, run: runFormat },
  { name: 'tidy', light: true, ready: () => exists('tools/tidy/main.ts'), run: runTidy },
  { name: 'abi', light: true, ready: () => exists('contracts/script/generate-abi.ts'), run: runAbi },
  ...VITEST_ROOMS.map(vitestPhase),
  { name: 'contracts', light: false, ready: () => exists('contracts/test'), run: runContracts },
  { name: 'bench', light: false, ready: () => exists('bench/ledger/run.ts'), run: runBenchSmoke },
  { name: 'journeys', light: false, ready: () => exists('e2e/playwright.config.ts'), run: runJourneys },
];
