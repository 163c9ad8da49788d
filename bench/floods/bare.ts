import { fork } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { cpuMsOf } from './running-server.ts';

/** The reference in a process of its own: what the machine can do beside the generator. */
export type Bare = { url: string; cpuMs: () => Promise<number>; stop: () => Promise<void> };

export async function startBare(file: string, bytes: Buffer): Promise<Bare> {
  await writeFile(file, bytes);
  const child = fork(fileURLToPath(new URL('bare-server.ts', import.meta.url)), [file], { execArgv: [] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message: { url: string }) => resolve(message.url));
    child.once('exit', (code) => reject(new Error(`the bare server ended with ${code}`)));
  });
  return {
    url,
    cpuMs: () => cpuMsOf(child.pid),
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}
