import { setHalt } from '../ledger/halt.ts';
import { reconcileLedger } from '../ledger/reconcile.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Db } from '../platform/db/connect.ts';
import type { Log } from '../platform/log.ts';

const FINDINGS_SHOWN = 5;

/**
 * Recomputes every balance and every link of the hash chain from the journal (I01–I05). A finding halts payouts and throws,
 * so that the job counts as failed and `ledgerverified` on the health page stays at the last good time.
 */
export async function verifyLedger(db: Db, log?: Log): Promise<void> {
  const { findings, rows, accounts } = await reconcileLedger(db);
  if (findings.length === 0) {
    log?.info({ rows, accounts }, 'ledger verified');
    return;
  }
  const shown = findings.slice(0, FINDINGS_SHOWN).map(({ invariant, what }) => `${invariant} ${what}`);
  const reason = `the ledger does not agree with its journal: ${shown.join('; ')}`;
  log?.fatal({ findings: shown, count: findings.length }, 'ledger broken, payouts are halted');
  await inTransaction(db, (tx) => setHalt(tx, reason.slice(0, 500)));
  throw new Error(reason);
}
