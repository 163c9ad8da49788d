import { isInviteCode, normaliseInviteCode } from '@openmere/core/auth/invite-code.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { maskNickname } from '@openmere/core/member/rules.ts';
import { findMemberByCode } from '../member/find.ts';
import type { Db } from '../platform/db/connect.ts';

/** Whose invitation code this is, masked, before the form is sent (rulebook §1). Refuses `auth.badinvite`. */
export async function previewInviter(
  db: Db,
  invitecode: string,
): Promise<{ nickname: string; avatar: string; activated: boolean }> {
  const code = normaliseInviteCode(invitecode);
  const inviter = isInviteCode(code) ? await findMemberByCode(db, code) : undefined;
  if (!inviter) throw new Refusal('auth.badinvite');
  return {
    nickname: maskNickname(inviter.nickname),
    avatar: inviter.avatar,
    activated: inviter.activatedAt !== null,
  };
}
