import type { Db } from './db/connect.ts';
import type { Log } from './log.ts';
import { listLoops } from './loops.ts';

export type WatchLoopsOptions = { db: Db; chainId: number; log: Log; everyMs?: number };

const EVERY_MS = 10_000;
/** Looks in a row at which a loop is late before people are called: right after a start all are. */
const LOOKS = 3;
/** While it lasts, people are called again after so many looks. */
const AGAIN_LOOKS = 30;

/**
 * Calls people when a loop of any process has not succeeded for too long, and says when it does again. Each api and each
 * settler looks for itself: a process that died, or that no longer sees the database, is missed by another one. The answer
 * stops it.
 */
export function watchLoops({ db, chainId, log, everyMs = EVERY_MS }: WatchLoopsOptions): () => Promise<void> {
  const late = new Map<string, number>();
  const look = async (): Promise<void> => {
    for (const { name, isLate, ageMs, succeededAt, problem } of await listLoops(db, chainId)) {
      const before = late.get(name) ?? 0;
      const looks = isLate ? before + 1 : 0;
      late.set(name, looks);
      if (looks === 0 && before >= LOOKS) log.warn({ loop: name }, 'the loop succeeds again');
      if (looks < LOOKS || (looks - LOOKS) % AGAIN_LOOKS !== 0) continue;
      const seconds = Math.round(ageMs / 1000);
      log.error({ loop: name, seconds, succeededAt, problem }, 'ALARM a loop has not succeeded for too long');
    }
  };
  let looking: Promise<void> = Promise.resolve();
  let isLooking = false;
  const timer = setInterval(() => {
    // A slow database is not asked again before it has answered.
    if (isLooking) return;
    isLooking = true;
    looking = look()
      .catch((error: unknown) => log.error({ error }, 'ALARM nobody can see whether loops succeed'))
      .finally(() => {
        isLooking = false;
      });
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await looking;
  };
}
