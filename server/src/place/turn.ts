import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../platform/db/connect.ts';
import { takeNextTurn } from './turn-store.ts';

/** Nobody waits longer for their turn: then the embedded list of towns answers. */
const WAIT_MAX_MS = 2_000;
const MINUTE_MS = 60_000;

/** Waits for one's turn at the outside service of addresses; false when too many wait already. */
export function createTurns(db: Db, perMinute: number): () => Promise<boolean> {
  const how = { gap: MINUTE_MS / perMinute, waitMax: WAIT_MAX_MS };
  return async () => {
    const wait = await takeNextTurn(db, how);
    if (wait === undefined) return false;
    if (wait > 0) await sleep(wait);
    return true;
  };
}
