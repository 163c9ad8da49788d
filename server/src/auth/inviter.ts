import { isInviteCode, normaliseInviteCode } from '@openmere/core/auth/invite-code.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { maskNickname } from '@openmere/core/member/rules.ts';
import { findMemberByCode } from '../member/store.ts';
import type { Ctx } from '../platform/context.ts';

/** Whose invitation code this is, masked, before the form is sent (rulebook §1). Refuses `auth.badinvite`. */
export async function previewInviter(
  ctx: Pick<Ctx, 'tx'>,
  invitecode: string,
): Promise<{ nickname: string; avatar: string; activated: boolean }> {
  const { tx } = ctx;
  const code = normaliseInviteCode(invitecode);
  const inviter = isInviteCode(code) ? await findMemberByCode(tx, code) : undefined;
  if (!inviter) throw new Refusal('auth.badinvite');
  return {
    nickname: maskNickname(inviter.nickname),
    avatar: inviter.avatar,
    activated: inviter.activatedAt !== null,
  };
}
