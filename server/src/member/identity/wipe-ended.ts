import { inTransaction } from '../../platform/db/connect.ts';
import type { Db } from '../../platform/db/connect.ts';
import { removeLeft, removeSealed } from '../../platform/files/sealed-pictures.ts';
import { readSettings } from '../../setting/read.ts';
import { takeDue, wipe } from './identity-store.ts';
import { identityPictures } from './pictures.ts';

/** Few at a time: each has pictures, and no lock is held for long. */
const CHUNK = 100;
/** What was begun and never sent. */
const LEFT_DAYS = 7;

/**
 * Deletes pictures, number and date of birth of what was decided so many days ago (identity.keepDays), and all of what was begun and
 * left. Each chunk is a transaction: whoever was stopped goes on where it was. @returns how many checks were wiped.
 */
export async function wipeEnded(ctx: { db: Db; signal?: AbortSignal }): Promise<number> {
  const { db, signal } = ctx;
  const { identityKeepDays: keepDays } = await readSettings(db);
  let wiped = 0;
  let last = CHUNK;
  while (last === CHUNK && !signal?.aborted) {
    last = await inTransaction(db, async (tx) => {
      const ids = await takeDue(tx, { keepDays, leftDays: LEFT_DAYS, most: CHUNK });
      if (ids.length === 0) return 0;
      await removeSealed(tx, identityPictures, ids);
      await wipe(tx, ids);
      return ids.length;
    });
    wiped += last;
  }
  await removeLeft(db, identityPictures);
  return wiped;
}
