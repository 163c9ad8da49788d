import { endedOfAuth } from '../auth/ended-store.ts';
import { endedOfCarts } from '../mall/cart/cart-store.ts';
import type { Db } from '../platform/db/connect.ts';
import { endedOfSockets } from '../platform/socket/ended.ts';

/** Rows removed in one statement, so that no lock is held for long. */
const BATCH = 5_000;

/** Removes what has ended, table by table. @returns how many rows. */
export async function cleanEnded(db: Db, signal?: AbortSignal): Promise<number> {
  let removed = 0;
  for (const statement of [...endedOfAuth(BATCH), ...endedOfSockets(BATCH), ...endedOfCarts(BATCH)]) {
    let last = BATCH;
    while (last === BATCH && !signal?.aborted) {
      const { numAffectedRows = 0n } = await statement.execute(db);
      last = Number(numAffectedRows);
      removed += last;
    }
  }
  return removed;
}
