import { announceBalances } from '../asset/announce.ts';
import { postEntry } from '../ledger/post.ts';
import { settleEquity } from '../liquidity/settle-equity.ts';
import { powerSource } from '../minting/power-store.ts';
import { listMedalWeights } from '../node/weight-store.ts';
import { PassedOver } from '../platform/rows.ts';
import type { RewardSources } from '../reward/sources.ts';
import { readSettings } from '../setting/read.ts';
import { listPerformance, listWeekPerformance } from '../team/performance-store.ts';

/** A person whose EQUITY cannot be settled is named by the job of its own, and keeps nobody else from their yield. */
async function settleEquityFirst(
  deps: Parameters<NonNullable<RewardSources['settleEquity']>>[0],
): Promise<void> {
  try {
    await settleEquity({
      ...deps,
      post: (tx, entry) => postEntry(tx, entry, { onPosted: announceBalances }),
    });
  } catch (error) {
    if (!(error instanceof PassedOver)) throw error;
  }
}

/** Where the settlement of rewards has its figures from. */
export const rewardSources: RewardSources = {
  power: powerSource,
  listMedalWeights,
  settleEquity: settleEquityFirst,
  performance: {
    list: listPerformance,
    listWeek: listWeekPerformance,
    listThresholds: async (db) => {
      const { teamLevel1, teamLevel2, teamLevel3, teamLevel4, teamLevel5, teamLevel6 } =
        await readSettings(db);
      return [teamLevel1, teamLevel2, teamLevel3, teamLevel4, teamLevel5, teamLevel6];
    },
  },
};
