import * as calls from '@openmere/core/reward/contract.ts';
import { serve, serveTx } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import { claimRewardsOf } from './claim.ts';
import type { ClaimDeps } from './claim.ts';
import { getReward } from './get-reward.ts';
import { listPools } from './list-pools.ts';
import { listRewardsOf } from './list-rewards.ts';
import { redeemPoyOf } from './redeem-poy.ts';
import type { RedeemDeps } from './redeem-poy.ts';
import { totalByCoin, totalByDay, totalByKind } from './totals.ts';

export type RewardRouteDeps = ClaimDeps & RedeemDeps;

export function rewardRoutes(api: Api, deps: RewardRouteDeps): void {
  serveTx(api, calls.rewards, listRewardsOf);
  serveTx(api, calls.rewardDetail, getReward);
  serveTx(api, calls.claimRewards, claimRewardsOf, deps);
  serveTx(api, calls.totalsByKind, totalByKind);
  serveTx(api, calls.totalsByCoin, totalByCoin);
  serveTx(api, calls.totalsByDay, totalByDay);
  serveTx(api, calls.pools, listPools);
  serve(api, calls.redeemPoy, redeemPoyOf, deps);
}
