import type { CallResult } from '@openmere/core/kit/call.ts';
import { equityBalance, noEquity } from '@openmere/core/liquidity/equity.ts';
import type { getMyEnergy } from '@openmere/core/minting/contract.ts';
import { isMining, oldEnoughUntil } from '@openmere/core/minting/power.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { findEquityState, findPersonId } from '../liquidity/equity-store.ts';
import { findPerson } from '../member/store.ts';
import type { MemberActor } from '../platform/actor.ts';
import { businessNow } from '../platform/business-clock.ts';
import type { Ctx } from '../platform/context.ts';
import { readSettings } from '../setting/read.ts';
import { nextActive } from './next-power.ts';
import type { FindUnclaimed } from './next-power.ts';
import { powerOf } from './power-store.ts';
import { teamPowerOf } from './team-power-store.ts';

/** The member's hash power now, and what of it the next settlement, the coming 00:00 UTC, counts. */
export async function getEnergy(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'> & { findUnclaimed: FindUnclaimed },
): Promise<CallResult<typeof getMyEnergy>> {
  const { tx, actor } = ctx;
  const now = await businessNow(tx);
  const { mintingThreshold: threshold, mintingThresholdInclusive: inclusive } = await readSettings(tx);
  const rule = { threshold, inclusive };
  const { power, old, out } = await powerOf(tx, actor.id, new Date(oldEnoughUntil(now.getTime())));
  const personId = (await findPersonId(tx, actor.id)) ?? (await findPerson(tx, actor.id));
  const equity = (await findEquityState(tx, personId)) ?? noEquity;
  return {
    personal: formatAmount(power.personal),
    dynamic: formatAmount(power.dynamic),
    bonus: formatAmount(power.bonus),
    out: formatAmount(out),
    team: formatAmount(await teamPowerOf(tx, actor.id)),
    active: formatAmount((await nextActive(ctx, { memberId: actor.id, old, rule })).active),
    threshold: formatAmount(threshold),
    inclusive,
    mining: isMining(power.personal, rule),
    // The person's: yield draws on it from whichever account it was earned in.
    equity: formatAmount(equityBalance(equity)),
  };
}
