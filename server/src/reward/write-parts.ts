import type { SettledPool } from '@openmere/core/reward/kinds.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Db } from '../platform/db/connect.ts';
import { commitLater, removePart, savePart } from './settlement-store.ts';
import type { NewReward } from './tables.ts';
import { copyRewards, lastSerial, textOf } from './written-store.ts';

type Of = { pool: SettledPool; period: number };

/** Hands rewards over in their order, as they are decided. */
export type WriteRewards = (rewards: readonly NewReward[]) => Promise<void>;

/** Rewards of one transaction: about a tenth of a second, so that transfers hardly notice (migration 0670). */
const PART = 5_000;

/**
 * Writes the rewards of a settlement part by part, each in a transaction of its own that also notes how far it is; the text of a
 * part is made while the one before it is written. Two at once would be a seventh faster, and cost transfers a third of their rate. What
 * a settler that died left behind is removed first: it may have decided by other figures. Only the one who holds the decision may
 * call this; another one's write in between is an error. `end` waits for the last part.
 */
export async function openWriter(
  ctx: { db: Db },
  { of, size = PART }: { of: Of; size?: number | undefined },
): Promise<{ write: WriteRewards; end: () => Promise<void> }> {
  const { db } = ctx;
  while (!(await inTransaction(db, (tx) => removePart(tx, of, size))));
  // Somebody else's rewards may stand among those of the settlement; none of its own stands outside of what is noted.
  const first = (await inTransaction(db, lastSerial)) + 1n;
  let last: bigint | null = null;
  let under: Promise<void> = Promise.resolve();
  const writePart = async (text: string): Promise<void> => {
    last = await inTransaction(db, async (tx) => {
      await commitLater(tx);
      await copyRewards(tx, text);
      return savePart(tx, of, { after: last, part: { first, last: await lastSerial(tx) } });
    });
  };
  return {
    write: async (rewards) => {
      for (let at = 0; at < rewards.length; at += size) {
        const text = textOf(rewards.slice(at, at + size));
        await under;
        under = writePart(text);
        // Who writes next, or waits for the end, is told; nobody may listen before that.
        under.catch(() => undefined);
      }
    },
    end: () => under,
  };
}
