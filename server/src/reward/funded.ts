import { endOfDay } from '@openmere/core/kit/day.ts';
import type { SettledPool } from '@openmere/core/reward/kinds.ts';
import { readAccountRows } from '../ledger/account-rows.ts';
import type { Ctx } from '../platform/context.ts';
import { findFeeCursor } from './fee-store.ts';
import { findFeeTrades, isDivision } from './trade-fees.ts';

/**
 * What a pool holds without the fees of trades after a day: those belong to a later settlement, however late this one is. A trade
 * counts by the time of its block, as in the division of fees (gather-fees.ts); whatever else fills a pool comes with the settlement of
 * its own day, in the order of days. Only rows are read that follow those which the fees of that day ended with.
 */
export async function fundedThrough(
  { tx }: Pick<Ctx, 'tx'>,
  { pool, coinId, day }: { pool: SettledPool; coinId: string; day: number },
): Promise<bigint> {
  const after = await findFeeCursor(tx, { account: 'pool:referral', coinId, day: day + 1 });
  const { rows, balance } = await readAccountRows(tx, { account: `pool:${pool}`, asset: coinId, after });
  const trades = await findFeeTrades({ tx }, rows);
  const end = endOfDay(day);
  const first = rows.findIndex((row) => (trades.get(row.reference)?.at.getTime() ?? 0) >= end);
  if (first < 0) return balance;
  const later = rows.slice(first).filter(isDivision);
  const left = later.reduce((sum, { amount }) => sum - amount, balance);
  // Where an earlier settlement had taken all that was there, by the rule of its time, less is left than came in since.
  return left > 0n ? left : 0n;
}
