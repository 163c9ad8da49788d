import { readdir, readFile } from 'node:fs/promises';
import type { Db } from '@openmere/server/platform/db/connect.ts';
import { sql } from 'kysely';

/** Linux counts processor time in ticks of so many seconds. */
const TICK = 0.01;

/** What stands in `/proc/<process>/stat` after the name, which may have spaces in it. */
async function readStat(process: string | number): Promise<number[]> {
  const text = await readFile(`/proc/${process}/stat`, 'utf8').catch(() => '');
  return text
    .slice(text.lastIndexOf(')') + 4)
    .split(' ')
    .map(Number);
}
const [PARENT, USER, SYSTEM, USER_OF_ENDED, SYSTEM_OF_ENDED] = [0, 10, 11, 12, 13] as const;

/**
 * Seconds of processor time so far, of this thread and of all processes of PostgreSQL. On a machine that others use, too, it says more
 * than the clock. Linux only.
 */
export async function readProcessor(db: Db): Promise<{ own: number; database: number }> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const [server = 0] = await readStat(rows[0]?.pid ?? 0);
  const of = await readStat(server);
  let ticks = (of[USER_OF_ENDED] ?? 0) + (of[SYSTEM_OF_ENDED] ?? 0);
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readStat(name);
    if (stat[PARENT] === server) ticks += (stat[USER] ?? 0) + (stat[SYSTEM] ?? 0);
  }
  const { user, system } = process.threadCpuUsage();
  return { own: (user + system) / 1e6, database: ticks * TICK };
}
