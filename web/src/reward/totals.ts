import type { OutputOf } from '@openmere/core/calls.ts';
import { rewardKinds } from '@openmere/core/reward/kinds.ts';
import type { RewardKind } from '@openmere/core/reward/kinds.ts';

export type CoinTotal = OutputOf<'Users/TotalMy'>;
export type KindTotal = OutputOf<'Users/mytotal'>;
export type DayTotal = OutputOf<'Users/TotalDayMy'>;
type Sum = { coinid: string; amount: string };

/** Fees of others: these always have a place, also while nothing came; the rest shows once there is something. */
const always: readonly RewardKind[] = [
  'direct',
  'indirect',
  'team',
  'management',
  'leadership',
  'contribution',
];

const DAY_MS = 86_400_000;
const SHOWN_DAYS = 30;

/** What can be claimed now, USDT first. */
export function claimableOf(totals: readonly CoinTotal[]): Sum[] {
  return totals
    .filter(({ claimable }) => claimable !== '0')
    .map(({ coinid, claimable }) => ({ coinid, amount: claimable }))
    .toSorted((a, b) => Number(b.coinid === 'USDT') - Number(a.coinid === 'USDT'));
}

/** The kinds that are shown, in the rulebook's order. */
export function shownKinds(totals: readonly KindTotal[]): RewardKind[] {
  return rewardKinds.filter((kind) => always.includes(kind) || totals.some((total) => total.kind === kind));
}

const shownFirst = ['USDT', 'POY', 'USDO', 'OPEN'];

/** What there was income in on these days: USDT first, then what stands for it. */
export function earnedCoins(rows: readonly DayTotal[], now: number): string[] {
  const coins = new Set([...shownFirst, ...rows.map(({ coinid }) => coinid)]);
  return [...coins].filter((coinid) => lastDays(rows, coinid, now).some(({ total }) => total !== '0'));
}

/** The last 30 days of a coin up to `now` (epoch ms) or the newest day there is, oldest first; a day without income is '0'. */
export function lastDays(
  rows: readonly DayTotal[],
  coinid: string,
  now: number,
): { day: string; total: string }[] {
  const sums = new Map(rows.filter((row) => row.coinid === coinid).map(({ day, total }) => [day, total]));
  const newest = Math.max(now, ...rows.map(({ day }) => Date.parse(day)));
  return Array.from({ length: SHOWN_DAYS }, (_, at) => {
    const day = new Date(newest - (SHOWN_DAYS - 1 - at) * DAY_MS).toISOString().slice(0, 10);
    return { day, total: sums.get(day) ?? '0' };
  });
}
