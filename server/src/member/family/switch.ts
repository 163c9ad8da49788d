import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { OpenedSession } from '../../auth/sessions.ts';
import { openSwitched } from '../../auth/switch-session.ts';
import type { MemberActor } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { lockMember } from '../store.ts';

/**
 * A token of another account of one's own family. Refuses `member.notfamily` for one's own, a stranger's, an independent one and
 * one that nobody has, all alike. Locked, so that an account which becomes independent meanwhile is not entered any more.
 */
export async function switchAccount(
  ctx: Ctx<MemberActor>,
  { userid }: { userid: string },
): Promise<OpenedSession> {
  const { tx, actor } = ctx;
  const target = userid === actor.id ? undefined : await lockMember(tx, userid);
  if (target?.family !== actor.family) throw new Refusal('member.notfamily');
  return openSwitched(ctx, target.id);
}
