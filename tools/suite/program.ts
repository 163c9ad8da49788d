import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The repository. */
export const root = join(import.meta.dirname, '../..');

export type Outcome = { code: number; output: string };
export type RunOptions = { cwd?: string; env?: Record<string, string>; timeoutMs?: number };

const TIMEOUT_MS = 30 * 60_000;
const running = new Set<ChildProcess>();

/** Path of a package's program, for the pinned Node to run: the links in `.bin` are not JavaScript everywhere. */
export function findProgram(packageName: string, program: string): string {
  const dir = join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as {
    bin: string | Record<string, string>;
  };
  const path = typeof bin === 'string' ? bin : bin[program];
  if (path === undefined) throw new Error(`${packageName} has no program ${program}.`);
  return join(dir, path);
}

/** True when the path exists in the repository: rooms may not be built yet. */
export function exists(path: string): boolean {
  return existsSync(join(root, path));
}

/**
 * Runs one program on the pinned Node with its programs first on the PATH, and collects what it prints. Never throws:
 * a program that cannot start, or that runs longer than its limit, answers with a code other than zero.
 */
export function run(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const path = [join(root, 'node_modules/.bin'), process.env['PATH'] ?? ''].join(delimiter);
  const limitMs = options.timeoutMs ?? TIMEOUT_MS;
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: join(root, options.cwd ?? '.'),
      env: { ...process.env, PATH: path, NO_COLOR: '1', CI: '1', ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    running.add(child);
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const timer = setTimeout(() => {
      output += `\nEnded after ${limitMs / 1000} s without a result.\n`;
      child.kill('SIGKILL');
    }, limitMs);
    child.on('error', (error) => (output += String(error)));
    child.on('close', (code) => {
      clearTimeout(timer);
      running.delete(child);
      resolve({ code: code ?? 1, output });
    });
  });
}

/** Ends every program that still runs: the person has asked to stop. */
export function stopAll(): void {
  for (const child of running) child.kill('SIGTERM');
}
