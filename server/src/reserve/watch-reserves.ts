import { reserveTokens } from '@openmere/core/chain/reserve-account.ts';
import { setHalt } from '../ledger/halt.ts';
import type { Ctx } from '../platform/context.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { readSettings } from '../setting/read.ts';
import { reconcile } from './reconcile.ts';
import type { Reconciled, ReconcileDeps } from './reconcile.ts';
import { listReserveChecks } from './store.ts';

/** `startedAt`: when this process began; what was not compared while none ran is no fault of the chain. */
export type WatchDeps = ReconcileDeps & { startedAt: Date };

/** So long without a comparison that came to an end, and payouts halt. */
const SILENT_MS = 180_000;

/**
 * Compares reserves, and halts payouts when that has not succeeded for three minutes: whether reserves are whole is then not
 * known, and nothing leaves on a guess. Like every halt, it ends by operators, once a later comparison has found all equal.
 */
export async function watchReserves(ctx: Pick<Ctx, 'now'> & WatchDeps): Promise<Reconciled> {
  const { now } = ctx;
  let result: Reconciled;
  try {
    result = await reconcile(ctx);
  } catch (error) {
    await haltWhenSilent(ctx, now, error instanceof Error ? error.message : String(error));
    throw error;
  }
  if (result.skipped) await haltWhenSilent(ctx, now, 'the follower is behind');
  return result;
}

async function haltWhenSilent(deps: WatchDeps, now: Date, why: string): Promise<void> {
  const { db, chainId, startedAt, log } = deps;
  const { chainContracts } = await readSettings(db);
  // An installation without a treasury has nothing to compare and nothing to pay from.
  if (!chainContracts.treasury) return;
  const times = (await listReserveChecks(db, chainId)).map(({ checkedAt }) => checkedAt.getTime());
  const isComplete = times.length >= reserveTokens(chainContracts).length;
  const last = Math.max(startedAt.getTime(), isComplete ? Math.min(...times) : 0);
  if (now.getTime() - last < SILENT_MS) return;
  const since = new Date(last).toISOString();
  log?.fatal({ chainId, since, why }, 'reserves not compared, payouts are halted');
  const facts = { since, detail: why };
  await inTransaction(db, (tx) => setHalt(tx, { kind: 'silent', subject: `chain ${chainId}`, facts }));
}
