import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { Decider } from '@openmere/core/withdrawal/state.ts';
import { findOutboundLock, listOutboundLocks } from '../ledger/outbound.ts';
import type { Ctx, DbCtx } from '../platform/context.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Tx } from '../platform/db/connect.ts';
import { Rows } from '../platform/rows.ts';
import { readSettings } from '../setting/read.ts';
import { announceStatus } from './announce.ts';
import { loadValueOf } from './coin-value.ts';
import { automaticToday, lockFamilyLimits, lockTotalLimits } from './risk-store.ts';
import { holdByDay } from './risk.ts';
import type { Withdrawal } from './tables.ts';
import { lockWithdrawal, changeWithdrawal, listAutomatic, handToOperator } from './withdrawal-store.ts';

/** Whether an approval counts: under review, or where the signer waits for another one, by what it counts itself. */
function mayBeApproved({ status, blocked }: Pick<Withdrawal, 'status' | 'blocked'>): boolean {
  return status === 'reviewing' || (status === 'approved' && blocked === 'approvals');
}

/**
 * Refuses what no operator may approve, in order: notreviewing, locked. What was asked for before a reset or a freeze stays where its
 * member can still cancel it: once approved, it would be paid the moment its owner lifts the freeze (decision 0305).
 */
export async function checkApprovable(ctx: Pick<Ctx, 'tx'>, row: Withdrawal): Promise<void> {
  if (!mayBeApproved(row)) throw new Refusal('withdrawal.notreviewing', { status: row.status });
  if (row.status === 'reviewing' && (await findOutboundLock(ctx.tx, row.family_id)))
    throw new Refusal('withdrawal.locked');
}

/** reviewing → approved, by rule (`none`) or by operators. The database counts the approvals once more. */
export async function approveWithdrawal(
  ctx: Pick<Ctx, 'tx'>,
  { row, decider }: { row: Withdrawal; decider: Decider },
): Promise<Withdrawal> {
  const { tx } = ctx;
  const approved = await changeWithdrawal(tx, row.id, { status: 'approved', decider });
  await announceStatus(tx, row, 'approved');
  return approved;
}

/**
 * Hands over what the rules let pass, oldest first. The daily limits are looked at again here, behind locks: several
 * requests at once may each have passed alone. What no longer fits goes to a person; what fails is passed over, and thrown when all
 * others were looked at. @returns how many were approved.
 */
export async function approveAutomatic(ctx: DbCtx & { signal?: AbortSignal | undefined }): Promise<number> {
  const { db, signal } = ctx;
  const rows = new Rows();
  let approved = 0;
  for (let after = ''; ;) {
    const page = await listAutomatic(db, after, PAGE);
    // What waits for a lock, and a freeze has no end, stands in nobody's way.
    const locks = await listOutboundLocks(
      db,
      page.map((row) => row.family_id),
    );
    for (const { id, family_id } of page.filter((row) => !locks.has(row.family_id))) {
      if (signal?.aborted) break;
      if (await rows.attempt(id, () => inTransaction(db, (tx) => approveOne(tx, id, family_id))))
        approved += 1;
    }
    after = page.at(-1)?.id ?? after;
    if (page.length < PAGE || signal?.aborted) break;
  }
  rows.end();
  return approved;
}

const PAGE = 200;

async function approveOne(tx: Tx, id: string, family: string): Promise<boolean> {
  await lockFamilyLimits(tx, family);
  await lockTotalLimits(tx);
  const row = await lockWithdrawal(tx, id);
  if (row?.status !== 'reviewing' || row.decider !== 'none') return false;
  // As for an operator.
  if (await findOutboundLock(tx, family)) return false;
  const settings = await readSettings(tx);
  const valueOf = await loadValueOf({ tx }, row.chain_id);
  const [today, value] = [await automaticToday(tx, family, valueOf), valueOf(row.coin_id, row.amount)];
  const fits =
    today.family + value <= settings.dailyAutoAmount && today.total + value <= settings.dailyAutoAll;
  if (!fits) {
    const receipt = holdByDay(row, today.family);
    await handToOperator(tx, id, { hours: settings.withdrawReviewHours, ...receipt });
    await announceStatus(tx, row, 'reviewing');
    return false;
  }
  await approveWithdrawal({ tx }, { row, decider: 'none' });
  return true;
}
