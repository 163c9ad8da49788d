import { open, readFile, rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { isAlive } from '../platform/process-signal.ts';

/** Who holds a folder: the pid alone proves nothing, because numbers are reused. */
type Holder = { pid: number; started: string };

const POLL_MS = 50;

/** Start time and life of a process as Linux tells them; elsewhere only whether the number is in use. */
async function readStart(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (stat !== undefined) {
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie has ended: only its parent has not looked yet.
    return fields[0] === 'Z' ? undefined : (fields[19] ?? '');
  }
  if (process.platform === 'linux') return undefined;
  return isAlive(pid) ? '' : undefined;
}

async function readHolder(path: string): Promise<Holder | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '');
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return undefined;
  }
}

async function isHolding(holder: Holder | undefined): Promise<boolean> {
  return holder !== undefined && (await readStart(holder.pid)) === holder.started;
}

async function tryHold(path: string, mine: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(mine);
    await file.close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
  // Two starters that both found a dead holder: the later one has removed the file of the earlier one.
  await wait(POLL_MS);
  return (await readFile(path, 'utf8').catch(() => '')) === mine;
}

/**
 * Holds a folder for this process by the file `path`, waiting up to `waitMs` for a living holder to leave. A holder
 * that has ended is replaced. @returns how to give it back, or the pid of who holds it.
 */
export async function hold(path: string, waitMs: number): Promise<(() => Promise<void>) | number> {
  const mine = JSON.stringify({ pid: process.pid, started: (await readStart(process.pid)) ?? '' });
  const limit = Date.now() + waitMs;
  for (;;) {
    const holder = await readHolder(path);
    if (holder !== undefined && !(await isHolding(holder))) await rm(path, { force: true });
    if (await tryHold(path, mine)) {
      return async () => {
        if ((await readFile(path, 'utf8').catch(() => '')) === mine) await rm(path, { force: true });
      };
    }
    if (Date.now() > limit) {
      // An unreadable file with nobody behind it: a crash between its making and its writing.
      if (holder === undefined) await rm(path, { force: true });
      else return holder.pid;
    }
    await wait(POLL_MS);
  }
}
