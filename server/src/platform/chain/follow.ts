import { setTimeout as wait } from 'node:timers/promises';
import { Fault } from '@openmere/core/kit/fault.ts';
import type { Db } from '../db/connect.ts';
import type { Log } from '../log.ts';
import { recordProblem } from './cursor-store.ts';
import type { Follower, Polled } from './follower.ts';

export type FollowOptions = {
  db: Db;
  chainId: number;
  follower: Follower;
  pollMs: number;
  log?: Log;
  /** Ends the pause between two polls early. */
  onWake?: (wake: () => void) => void;
  /** Called when what is new is read, whatever becomes of older blocks then, outside its transactions; its failure stops nothing. */
  onPolled?: (polled: Polled) => Promise<void>;
  /** Called when nothing failed, older blocks included; its failure stops nothing. */
  onWhole?: () => Promise<void>;
};

/** Longest pause after failures: what heals is followed again within this time. Addresses that fail rest besides. */
const PAUSE_MS_MAX = 3_000;

/** Polls until the signal is aborted. A failed poll is written to the cursor's row and tried again, ever more slowly. */
export async function follow(options: FollowOptions, signal: AbortSignal): Promise<void> {
  const { db, chainId, follower, pollMs, log } = options;
  let failures = 0;
  let waking = new AbortController();
  options.onWake?.(() => waking.abort());
  while (!signal.aborted) {
    let more = false;
    try {
      const polled = await follower.poll(async (read) => {
        await options.onPolled?.(read).catch((error: unknown) => log?.warn({ error }, 'after the poll'));
      });
      more = polled.more;
      failures = 0;
      await options.onWhole?.().catch((error: unknown) => log?.warn({ error }, 'after the poll'));
    } catch (error) {
      failures += 1;
      // A chain node's trouble is daily life; anything else is not.
      if (error instanceof Fault && failures < 5) log?.warn({ error }, 'chain poll failed');
      else log?.error({ error, failures }, 'chain poll failed');
      const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
      const problem = `${error instanceof Error ? error.message : String(error)}${cause}`;
      await recordProblem(db, chainId, problem).catch((failed: unknown) =>
        log?.error({ error: failed }, 'no database'),
      );
    }
    if (more) continue;
    waking = new AbortController();
    const pauseMs = failures === 0 ? pollMs : Math.min(pollMs * 2 ** failures, PAUSE_MS_MAX);
    // After a failure waking does not cut the pause short: a broken node is not hammered.
    const until = failures === 0 ? AbortSignal.any([signal, waking.signal]) : signal;
    await wait(pauseMs, undefined, { signal: until }).catch(() => undefined);
  }
}
