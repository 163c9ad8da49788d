import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const hardhat = path.join(path.dirname(fileURLToPath(import.meta.resolve('hardhat'))), 'cli.js');

/** Runs Hardhat in a folder. Everything that it said comes with its exit code; `listen` hears it at once. */
export function runHardhat(
  folder: string,
  args: readonly string[],
  env: Record<string, string> = {},
  listen?: (text: string) => void,
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [hardhat, ...args], {
      cwd: folder,
      env: { ...process.env, HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        listen?.(text);
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
