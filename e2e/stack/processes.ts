import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Process = { pid: number; parent: number; text: string };

function readProcess(pid: number): Process | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    const text = readFileSync(`/proc/${pid}/cmdline`, 'utf8') + readFileSync(`/proc/${pid}/environ`, 'utf8');
    return { pid, parent, text };
  } catch (error) {
    // The process ended while it was looked at.
    if (['ENOENT', 'ESRCH', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

/** Every process that belongs to a data folder: it names the folder in its command line or environment, or descends from one that does. */
export function processesOf(dataFolder: string): number[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readProcess(Number(name)))
    .filter((found) => found !== undefined)
    .filter((found) => found.pid !== process.pid);
  const own = new Set(all.filter((one) => one.text.includes(dataFolder)).map((one) => one.pid));
  for (let grew = true; grew;) {
    grew = false;
    for (const one of all) {
      if (own.has(one.parent) && !own.has(one.pid)) {
        own.add(one.pid);
        grew = true;
      }
    }
  }
  return [...own];
}

/** The command lines of what still runs of a data folder. */
export function commandsOf(dataFolder: string): string[] {
  return processesOf(dataFolder).map((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').slice(0, 120);
    } catch {
      return `${pid}, which has ended by now`;
    }
  });
}

/** Kills everything of a data folder at once, as a power cut would. */
export function killEverything(dataFolder: string): number {
  const pids = processesOf(dataFolder);
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
  return pids.length;
}

/** Kills one process of the house by its name (kill -9); the house starts it again by itself. @returns whether it was there. */
export function killProcess(dataFolder: string, name: 'settler' | 'indexer' | 'signer' | 'api'): boolean {
  const pid = processesOf(dataFolder).find((one) => readProcess(one)?.text.includes(`/app/${name}.ts`));
  if (pid === undefined) return false;
  process.kill(pid, 'SIGKILL');
  return true;
}

/** Kills the development chain of a data folder, node and all; the house starts it again by itself. */
export function killChain(dataFolder: string): void {
  const folder = join(dataFolder, 'chain');
  const { pid } = JSON.parse(readFileSync(join(folder, 'holder.json'), 'utf8')) as { pid: number };
  process.kill(pid, 'SIGKILL');
  process.kill(Number(readFileSync(join(folder, 'anvil.pid'), 'utf8')), 'SIGKILL');
}
