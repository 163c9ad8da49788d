import { dayOf } from '@openmere/core/kit/day.ts';
import type { SettledPool } from '@openmere/core/reward/kinds.ts';
import { businessNow } from '../platform/business-clock.ts';
import { findChainState } from '../platform/chain/cursor-store.ts';
import { findFirstFeeTime } from '../swap/trade-store.ts';
import { weekStart } from './period.ts';
import { settleReferral } from './settle-referral.ts';
import { settleWeekly, weeklyPools } from './settle-weekly.ts';
import { settleYield } from './settle-yield.ts';
import { findLast } from './settlement-store.ts';
import type { SettleDeps } from './sources.ts';

/**
 * Settles every period that has ended: by the business clock, and on the chain, where the indexer has applied a final block of the
 * day after it, so that nothing of the period is still to come. Day after day, on each: fees, yield, and after a Sunday the
 * weekly pools. The first day ever settled is that of the first trade with a fee, or the last one that has ended when there is none;
 * what the ledger took before belongs to it.
 * @returns how many settlements were done.
 */
export async function settleRewards(ctx: SettleDeps): Promise<number> {
  const { db, chainId, signal } = ctx;
  const state = await findChainState(db, chainId);
  if (!state?.time) return 0;
  const now = await businessNow(db);
  const through = dayOf(Math.min(state.time.getTime(), now.getTime())) - 1;
  const last = await findLast(db, 'referral');
  let day = last ? (last.step === 'settled' ? last.period + 1 : last.period) : await firstDayOf(ctx, through);
  // A day whose fees are settled may still lack the rest.
  if (last) day = Math.min(day, last.period);
  let done = 0;
  for (; day <= through && signal?.aborted !== true; day += 1) done += await settleDay(ctx, day);
  return done;
}

async function firstDayOf({ db, chainId }: SettleDeps, through: number): Promise<number> {
  const first = await findFirstFeeTime(db, chainId);
  return first === undefined ? through : Math.min(dayOf(first.getTime()), through);
}

async function settleYieldOf(deps: SettleDeps, day: number): Promise<void> {
  await deps.sources.settleEquity?.(deps);
  await settleYield(deps, day);
}

async function settleDay(deps: SettleDeps, day: number): Promise<number> {
  const settlements: [SettledPool, number, () => Promise<void>][] = [
    ['referral', day, () => settleReferral(deps, day)],
    ['yield', day, () => settleYieldOf(deps, day)],
  ];
  const monday = weekStart(day);
  // The week has ended with this day: a Sunday.
  if (monday + 6 === day)
    for (const pool of weeklyPools)
      settlements.push([pool, monday, () => settleWeekly(deps, { pool, monday })]);
  let done = 0;
  for (const [pool, period, settle] of settlements) {
    const last = await findLast(deps.db, pool);
    if (last && (last.period > period || (last.period === period && last.step === 'settled'))) continue;
    await settle();
    done += 1;
  }
  return done;
}
