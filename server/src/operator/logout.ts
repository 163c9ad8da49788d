import type { OperatorActor } from '../platform/actor.ts';
import type { Tx } from '../platform/db/connect.ts';
import { recordAudit } from './audit.ts';

/** Admin/Logout: this session ends for ever. */
export async function logoutOperator(tx: Tx, now: Date, actor: OperatorActor): Promise<void> {
  await tx
    .updateTable('operator_session')
    .set({ ended_at: now })
    .where('id', '=', actor.sessionId)
    .where('ended_at', 'is', null)
    .execute();
  await recordAudit(tx, actor, { action: 'operator.logout', subject: actor.account, detail: {} });
}
