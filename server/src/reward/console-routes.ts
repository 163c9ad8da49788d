import * as calls from '@openmere/core/reward/console-contract.ts';
import { serveTx } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import {
  askForSettlement,
  explainMemberReward,
  listMemberRewards,
  listRuns,
  showNext,
  showPools,
} from './console.ts';

export function rewardConsoleRoutes(api: Api): void {
  serveTx(api, calls.adminSettlements, listRuns);
  serveTx(api, calls.adminSettlementNext, showNext);
  serveTx(api, calls.adminSettlementRun, askForSettlement);
  serveTx(api, calls.adminMemberRewards, listMemberRewards);
  serveTx(api, calls.adminRewardExplain, explainMemberReward);
  serveTx(api, calls.adminPools, showPools);
}
