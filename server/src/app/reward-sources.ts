import { grantPower, listPower, usePersonalPower, usePower } from '../minting/power-store.ts';
import { listMedalWeights } from '../node/weight-store.ts';
import type { RewardSources } from '../reward/sources.ts';
import { readSettings } from '../setting/read.ts';
import { listPerformance } from '../team/performance-store.ts';

/** Where the settlement of rewards has its figures from. */
export const rewardSources: RewardSources = {
  power: { listPower, usePower, usePersonalPower, grantPower },
  listMedalWeights,
  performance: {
    list: listPerformance,
    listThresholds: async (db) => {
      const { teamLevel1, teamLevel2, teamLevel3, teamLevel4, teamLevel5, teamLevel6 } =
        await readSettings(db);
      return [teamLevel1, teamLevel2, teamLevel3, teamLevel4, teamLevel5, teamLevel6];
    },
  },
};
