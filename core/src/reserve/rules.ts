import type { Amount } from '../money/amount.ts';

/** Shares are basis points of what members are owed in a coin; `free` is its base units that need no cold address. */
export type HotPolicy = { shareBps: number; minBps: number; free: Amount };
export type HotAlarm = 'hot' | 'low';
/** The most that may lie where keys of ours can pay it out, and the least that payouts need. Base units. */
export type HotBounds = { limit: Amount; needed: Amount };

const BPS = 10_000n;
/** An alarm ends only when the bound is kept with a twentieth to spare, so that it does not come and go at the bound. */
const SPARE_PARTS = 20n;

/** Threats I16. The limit is rounded down, the need up; what waits to be paid is needed whatever the share is. */
export function hotBounds(liabilities: Amount, waiting: Amount, policy: HotPolicy): HotBounds {
  const share = (liabilities * BigInt(policy.shareBps)) / BPS;
  const least = (liabilities * BigInt(policy.minBps) + BPS - 1n) / BPS;
  return {
    limit: share > policy.free ? share : policy.free,
    needed: least > waiting ? least : waiting,
  };
}

/** Whether too much or too little is hot. `before`: the alarm that is open. What waits to be paid never counts as too much. */
export function judgeHot(hot: Amount, bounds: HotBounds, before: HotAlarm | undefined): HotAlarm | undefined {
  const { needed } = bounds;
  const limit = bounds.limit > needed ? bounds.limit : needed;
  if (hot > limit || (before === 'hot' && hot > limit - limit / SPARE_PARTS && hot > needed)) return 'hot';
  if (hot < needed || (before === 'low' && hot < needed + needed / SPARE_PARTS)) return 'low';
  return undefined;
}
