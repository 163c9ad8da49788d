import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram, root } from './suite/program.ts';

const APPS = ['web', 'console'] as const;
/** What both are built from besides their own room. */
const COMMON = ['core/src', 'package-lock.json'];
const LEFT_OUT = new Set(['node_modules', 'dist', 'gallery']);
/** In the checkout, or elsewhere where that is read-only. */
export const built = process.env['OPENMERE_BUILD'] ?? root;
const STAMPS = join(built, '.stamp');

/** What a build may say before the rest is cut off. */
const SHOWN_MAX = 3_000;

/** The sources do not build; the message has the builder's own words. */
export class BuildFault extends Error {}

async function listSources(path: string): Promise<string[]> {
  const found = await stat(join(root, path));
  if (found.isFile()) return [`${path} ${found.size} ${Math.round(found.mtimeMs)}`];
  const entries = await readdir(join(root, path), { withFileTypes: true });
  const kept = entries.filter((entry) => !LEFT_OUT.has(entry.name) && !/\.test\.tsx?$/.test(entry.name));
  const nested = await Promise.all(kept.map((entry) => listSources(join(path, entry.name))));
  return nested.flat();
}

async function readStamp(app: string): Promise<string> {
  const lines = await Promise.all([app, ...COMMON].map(listSources));
  return createHash('sha256').update(lines.flat().toSorted().join('\n')).digest('hex');
}

async function runBuild(app: string): Promise<void> {
  // Vite's other ways of reading its configuration write a file beside it.
  const options = ['--logLevel', 'warn', '--configLoader', 'native', '--outDir', join(built, app, 'dist')];
  const child = spawn(process.execPath, [findProgram('vite', 'vite'), 'build', ...options, '--emptyOutDir'], {
    cwd: join(root, app),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' },
  });
  const end = () => child.kill();
  process.once('exit', end);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  process.off('exit', end);
  if (code !== 0) throw new BuildFault(`${app} could not be built:\n${output.slice(0, SHOWN_MAX)}`);
}

/** Builds the apps whose sources, or those of core, differ from what was built last; takes milliseconds otherwise. */
export async function buildApps(note: (line: string) => void): Promise<void> {
  await mkdir(STAMPS, { recursive: true });
  for (const app of APPS) {
    if (!existsSync(join(root, app, 'index.html'))) continue;
    const stamp = await readStamp(app);
    const stampFile = join(STAMPS, app);
    const last = await readFile(stampFile, 'utf8').catch(() => '');
    if (last === stamp && existsSync(join(built, app, 'dist/index.html'))) continue;
    note(app);
    await runBuild(app);
    await writeFile(stampFile, stamp);
  }
}
