import type { OperatorActor } from '../platform/actor.ts';
import type { Tx } from '../platform/db/connect.ts';
import { newId } from '../platform/ids.ts';
import './tables.ts';

export type AuditEntry = {
  /** `domain.verb`. */
  action: string;
  /** What it was done to: an id, an account. */
  subject: string;
  /** Figures and reasons; never secrets. */
  detail: Record<string, unknown>;
};

/**
 * Writes what an operator did, in the transaction that does it. The database numbers, times and chains the row; it locks
 * the end of the chain until commit, so write it last.
 */
export async function recordAudit(
  tx: Tx,
  actor: Pick<OperatorActor, 'id' | 'account'>,
  entry: AuditEntry,
): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      id: newId('aud'),
      operator_id: actor.id,
      account: actor.account,
      action: entry.action,
      subject: entry.subject,
      detail: JSON.stringify(entry.detail),
    })
    .execute();
}
