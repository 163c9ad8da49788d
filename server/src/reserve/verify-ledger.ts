import { setHalt } from '../ledger/halt.ts';
import { reconcileLedger } from '../ledger/reconcile.ts';
import type { Finding } from '../ledger/tally.ts';
import { verifyRecent } from '../ledger/verify-recent.ts';
import type { Ctx, DbCtx } from '../platform/context.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Log } from '../platform/log.ts';
import { readVerification, writeRecent, writeWhole } from './verification-store.ts';

const FINDINGS_SHOWN = 5;
/** Accounts that each verification of what is new looks at besides: a million have their turn within a few hours. */
const ACCOUNTS_EACH = 50_000;
/** The whole is recomputed when little else happens (UTC), once a night; without a night (never, or too long ago) at once. */
const NIGHT = { from: 2, to: 5 };
const HOUR_MS = 3_600_000;
const WHOLE_AGAIN_MS = 20 * HOUR_MS;
const WHOLE_LATE_MS = 30 * HOUR_MS;

/**
 * Proves what was posted since the last proved hash, and that nothing before it has changed (I02, I03, I05); costs as much as
 * there is new. A finding halts payouts and throws, so that the job counts as failed and `ledgerverified` on the health page
 * stays at the last good time; the proof then begins at the same place again.
 */
export async function verifyLedger(ctx: DbCtx & { log?: Log | undefined }): Promise<void> {
  const { db, log } = ctx;
  const { lanes, accountAfter } = await readVerification(db);
  const result = await verifyRecent(db, lanes, { after: accountAfter, limit: ACCOUNTS_EACH });
  if (result.findings.length > 0) return haltOn(ctx, result.findings);
  await writeRecent(db, { lanes: result.checkpoint, accountAfter: result.accountAfter });
  log?.info({ batches: result.batches }, 'ledger verified');
}

/** Recomputes every balance and every link of the hash chain from the first row on (I01–I05), once a night. */
export async function verifyWholeLedger(
  ctx: DbCtx & Pick<Ctx, 'now'> & { log?: Log | undefined },
): Promise<'verified' | 'notdue'> {
  const { db, now, log } = ctx;
  const { wholeAt } = await readVerification(db);
  if (!isWholeDue(wholeAt, now)) return 'notdue';
  const { findings, rows, accounts } = await reconcileLedger(db);
  if (findings.length > 0) await haltOn(ctx, findings);
  await writeWhole(db, now);
  log?.info({ rows, accounts }, 'the whole ledger verified');
  return 'verified';
}

function isWholeDue(wholeAt: Date | null, now: Date): boolean {
  if (wholeAt === null) return true;
  const age = now.getTime() - wholeAt.getTime();
  const hour = now.getUTCHours();
  return age > WHOLE_LATE_MS || (age > WHOLE_AGAIN_MS && hour >= NIGHT.from && hour < NIGHT.to);
}

async function haltOn(ctx: DbCtx & { log?: Log | undefined }, findings: readonly Finding[]): Promise<never> {
  const { db, log } = ctx;
  const shown = findings.slice(0, FINDINGS_SHOWN).map(({ invariant, what }) => `${invariant} ${what}`);
  const reason = `the ledger does not agree with its journal: ${shown.join('; ')}`;
  log?.fatal({ findings: shown, count: findings.length }, 'ledger broken, payouts are halted');
  await inTransaction(db, (tx) => setHalt(tx, { kind: 'ledger', subject: 'journal', reason }));
  throw new Error(reason);
}
