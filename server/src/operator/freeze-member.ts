import type { CallParsed } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { adminMemberFreeze } from '@openmere/core/operator/member-contract.ts';
import { freezeAccount } from '../auth/freeze.ts';
import { findMember, lockMember } from '../member/store.ts';
import type { OperatorActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { recordAudit } from './audit-store.ts';

/**
 * Admin/MemberFreeze: somebody calls and cannot reach their mailbox. It protects only, so one person is enough; a sub-account is
 * frozen by its main account, which alone can lift it. Refusal: nomember (also whoever closed the account).
 */
export async function freezeMember(
  ctx: Ctx<OperatorActor>,
  { id, reason }: CallParsed<typeof adminMemberFreeze>,
): Promise<void> {
  const { tx, actor } = ctx;
  const member = await findMember(tx, id);
  const main = member && (await lockMember(tx, member.family));
  if (!main || main.closedAt !== null) throw new Refusal('operator.nomember');
  await freezeAccount(ctx, main, 'auth.frozenbystaff');
  await recordAudit(tx, actor, { action: 'member.freeze', subject: main.id, detail: { member: id, reason } });
}
