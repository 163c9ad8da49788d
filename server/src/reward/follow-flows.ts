import { dayOf } from '@openmere/core/kit/day.ts';
import { rewardPools } from '@openmere/core/reward/kinds.ts';
import { listAssetsOf, readAccountRows } from '../ledger/account-rows.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Db } from '../platform/db/connect.ts';
import { addFlows, lockFlowCursor, saveFlowCursor } from './flow-store.ts';
import type { Flow } from './flow-store.ts';

/**
 * Adds up what came into the pools and went out of them since the last round, by day and kind of entry. Each row of the journal
 * is read once: the sums and how far it was read are one transaction.
 */
export async function followFlows(ctx: { db: Db; signal?: AbortSignal }): Promise<void> {
  const { db, signal } = ctx;
  for (const pool of rewardPools) {
    for (const asset of await listAssetsOf(db, `pool:${pool}`)) {
      if (signal?.aborted === true) return;
      await inTransaction(db, async (tx) => {
        const after = await lockFlowCursor(tx, pool, asset);
        const { rows, last } = await readAccountRows(tx, { account: `pool:${pool}`, asset, after });
        if (last === after) return;
        const flows = new Map<string, Flow>();
        for (const { income, amount, kind, time } of rows) {
          const day = dayOf(time.getTime());
          const key = `${day} ${kind}`;
          const flow = flows.get(key) ?? {
            pool,
            coin_id: asset,
            day,
            kind,
            income: 0n,
            outgo: 0n,
            last_at: time,
          };
          if (income) flow.income += amount;
          else flow.outgo += amount;
          flows.set(key, { ...flow, last_at: time });
        }
        await addFlows(tx, [...flows.values()]);
        await saveFlowCursor(tx, pool, asset, last);
      });
    }
  }
}
