import type { OperatorActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { recordAudit } from './audit-store.ts';
import { endSession } from './operator-store.ts';

/** Admin/Logout: this session ends for ever. */
export async function logoutOperator(ctx: Ctx<OperatorActor>): Promise<void> {
  const { tx, now, actor } = ctx;
  await endSession(tx, now, actor.sessionId);
  await recordAudit(tx, actor, { action: 'operator.logout', subject: actor.account, detail: {} });
}
