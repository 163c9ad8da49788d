import type { OperatorActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { recordAudit } from './audit.ts';

/** Admin/Logout: this session ends for ever. */
export async function logoutOperator(ctx: Ctx<OperatorActor>): Promise<void> {
  const { tx, now, actor } = ctx;
  await tx
    .updateTable('operator_session')
    .set({ ended_at: now })
    .where('id', '=', actor.sessionId)
    .where('ended_at', 'is', null)
    .execute();
  await recordAudit(tx, actor, { action: 'operator.logout', subject: actor.account, detail: {} });
}
