import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { dayOf } from '@openmere/core/kit/day.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import type { totalsByCoin, totalsByDay, totalsByKind } from '@openmere/core/reward/contract.ts';
import type { MemberActor } from '../platform/actor.ts';
import { businessNow } from '../platform/business-clock.ts';
import type { Ctx } from '../platform/context.ts';
import { dayText, parseDay } from './day-text.ts';
import { sumRewards, sumRewardsByDay } from './reward-store.ts';
import type { KindTotal } from './reward-store.ts';
import { findLastSettled } from './settlement-store.ts';

type MemberCtx = Pick<Ctx<MemberActor>, 'tx' | 'actor'>;

const DAYS = 30;
const DAYS_MAX = 366;

async function today({ tx }: MemberCtx): Promise<number> {
  return dayOf((await businessNow(tx)).getTime());
}

/** Users/mytotal. */
export async function totalByKind(ctx: MemberCtx): Promise<CallResult<typeof totalsByKind>> {
  const rows = await sumRewards(ctx.tx, ctx.actor.id);
  return {
    list: rows.map((row) => ({
      kind: row.kind,
      coinid: row.coin_id,
      total: formatAmount(row.total),
      claimable: formatAmount(row.claimable),
      claimed: formatAmount(row.claimed),
      count: Number(row.count),
    })),
  };
}

/** Users/TotalMy. */
export async function totalByCoin(ctx: MemberCtx): Promise<CallResult<typeof totalsByCoin>> {
  const last = await findLastSettled(ctx.tx, 'referral');
  const rows = await sumRewards(ctx.tx, ctx.actor.id, last?.period);
  const sum = (coin: string, pick: (row: KindTotal) => bigint): string =>
    formatAmount(rows.filter((row) => row.coin_id === coin).reduce((total, row) => total + pick(row), 0n));
  return {
    list: [...new Set(rows.map((row) => row.coin_id))].sort().map((coinid) => ({
      coinid,
      total: sum(coinid, (row) => row.total),
      claimable: sum(coinid, (row) => row.claimable),
      claimed: sum(coinid, (row) => row.claimed),
      yesterday: sum(coinid, (row) => row.yesterday),
    })),
  };
}

/** Users/TotalDayMy. Refuses `reward.badrange`: no days, more than 366, or the end before the beginning. */
export async function totalByDay(
  ctx: MemberCtx,
  input: CallParsed<typeof totalsByDay>,
): Promise<CallResult<typeof totalsByDay>> {
  const to = input.to === undefined ? await today(ctx) : parseDay(input.to);
  const from = input.from === undefined ? (to ?? 0) - DAYS + 1 : parseDay(input.from);
  if (from === undefined || to === undefined || from > to || to - from >= DAYS_MAX)
    throw new Refusal('reward.badrange', { most: DAYS_MAX });
  const rows = await sumRewardsByDay(ctx.tx, ctx.actor.id, { from, to });
  return {
    list: rows.map(({ day, coin_id: coinid, total }) => ({
      day: dayText(day),
      coinid,
      total: formatAmount(total),
    })),
  };
}
