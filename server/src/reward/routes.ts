import type { Call } from '@openmere/core/kit/call.ts';
import * as calls from '@openmere/core/reward/contract.ts';
import type { MemberActor } from '../platform/actor.ts';
import { serve, serveGathered, serveTx } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import { claimRewardsOf } from './claim.ts';
import type { ClaimDeps } from './claim.ts';
import { getReward } from './get-reward.ts';
import { keepSums } from './keep-sums.ts';
import { listPools } from './list-pools.ts';
import { listRewardsOf } from './list-rewards.ts';
import { redeemPoyOf } from './redeem-poy.ts';
import type { RedeemDeps } from './redeem-poy.ts';
import { totalByCoin, totalByDay, totalByKind } from './totals.ts';

export type RewardRouteDeps = ClaimDeps & RedeemDeps;

/** Before totals are read. */
const keepSumsOf =
  (api: Api, call: Call) =>
  async ({ actor }: { actor: MemberActor }) => {
    await keepSums({ db: api.pipeline.dbOf(call) }, { memberId: actor.id });
    return {};
  };

export function rewardRoutes(api: Api, deps: RewardRouteDeps): void {
  serveTx(api, calls.rewards, listRewardsOf);
  serveTx(api, calls.rewardDetail, getReward);
  serveTx(api, calls.claimRewards, claimRewardsOf, deps);
  serveGathered(api, calls.totalsByKind, keepSumsOf(api, calls.totalsByKind), totalByKind);
  serveGathered(api, calls.totalsByCoin, keepSumsOf(api, calls.totalsByCoin), totalByCoin);
  serveGathered(api, calls.totalsByDay, keepSumsOf(api, calls.totalsByDay), totalByDay);
  serveTx(api, calls.pools, listPools);
  serve(api, calls.redeemPoy, redeemPoyOf, deps);
}
