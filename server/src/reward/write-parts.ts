import type { SettledPool } from '@openmere/core/reward/kinds.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Db } from '../platform/db/connect.ts';
import { commitLater, removePart, savePart } from './settlement-store.ts';
import type { NewReward } from './tables.ts';
import { prepareRewards } from './written-store.ts';

type Of = { pool: SettledPool; period: number };

/** Hands rewards over in their order, as they are decided. */
export type WriteRewards = (rewards: readonly NewReward[]) => Promise<void>;

/** Rewards of one transaction: about a tenth of a second, so that transfers hardly notice (migration 0670). */
const PART = 5_000;

/**
 * Writes the rewards of a settlement part by part, each in a transaction of its own that also notes how far it is; the statement of a
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
  let last: bigint | null = null;
  let under: Promise<void> = Promise.resolve();
  const writePart = async (insert: ReturnType<typeof prepareRewards>): Promise<void> => {
    last = await inTransaction(db, async (tx) => {
      await commitLater(tx);
      const part = await insert(tx);
      return part ? savePart(tx, of, { after: last, part }) : last;
    });
  };
  return {
    write: async (rewards) => {
      for (let at = 0; at < rewards.length; at += size) {
        const insert = prepareRewards(rewards.slice(at, at + size));
        await under;
        under = writePart(insert);
        // Who writes next, or waits for the end, is told; nobody may listen before that.
        under.catch(() => undefined);
      }
    },
    end: () => under,
  };
}
