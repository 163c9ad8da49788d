import type { CallOutput } from '@openmere/core/kit/call.ts';
import { dayOf, endOfDay } from '@openmere/core/kit/day.ts';
import type { liquidityPosition } from '@openmere/core/liquidity/contract.ts';
import {
  equityRoom,
  equityUntilAgain,
  isCapped,
  nextEarned,
  noEquity,
} from '@openmere/core/liquidity/equity.ts';
import type { EquityRule, EquityState } from '@openmere/core/liquidity/equity.ts';
import { settleDays } from '@openmere/core/liquidity/stake.ts';
import type { SettledDay } from '@openmere/core/liquidity/stake.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { memberBalance } from '../ledger/balances.ts';
import { findPerson } from '../member/store.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { readSettings } from '../setting/read.ts';
import { findEquityState, findPersonId } from './equity-store.ts';
import { findStake, listDays } from './stake-store.ts';

type Equity = CallOutput<typeof liquidityPosition>['equity'];

/**
 * The balance is the member's own, the rest the person's: main account and sub-accounts share one cap and one mark. What is
 * due is what the settlements to come will give if nothing is removed before (rulebook §8); `blockMs` is the chain's time.
 */
export async function getEquity(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'>,
  blockMs: number,
): Promise<Equity> {
  const { tx, actor } = ctx;
  const { equityCap: cap, equityAgain: again } = await readSettings(tx);
  const rule = { cap, again };
  const personId = (await findPersonId(tx, actor.id)) ?? (await findPerson(tx, actor.id));
  const state = (await findEquityState(tx, personId, cap)) ?? noEquity;
  const { available, held } = await memberBalance(tx, actor.id, 'EQUITY');
  const stake = await findStake(tx, personId);
  const days = stake ? await listDays(tx, personId, stake.settled_day + 1) : [];
  const today = dayOf(blockMs);
  const kept = stake?.mark ?? 0n;
  const settled = stake?.settled_day ?? today - 1;
  return {
    balance: formatAmount(available + held),
    earned: formatAmount(state.earned),
    spent: formatAmount(state.spent),
    cap: formatAmount(cap),
    room: formatAmount(equityRoom(state, rule)),
    capped: isCapped(state, rule),
    again: formatAmount(equityUntilAgain(state, rule)),
    counted: formatAmount(stake?.paid ?? 0n),
    mark: formatAmount(kept),
    due: listDue(settleDays(kept, days, settled, today + 1).earned, state, rule),
    next: {
      at: new Date(endOfDay(today + 1)).toISOString(),
      above: formatAmount(settleDays(kept, days, settled, today).mark),
    },
  };
}

/** What each settlement gives under the cap; those that give nothing are left out. */
function listDue(earned: readonly SettledDay[], state: EquityState, rule: EquityRule): Equity['due'] {
  let next = state;
  return earned.flatMap(({ day, above }) => {
    const { granted, state: after } = nextEarned(next, above, rule);
    next = after;
    if (granted === 0n) return [];
    return [{ amount: formatAmount(granted), at: new Date(endOfDay(day)).toISOString() }];
  });
}
